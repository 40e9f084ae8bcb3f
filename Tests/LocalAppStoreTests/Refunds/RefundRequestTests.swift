import Foundation
import Testing

@testable import LocalAppStore

@Suite("Requests for refunds")
struct RefundRequestTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A request waits until it is approved, which refunds the purchase")
    func approved() throws {
        let coins = try store.pay("coins")
        let request = try store.refunds.request(coins.id, reason: .fulfillmentIssue)
        #expect(try store.refunds.requests() == [request])
        #expect(try store.entry(coins.id)?.revocationDate == nil)
        store.clock.advance(by: 60)
        try store.refunds.decide(of: coins.id, .approved)
        let refunded = try #require(try store.entry(coins.id))
        #expect(refunded.revocationDate == .start + 60)
        #expect(refunded.revocationReason == .developerIssue)
        #expect(refunded.amountRefunded == 0.99)
        let decided = try #require(try store.refunds.requests().first)
        #expect(decided.decision == .approved)
        #expect(decided.decisionDate == .start + 60)
    }

    @Test("A request that is declined changes nothing, and the customer may ask again")
    func declined() throws {
        let coins = try store.pay("coins")
        try store.refunds.request(coins.id, reason: .unintendedPurchase)
        try store.refunds.decide(of: coins.id, .declined)
        #expect(try store.entry(coins.id) == coins)
        try store.refunds.request(coins.id, reason: .legal)
        #expect(try store.refunds.requests().map(\.decision) == [.declined, nil])
    }

    @Test("A refund without a decision approves the request, of all entries of a non-consumable")
    func refunded() throws {
        let first = try store.pay("level")
        let second = try store.pay("level")
        try store.refunds.request(first.id, reason: .other)
        try store.refunds.refund(second.id)
        #expect(try store.refunds.requests().map(\.decision) == [.approved])
    }

    @Test("What waits for a decision, or was not charged, cannot be asked for")
    func refusals() throws {
        let coins = try store.pay("coins")
        try store.refunds.request(coins.id, reason: .other)
        let open = "without an open request for a refund"
        #expect(throws: StoreError.unsuitableEntry(id: coins.id, needs: open)) {
            try store.refunds.request(coins.id, reason: .other)
        }
        let failed = try store.pay("diamonds")
        let refundable = "a purchase that can be refunded"
        #expect(throws: StoreError.unsuitableEntry(id: failed.id, needs: refundable)) {
            try store.refunds.request(failed.id, reason: .other)
        }
        #expect(throws: StoreError.unknownEntry(id: 99)) {
            try store.refunds.request(99, reason: .other)
        }
        let needed = "with an open request for a refund"
        #expect(throws: StoreError.unsuitableEntry(id: failed.id, needs: needed)) {
            try store.refunds.decide(of: failed.id, .approved)
        }
    }

    @Test("A report counts for twelve hours, and the last one counts")
    func reports() throws {
        let coins = try store.pay("coins")
        #expect(try !store.refunds.recordConsumption(.make("DELIVERED"), of: coins.id))
        try store.refunds.request(coins.id, reason: .other)
        #expect(try store.refunds.recordConsumption(.make("UNDELIVERED_OTHER"), of: coins.id))
        store.clock.advance(by: 12 * 3600)
        #expect(try store.refunds.recordConsumption(.make("DELIVERED"), of: coins.id))
        store.clock.advance(by: 1)
        #expect(try !store.refunds.recordConsumption(.make("UNDELIVERED_OTHER"), of: coins.id))
        #expect(try store.refunds.requests().map(\.consumption) == [.make("DELIVERED")])
    }

    @Test("Reports are about consumables and auto-renewable subscriptions", arguments: ["level"])
    func kinds(product: String) throws {
        try store.refunds.request(store.pay("monthly").id, reason: .other)
        #expect(try store.refunds.recordConsumption(.make("DELIVERED"), of: 1))
        try store.refunds.request(store.pay(product).id, reason: .other)
        #expect(throws: StoreError.refusedRequest(.unsupportedProductKind)) {
            try store.refunds.recordConsumption(.make("DELIVERED"), of: 2)
        }
    }

    @Test("Requests go with the purchase")
    func deletion() throws {
        try store.refunds.request(store.pay("coins").id, reason: .other)
        try store.refunds.request(store.pay("coins").id, reason: .other)
        try store.delete(1)
        #expect(try store.refunds.requests().map(\.entryID) == [2])
        try store.clear()
        #expect(try store.refunds.requests().isEmpty)
    }
}

extension ConsumptionReport {
    fileprivate static func make(_ deliveryStatus: String) throws -> ConsumptionReport {
        let text = """
            {"customerConsented":true,"sampleContentProvided":false,\
            "deliveryStatus":"\(deliveryStatus)"}
            """
        return try ConsumptionReport(.two, json: Data(text.utf8))
    }
}
