import StoreKit

/// The second link: collects what a running restore brings.
///
/// Callers who want the same join one restore; others wait for their turn, because StoreKit does not
/// say which restore a transaction belongs to.
struct RestorePurchasesController: TransactionLink {
    private var current: RestoreRun?
    private var waiting: [RestoreRun] = []

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

    /// Forgets a caller; false if the answer is on its way.
    mutating func abandon(_ id: RestoreRun.CallerID) -> Bool {
        if current?.removeCaller(id) == true { return true }
        guard let index = waiting.firstIndex(where: { $0.callers.contains { $0.id == id } }) else {
            return false
        }
        _ = waiting[index].removeCaller(id)
        if waiting[index].callers.isEmpty { waiting.remove(at: index) }
        return true
    }

    /// Whether a restore runs that nobody waits for, and that StoreKit may never end.
    var isAbandoned: Bool { current?.callers.isEmpty == true && current?.isClosing == false }

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

    /// Notes that StoreKit has ended the restore; false if there is none to end.
    mutating func beginClosing() -> Bool {
        guard current?.isClosing == false else { return false }
        current?.isClosing = true
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
