/// A queue whose ends are both reached in constant time.
struct FIFO<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer { advance() }
        return elements[head]
    }

    /// Removes and returns the oldest element that satisfies `condition`.
    mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
        for index in head..<elements.count {
            guard let element = elements[index], condition(element) else { continue }
            if index == head { return popFirst() }
            elements.remove(at: index)
            return element
        }
        return nil
    }

    private mutating func advance() {
        elements[head] = nil
        head += 1
        guard head > 32, head * 2 > elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }
}

extension FIFO: Sendable where Element: Sendable {}
