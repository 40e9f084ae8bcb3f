import Foundation

/// The observers of a payment queue, none of which it keeps alive.
///
/// It is kept behind the queue's lock. Under that lock no observer is retained or released, because
/// the last release runs the observer's `deinit`, which may call the queue: what is returned are
/// references, to be followed outside of the lock.
struct QueueObservers {
    private var entries: [Entry] = []

    private struct Entry {
        let reference: Reference
        /// Whether it was told what was unfinished when it came, which is the first thing it hears.
        var isWelcome = false
    }

    // Sendable because the observer is only called on the main queue, and nobody sets the
    // reference.
    final class Reference: @unchecked Sendable {
        private(set) weak var observer: (any SKPaymentTransactionObserver)?
        fileprivate let identity: ObjectIdentifier

        init(_ observer: any SKPaymentTransactionObserver) {
            self.observer = observer
            identity = ObjectIdentifier(observer)
        }
    }

    var all: [Reference] { entries.map(\.reference) }

    var welcome: [Reference] { entries.filter(\.isWelcome).map(\.reference) }

    func contains(_ reference: Reference) -> Bool {
        entries.contains { $0.reference === reference }
    }

    /// Adds an observer that the caller keeps alive meanwhile, unless it is there; forgets the
    /// `gone`.
    mutating func add(_ newcomer: Reference, forgetting gone: [Reference]) -> Bool {
        entries.removeAll { entry in gone.contains { $0 === entry.reference } }
        // Another object may have lived at the same address before. To follow the reference is
        // safe: it leads to the newcomer's observer or nowhere.
        let isKnown = entries.contains { entry in
            entry.reference.identity == newcomer.identity && entry.reference.observer != nil
        }
        if !isKnown { entries.append(Entry(reference: newcomer)) }
        return !isKnown
    }

    /// Removes an observer, also one that is being released.
    mutating func remove(_ observer: ObjectIdentifier) {
        entries.removeAll { $0.reference.identity == observer }
    }

    /// Lets an observer hear of everything from now on; `false` if it was removed.
    mutating func welcome(_ newcomer: Reference) -> Bool {
        guard let index = entries.firstIndex(where: { $0.reference === newcomer }) else {
            return false
        }
        entries[index].isWelcome = true
        return true
    }
}
