import Foundation

/// The observers of a payment queue, held weakly.
///
/// The list is a value behind the queue's lock. No observer is retained or released under that
/// lock or on an internal queue, because the last release runs the observer's `deinit`, which may
/// call the queue. So the list returns weak references, which are followed after the lock, on the
/// main queue or on the thread of a call.
struct ObserverList {
    private var entries: [Entry] = []

    private struct Entry {
        let reference: Reference
        /// Whether the observer has received the transactions that were unfinished when it was
        /// added; it receives nothing else before them.
        var isActive = false
    }

    // Sendable because the observer is only called on the main queue, and the reference is never
    // set again.
    final class Reference: @unchecked Sendable {
        private(set) weak var observer: (any SKPaymentTransactionObserver)?
        fileprivate let identity: ObjectIdentifier

        init(_ observer: any SKPaymentTransactionObserver) {
            self.observer = observer
            identity = ObjectIdentifier(observer)
        }
    }

    var all: [Reference] { entries.map(\.reference) }

    /// The observers that receive what happens now.
    var active: [Reference] { entries.filter(\.isActive).map(\.reference) }

    func contains(_ reference: Reference) -> Bool {
        entries.contains { $0.reference === reference }
    }

    /// Removes the `released` references and adds an observer, which the caller keeps alive.
    ///
    /// - Returns: `false` if the observer was in the list already.
    mutating func add(_ reference: Reference, removing released: [Reference]) -> Bool {
        remove(released)
        // Another object may have lived at the same address before, so the address alone does not
        // identify an observer. Following the reference is safe here: it leads to the observer
        // that the caller keeps alive, or nowhere.
        let isKnown = entries.contains { entry in
            entry.reference.identity == reference.identity && entry.reference.observer != nil
        }
        if !isKnown { entries.append(Entry(reference: reference)) }
        return !isKnown
    }

    /// Removes an observer, which may be in its `deinit`.
    mutating func remove(_ observer: ObjectIdentifier) {
        entries.removeAll { $0.reference.identity == observer }
    }

    /// Removes references to observers that were released.
    mutating func remove(_ released: [Reference]) {
        entries.removeAll { entry in released.contains { $0 === entry.reference } }
    }

    /// Makes an observer active; `false` if it was removed.
    mutating func activate(_ reference: Reference) -> Bool {
        guard let index = entries.firstIndex(where: { $0.reference === reference }) else {
            return false
        }
        entries[index].isActive = true
        return true
    }
}
