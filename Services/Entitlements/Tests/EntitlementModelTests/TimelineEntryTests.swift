import Foundation
import TestCluster
import Testing

@testable import EntitlementModel

/// Changes as they are stored, compared and ordered.
@Suite struct TimelineEntryTests {
    /// A change with every member.
    private static var whole: TimelineEntry {
        var entry = TimelineEntry(date: 5, reason: .transferred)
        entry.originalTransactionID = "1"
        entry.transactionID = "2"
        entry.productID = "monthly"
        entry.name = "pro"
        entry.price = 9990
        entry.currency = "EUR"
        entry.offerType = 2
        entry.offerID = "spring"
        entry.offerDiscountType = "FREE_TRIAL"
        entry.periodStart = 6
        entry.periodEnd = 9
        entry.customer = .user("b/c")
        return entry
    }

    @Test func `a change is stored with every member, in one form`() throws {
        let json = """
            {"currency":"EUR","customer":"user:b/c","date":5,"name":"pro",\
            "offerDiscountType":"FREE_TRIAL","offerIdentifier":"spring","offerType":2,\
            "originalTransactionId":"1","periodEnd":9,"periodStart":6,"price":9990,\
            "productId":"monthly","reason":"transferred","transactionId":"2"}
            """
        #expect(try Self.whole.json == json)
        #expect(try TimelineEntry(json: json) == Self.whole)
        let least = TimelineEntry(date: 5, reason: .changed)
        #expect(try least.json == #"{"date":5,"reason":"changed"}"#)
        #expect(try TimelineEntry(json: least.json) == least)
    }

    @Test(arguments: 0..<40)
    func `each change of a history is read as it was stored`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let history = RandomHistory(seed: seed).history(using: &generator)
        for entry in history.timeline(at: .max) {
            #expect(try TimelineEntry(json: entry.json) == entry)
        }
    }

    @Test(arguments: [
        "", "{}", #"{"date":5}"#, #"{"date":5,"reason":"later"}"#,
        #"{"date":5,"reason":"transferred","customer":"a b"}"#,
    ])
    func `another form is refused`(json: String) {
        #expect(throws: DecodingError.self) { try TimelineEntry(json: json) }
    }

    @Test func `a change remains the same with another price, offer or period`() {
        var later = Self.whole
        later.price = nil
        later.currency = nil
        later.offerType = nil
        later.offerID = nil
        later.offerDiscountType = nil
        later.periodStart = nil
        later.periodEnd = 99
        #expect(later != Self.whole)
        #expect(later.identity == Self.whole.identity)
        let changes: [(inout TimelineEntry) -> Void] = [
            { $0.date = 6 }, { $0.reason = .expired }, { $0.originalTransactionID = "9" },
            { $0.transactionID = "9" }, { $0.name = "max" }, { $0.customer = .user("9") },
        ]
        for change in changes {
            var other = Self.whole
            change(&other)
            #expect(other.identity != Self.whole.identity)
        }
    }

    @Test func `changes that differ in one member have an order`() {
        let changes: [(inout TimelineEntry) -> Void] = [
            { $0.date = 6 }, { $0.reason = .granted }, { $0.originalTransactionID = nil },
            { $0.transactionID = nil }, { $0.productID = nil }, { $0.name = nil },
            { $0.price = nil }, { $0.currency = nil }, { $0.offerType = nil },
            { $0.offerID = nil }, { $0.offerDiscountType = nil }, { $0.periodStart = nil },
            { $0.periodEnd = nil }, { $0.customer = nil },
        ]
        for (number, change) in changes.enumerated() {
            var other = Self.whole
            change(&other)
            #expect((other < Self.whole) != (Self.whole < other), "\(number)")
            #expect((Self.whole < other) == (number < 2), "\(number)")
        }
        #expect(!(Self.whole < Self.whole))
    }

    @Test func `reasons have the documented names, what grants after what ends`() {
        let names = [
            "consumptionRequested", "priceIncreasePending", "cancelled", "billingIssue",
            "expired", "refunded", "grantRevoked", "started", "renewed", "recovered",
            "trialConverted", "productChanged", "uncancelled", "refundReversed", "seatsChanged",
            "transferred", "granted", "changed",
        ]
        #expect(names.compactMap { EventReason(rawValue: $0) } == EventReason.allCases)
        #expect(EventReason.allCases.reversed().sorted().map(\.rawValue) == names)
    }
}
