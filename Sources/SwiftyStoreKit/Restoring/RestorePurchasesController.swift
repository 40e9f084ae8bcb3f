import Foundation
import StoreKit

/// The second link: collects what a running restore brings.
///
/// Callers who want the same join one restore; others wait for their turn, because StoreKit does
/// not say which restore a transaction belongs to.
struct RestorePurchasesController: TransactionLink {
    /// How long a restore waits, in seconds, for a second end when the first may be an earlier
    /// one's.
    static let patience: TimeInterval = 30

    /// What an end that StoreKit tells of leads to.
    enum End {
        /// The current restore has ended.
        case closing
        /// It may be the end of an abandoned restore, and that of the current one if no other
        /// comes.
        case doubtful(RestoreRun.CallerID)
        /// The end of a restore that was abandoned, or of none.
        case late, unknown
    }

    private var current: RestoreRun?
    private var waiting: [RestoreRun] = []
    /// How many restores were abandoned that StoreKit has not ended.
    private var abandoned = 0

    var isRestoring: Bool { current != nil }

    /// Adds a caller; returns the restore to ask StoreKit for, or nil if the caller joins or waits.
    mutating func add(_ caller: RestoreRun.Caller, key: RestoreRun.Key) -> RestoreRun.Key? {
        guard current != nil else {
            current = RestoreRun(key: key, caller: caller)
            return key
        }
        join(caller, key)
        return nil
    }

    /// Forgets a caller; nil if the answer is on its way.
    mutating func abandon(_ id: RestoreRun.CallerID) -> RestoreRun.Caller? {
        if let caller = current?.removeCaller(id) { return caller }
        guard let index = waiting.firstIndex(where: { $0.callers.contains { $0.id == id } }) else {
            return nil
        }
        let caller = waiting[index].removeCaller(id)
        if waiting[index].callers.isEmpty { waiting.remove(at: index) }
        return caller
    }

    /// Takes a restore that runs and that nobody waits for: StoreKit may never end it.
    mutating func closeAbandoned() -> (ended: RestoreRun, next: RestoreRun.Key?)? {
        guard let current, current.callers.isEmpty, !current.isClosing else { return nil }
        abandoned += 1
        return (current, close().next)
    }

    mutating func process(
        _ batch: [ObservedTransaction],
        in context: BatchContext,
        effects: inout Effects
    ) -> [ObservedTransaction] {
        guard current != nil else { return batch }
        return batch.filter { observed in
            guard observed.state == .restored else { return true }
            current?.collect(observed)
            return false
        }
    }

    /// Notes that StoreKit has ended a restore.
    ///
    /// StoreKit does not say which. It ends them in the order in which they were asked for.
    mutating func end() -> End {
        guard abandoned == 0 else {
            abandoned -= 1
            guard let current, !current.isClosing else { return .late }
            return .doubtful(current.id)
        }
        return beginClosing() ? .closing : .unknown
    }

    /// Notes that the current restore has ended, if it is this one; false if it is not, or has
    /// ended before.
    mutating func beginClosing(_ id: RestoreRun.CallerID? = nil) -> Bool {
        guard let current, !current.isClosing, id == nil || current.id == id else { return false }
        self.current?.isClosing = true
        return true
    }

    /// Takes the restore that has ended; the next one, if any, becomes the current.
    mutating func close() -> (ended: RestoreRun?, next: RestoreRun.Key?) {
        let ended = current
        current = waiting.isEmpty ? nil : waiting.removeFirst()
        return (ended, current?.key)
    }

    private mutating func join(_ caller: RestoreRun.Caller, _ key: RestoreRun.Key) {
        if current?.key == key, current?.isClosing == false {
            current?.callers.append(caller)
        } else if let index = waiting.firstIndex(where: { $0.key == key }) {
            waiting[index].callers.append(caller)
        } else {
            waiting.append(RestoreRun(key: key, caller: caller))
        }
    }
}
