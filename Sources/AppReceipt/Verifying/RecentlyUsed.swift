import Foundation

/// A bounded list of which the least recently used element is removed, for several threads.
final class RecentlyUsed<Element: Sendable>: @unchecked Sendable {
    // Every access to `elements` holds the lock.
    private let lock = NSLock()
    private let limit: Int
    private var elements: [Element] = []

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { lock.withLock { elements.count } }

    /// The first element that matches, which counts as used.
    func first(where matches: (Element) -> Bool) -> Element? {
        lock.withLock {
            guard let index = elements.firstIndex(where: matches) else { return nil }
            let element = elements[index]
            if index > 0 { elements.insert(elements.remove(at: index), at: 0) }
            return element
        }
    }

    /// Inserts an element in place of those that match.
    func insert(_ element: Element, replacing matches: (Element) -> Bool) {
        lock.withLock {
            elements.removeAll(where: matches)
            elements.insert(element, at: 0)
            if elements.count > limit { elements.removeLast() }
        }
    }
}
