import Foundation
import LocalAppStore

/// The elements that one iteration has yet to receive.
///
/// Of each key the newest element is retained alone, at the place of the first, so that a slow
/// reader costs no more memory than there are keys.
package final class UpdateBuffer<Key: Hashable & Sendable, Element: Sendable>: Sendable {
    private let state = Locked(State())
    private let areSame: @Sendable (Element, Element) -> Bool

    private struct State {
        /// Elements from the beginning of the iteration, or of another store's use, until their
        /// first change.
        var present: [Key: Element] = [:]
        /// Whether elements that existed before may still be put, even after their changes.
        var isBeginning = true
        var hasEnded = false
        var keys: [Key] = []
        var first = 0
        var elements: [Key: Element] = [:]
        var waiting: CheckedContinuation<Element?, Never>?

        mutating func popFirst() -> Element? {
            guard first < keys.count else { return nil }
            let element = elements.removeValue(forKey: keys[first])
            first += 1
            if first > 64, first * 2 > keys.count {
                keys.removeFirst(first)
                first = 0
            }
            return element
        }
    }

    /// Makes the buffer of a new iteration.
    ///
    /// - Parameter areSame: Whether two elements of a key are the same news.
    package init(areSame: @escaping @Sendable (Element, Element) -> Bool) {
        self.areSame = areSame
    }

    /// Adds an element, or replaces the one with its key.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - key: Its key.
    ///   - isPresent: Whether it existed before the iteration. It gives way to a change, and a
    ///     later element that is the same is skipped.
    package func put(_ element: Element, for key: Key, isPresent: Bool = false) {
        let waiting = state.withLock { state -> CheckedContinuation<Element?, Never>? in
            if isPresent {
                guard state.elements[key] == nil else { return nil }
                if let known = state.present[key], areSame(known, element) { return nil }
                state.present[key] = element
            } else {
                let known = state.present.removeValue(forKey: key)
                if state.isBeginning { state.present[key] = element }
                if let known, areSame(known, element) { return nil }
            }
            if let waiting = state.waiting {
                state.waiting = nil
                return waiting
            }
            if state.elements.updateValue(element, forKey: key) == nil { state.keys.append(key) }
            return nil
        }
        waiting?.resume(returning: element)
    }

    /// Notes that all elements were put that existed before the iteration.
    package func endBeginning() {
        state.withLock { $0.isBeginning = false }
    }

    /// Delivers existing elements again, as at a launch.
    package func forgetPresent() {
        state.withLock { $0.present = [:] }
    }

    /// Ends the iteration after its elements.
    fileprivate func end() {
        let waiting = state.withLock { state in
            defer { (state.hasEnded, state.waiting) = (true, nil) }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }

    /// Returns the first element, or waits for one; `nil` at the end, and in a cancelled task.
    package func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (ended, element) = state.withLock { state in
                    // A cancellation before this would find no waiting task to resume.
                    if Task.isCancelled { return (true, nil as Element?) }
                    let element = state.popFirst()
                    let ended = element != nil || state.hasEnded
                    if !ended { state.waiting = continuation }
                    return (ended, element)
                }
                if ended { continuation.resume(returning: element) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: nil)
        }
    }
}

/// One iteration's subscription to updates, which ends when it is released.
package final class UpdateSubscription<Key: Hashable & Sendable, Element: Sendable>: Sendable {
    package let buffer: UpdateBuffer<Key, Element>
    private let id: UUID
    private let hub: UpdateHub<Key, Element>

    fileprivate init(
        _ buffer: UpdateBuffer<Key, Element>,
        id: UUID,
        hub: UpdateHub<Key, Element>
    ) {
        self.buffer = buffer
        self.id = id
        self.hub = hub
    }

    deinit {
        hub.remove(id)
    }

    /// Returns the next element; `nil` at the end, and in a cancelled task.
    package func next() async -> Element? {
        await buffer.next()
    }
}

/// Hands each element to every iteration that there is.
package final class UpdateHub<Key: Hashable & Sendable, Element: Sendable>: Sendable {
    private let buffers = Locked<[UUID: UpdateBuffer<Key, Element>]>([:])
    private let hasEnded = Locked(false)
    private let areSame: @Sendable (Element, Element) -> Bool

    /// Makes a hub; by default each change is news.
    package init(areSame: @escaping @Sendable (Element, Element) -> Bool = { _, _ in false }) {
        self.areSame = areSame
    }

    package var isEmpty: Bool { buffers.withLock { $0.isEmpty } }

    package var all: [UpdateBuffer<Key, Element>] { buffers.withLock { Array($0.values) } }

    package func subscribe() -> UpdateSubscription<Key, Element> {
        let buffer = UpdateBuffer<Key, Element>(areSame: areSame)
        let id = UUID()
        buffers.withLock { $0[id] = buffer }
        if hasEnded.withLock({ $0 }) { buffer.end() }
        return UpdateSubscription(buffer, id: id, hub: self)
    }

    /// Ends all iterations, and those that begin later.
    package func end() {
        hasEnded.withLock { $0 = true }
        all.forEach { $0.end() }
    }

    package func send(_ element: Element, for key: Key) {
        all.forEach { $0.put(element, for: key) }
    }

    fileprivate func remove(_ id: UUID) {
        // Released after the lock, because elements may be a client's.
        let buffer = buffers.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(buffer) {}
    }
}
