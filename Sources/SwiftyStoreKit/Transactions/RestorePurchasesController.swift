import Foundation
import StoreKit

/// The second controller: collects the transactions of a running restore.
///
/// Callers with the same arguments join one restore. Others wait until it has ended, because
/// StoreKit does not report the restore that a transaction belongs to.
struct RestorePurchasesController: TransactionController {
    /// The seconds that a restore waits for a second end, when the first may belong to an abandoned
    /// restore.
    static let secondEndTimeout: TimeInterval = 30

    /// The restore that has ended.
    enum End {
        /// The current restore.
        case current
        /// An abandoned restore, or the current one without another end.
        case ambiguous(RestoreRequest.CallerID)
        /// A restore that was abandoned.
        case abandoned
        /// No restore of this library.
        case unknown
    }

    private var current: RestoreRequest?
    private var waiting: [RestoreRequest] = []
    /// The number of abandoned restores that StoreKit has not ended.
    private var abandoned = 0

    var isRestoring: Bool { current != nil }

    /// Adds a caller; returns the restore to request from StoreKit, or nil if the caller joins one
    /// or waits.
    mutating func add(
        _ caller: RestoreRequest.Caller,
        key: RestoreRequest.Key
    ) -> RestoreRequest.Key? {
        guard current != nil else {
            current = RestoreRequest(key: key, caller: caller)
            return key
        }
        join(caller, key)
        return nil
    }

    /// Removes and returns a caller; nil if the result is on its way.
    mutating func abandon(_ id: RestoreRequest.CallerID) -> RestoreRequest.Caller? {
        if let caller = current?.removeCaller(id) { return caller }
        guard let index = waiting.firstIndex(where: { $0.callers.contains { $0.id == id } }) else {
            return nil
        }
        let caller = waiting[index].removeCaller(id)
        if waiting[index].callers.isEmpty { waiting.remove(at: index) }
        return caller
    }

    /// Removes the running restore if no caller waits for it: StoreKit may never end it.
    mutating func closeAbandoned() -> (ended: RestoreRequest, next: RestoreRequest.Key?)? {
        guard let current, current.callers.isEmpty, !current.isClosing else { return nil }
        abandoned += 1
        return (current, close().next)
    }

    mutating func process(
        _ batch: [ObservedTransaction],
        in context: BatchContext,
        actions: inout PendingActions
    ) -> [ObservedTransaction] {
        guard current != nil else { return batch }
        return batch.filter { observed in
            guard observed.state == .restored else { return true }
            current?.collect(observed)
            return false
        }
    }

    /// Records that StoreKit has ended a restore.
    ///
    /// StoreKit does not say which. It ends them in the order in which they were requested.
    mutating func end() -> End {
        guard abandoned == 0 else {
            abandoned -= 1
            guard let current, !current.isClosing else { return .abandoned }
            return .ambiguous(current.id)
        }
        return beginClosing() ? .current : .unknown
    }

    /// Records that the current restore has ended; false if it is not `id`, or has ended before.
    mutating func beginClosing(_ id: RestoreRequest.CallerID? = nil) -> Bool {
        guard let current, !current.isClosing, id == nil || current.id == id else { return false }
        self.current?.isClosing = true
        return true
    }

    /// Removes the restore that has ended; the next one, if any, becomes the current.
    mutating func close() -> (ended: RestoreRequest?, next: RestoreRequest.Key?) {
        let ended = current
        current = waiting.isEmpty ? nil : waiting.removeFirst()
        return (ended, current?.key)
    }

    /// Removes and returns all restores.
    mutating func closeAll() -> [RestoreRequest] {
        defer {
            current = nil
            waiting = []
        }
        return (current.map { [$0] } ?? []) + waiting
    }

    private mutating func join(_ caller: RestoreRequest.Caller, _ key: RestoreRequest.Key) {
        if current?.key == key, current?.isClosing == false {
            current?.callers.append(caller)
        } else if let index = waiting.firstIndex(where: { $0.key == key }) {
            waiting[index].callers.append(caller)
        } else {
            waiting.append(RestoreRequest(key: key, caller: caller))
        }
    }
}

/// One restore and the callers that wait for it.
struct RestoreRequest: Sendable {
    typealias CallerID = Int

    /// The key under which callers share a restore.
    struct Key: Hashable, Sendable {
        let atomically: Bool
        let applicationUsername: String?
    }

    struct Caller: Sendable {
        let id: CallerID
        let completion: Callback<RestoreResults>
    }

    /// That of its first caller.
    let id: CallerID
    let key: Key
    var callers: [Caller]
    /// Whether StoreKit has ended the restore, which then only collects late transactions.
    var isClosing = false
    private(set) var collected: [ObservedTransaction] = []
    private var collectedIDs: Set<ObjectIdentifier> = []

    init(key: Key, caller: Caller) {
        id = caller.id
        self.key = key
        callers = [caller]
    }

    mutating func collect(_ observed: ObservedTransaction) {
        guard collectedIDs.insert(observed.id).inserted else { return }
        collected.append(observed)
    }

    mutating func removeCaller(_ id: CallerID) -> Caller? {
        callers.firstIndex { $0.id == id }.map { callers.remove(at: $0) }
    }

    func results(_ failure: SKError?) -> RestoreResults {
        RestoreResults(
            restoredPurchases: collected.map { $0.purchase(needsFinish: !key.atomically) },
            restoreFailedPurchases: failure.map { [($0, nil)] } ?? []
        )
    }
}
