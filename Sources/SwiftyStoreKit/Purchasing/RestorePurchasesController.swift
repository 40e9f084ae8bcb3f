import Foundation
import StoreKit

/// The second controller: collects the transactions of a running restore.
///
/// Callers with the same arguments join one restore. Others wait until it has ended, because
/// StoreKit does not report the restore that a transaction belongs to.
struct RestorePurchasesController: Sendable {
    /// The seconds that a restore waits for a second end, when the first may belong to an abandoned
    /// restore.
    static let secondEndTimeout: TimeInterval = 30

    /// A restore that has ended, and the next one to request.
    typealias Closed = (ended: RestoreRequest, next: RestoreRequest.Key?)

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

    /// The restore that runs, then those that wait for its end.
    private var restores: [RestoreRequest] = []
    /// The number of abandoned restores that StoreKit has not ended.
    private var abandoned = 0

    var isRestoring: Bool { !restores.isEmpty }

    /// Adds a caller; returns the restore to request from StoreKit, or nil if the caller joins one
    /// or waits.
    mutating func add(
        _ caller: RestoreRequest.Caller,
        key: RestoreRequest.Key
    ) -> RestoreRequest.Key? {
        guard let index = restores.firstIndex(where: { $0.key == key && !$0.isClosing }) else {
            restores.append(RestoreRequest(key: key, caller: caller))
            return restores.count == 1 ? key : nil
        }
        restores[index].callers.append(caller)
        return nil
    }

    /// Removes and returns a caller; nil if the result is on its way.
    mutating func abandon(_ id: RestoreRequest.CallerID) -> RestoreRequest.Caller? {
        for index in restores.indices {
            guard let caller = restores[index].removeCaller(id) else { continue }
            if index > 0, restores[index].callers.isEmpty { restores.remove(at: index) }
            return caller
        }
        return nil
    }

    /// Removes the running restore if no caller waits for it: StoreKit may never end it.
    mutating func closeAbandoned() -> Closed? {
        guard let current = restores.first, current.callers.isEmpty, !current.isClosing else {
            return nil
        }
        abandoned += 1
        return close()
    }

    /// Collects the transactions of the running restore and returns the rest in order.
    mutating func collect(_ batch: [ObservedTransaction]) -> [ObservedTransaction] {
        guard isRestoring else { return batch }
        return batch.filter { observed in
            guard observed.state == .restored else { return true }
            restores[0].collect(observed)
            return false
        }
    }

    /// Records that StoreKit has ended a restore.
    ///
    /// StoreKit does not say which. It ends them in the order in which they were requested.
    mutating func end() -> End {
        guard abandoned == 0 else {
            abandoned -= 1
            guard let current = restores.first, !current.isClosing else { return .abandoned }
            return .ambiguous(current.id)
        }
        return beginClosing() ? .current : .unknown
    }

    /// Records that the current restore has ended; false if it is not `id`, or has ended before.
    mutating func beginClosing(_ id: RestoreRequest.CallerID? = nil) -> Bool {
        guard let current = restores.first, !current.isClosing, id == nil || current.id == id
        else { return false }
        restores[0].isClosing = true
        return true
    }

    /// Removes the restore that has ended; the next one, if any, becomes the current.
    mutating func close() -> Closed? {
        guard isRestoring else { return nil }
        return (restores.removeFirst(), restores.first?.key)
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

    /// Calls the callers back with the purchases so far.
    func deliver(
        _ failure: SKError?,
        finishing: [ObservedTransaction] = [],
        _ actions: inout PendingActions
    ) {
        let results = RestoreResults(
            restoredPurchases: collected.map { $0.purchase(needsFinish: !key.atomically) },
            restoreFailedPurchases: failure.map { [($0, nil)] } ?? []
        )
        actions.deliver(finishing: finishing) { callers.forEach { $0.completion(results) } }
    }
}
