import Foundation
import Testing

@testable import LocalAppStore

@Suite("Changes of all customers", .timeLimit(.minutes(10)))
struct LedgerChangeTests {
    private let store: Store
    private let other: Store

    init() throws {
        store = try .make()
        other = try store.customers.acting(addingIfNeeded: "Bea")
    }

    /// The first changes of a call, together.
    private func changes(_ body: () throws -> Void) async throws -> [LedgerChange] {
        let (stream, continuation) = AsyncStream.makeStream(of: LedgerChange.self)
        let observation = store.observeAllCustomers { continuation.yield($0) }
        try body()
        store.afterNotifying { continuation.finish() }
        var changes: [LedgerChange] = []
        for await change in stream { changes.append(change) }
        observation.cancel()
        return changes
    }

    @Test("Each customer is named with what changed")
    func customers() async throws {
        let own = try await changes { try store.pay("monthly") }
        let others = try await changes { try other.pay("coins") }
        let purchases = (own + others).flatMap(\.purchases)
        #expect(purchases.map(\.customerID) == [store.customerID, other.customerID])
        #expect(purchases.map(\.entryIDs) == [[1], [2]])
        #expect(purchases.map(\.subscriptionIDs) == [[1], []])
    }

    @Test("Removals and clearing are told")
    func removals() async throws {
        try store.pay("coins")
        let deleted = try await changes { try store.delete(1) }
        #expect(deleted.flatMap(\.purchases).map(\.entryIDs) == [[1]])
        let cleared = try await changes { try store.clear() }
        #expect(cleared.flatMap(\.purchases).map(\.isCleared) == [true])
    }

    @Test("A request for a refund is a change of its purchase, and so is the decision")
    func refundRequests() async throws {
        try store.pay("coins")
        for work in [
            { _ = try store.refunds.request(1, reason: .other) },
            { try store.refunds.decide(of: 1, .declined) },
        ] {
            let purchases = try await changes(work).flatMap(\.purchases)
            #expect(purchases.map(\.entryIDs) == [[1]])
        }
    }

    @Test("Settings and notifications are told")
    func others() async throws {
        let settings = try await changes {
            try store.notifications.updateSettings { $0.isRecording = true }
        }
        #expect(settings.contains { $0.hasNewSettings && $0.purchases.isEmpty })
        let sold = try await changes { try store.pay("monthly") }
        let recorded = try store.notifications.history().map(\.notification.identifier)
        #expect(sold.flatMap(\.notifications) == recorded)
    }

    @Test("Observers of one customer still get their own changes only")
    func ownChanges() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let own = store.observe { continuation.yield($0) }
        let all = store.observeAllCustomers { _ in }
        try other.pay("coins")
        try store.pay("coins")
        store.afterNotifying { continuation.finish() }
        var entries: [Int64] = []
        for await change in stream { entries += change.entries.map(\.id) }
        #expect(entries == [2])
        own.cancel()
        all.cancel()
    }
}
