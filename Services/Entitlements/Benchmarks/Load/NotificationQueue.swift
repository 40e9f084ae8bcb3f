import DequeModule
import Foundation

/// Requests waiting for a connection, in the order of sending.
final class NotificationQueue: @unchecked Sendable {
    struct Item {
        let request: [UInt8]
        /// The month of the year.
        let month: Int
    }

    /// The minimum that keeps the connections busy, because the store's time is ahead of waiting
    /// requests.
    private static let capacity = 64

    // Unchecked because the condition's lock protects the rest.
    private let condition = NSCondition()
    private var items: Deque<Item> = []
    private var isEnded = false

    /// Adds requests when there is room for more.
    func add(_ newItems: [Item]) async throws {
        while count >= Self.capacity { try await Task.sleep(for: .milliseconds(1)) }
        condition.withLock {
            items += newItems
            condition.broadcast()
        }
    }

    func end() {
        condition.withLock {
            isEnded = true
            condition.broadcast()
        }
    }

    /// Waits for the next request; `nil` at the end.
    func next() -> Item? {
        condition.withLock {
            while items.isEmpty, !isEnded { condition.wait() }
            return items.popFirst()
        }
    }

    private var count: Int { condition.withLock { items.count } }
}
