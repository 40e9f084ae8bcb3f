import Foundation

/// A bounded list of which the least recently used element is removed, for several threads.
///
/// Its elements are in groups of at most a few, so that one group does not push out the others.
final class RecentlyUsed<Element: Sendable>: @unchecked Sendable {
    // Every access to `elements` holds the lock.
    private let lock = NSLock()
    private let limit: Int
    private let groupLimit: Int
    private var elements: [Element] = []

    init(limit: Int, groupLimit: Int) {
        self.limit = limit
        self.groupLimit = groupLimit
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

    /// Inserts an element in place of those that are the same, into a group.
    func insert(
        _ element: Element,
        replacing isSame: (Element) -> Bool,
        inGroupOf isRelated: (Element) -> Bool
    ) {
        lock.withLock {
            elements.removeAll(where: isSame)
            elements.insert(element, at: 0)
            let group = elements.indices.filter { isRelated(elements[$0]) }
            if group.count > groupLimit, let last = group.last { elements.remove(at: last) }
            if elements.count > limit { elements.removeLast() }
        }
    }
}
