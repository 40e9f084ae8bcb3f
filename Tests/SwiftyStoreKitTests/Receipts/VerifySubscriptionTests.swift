import Foundation
import SwiftyStoreKit
import Testing

@Suite struct VerifySubscriptionTests {
    private func summary(
        _ json: [String: Any],
        _ type: SubscriptionType = .autoRenewable,
        productIds: Set<String> = ["monthly"],
        at date: Double? = 100,
        as form: ReceiptForm = .decoded
    ) throws -> String {
        let result = SwiftyStoreKit.verifySubscriptions(
            ofType: type,
            productIds: productIds,
            inReceipt: try TestReceipt.info(json, as: form),
            validUntil: date.map { Date(timeIntervalSince1970: $0) }
        )
        return result.summary
    }

    @Test(arguments: ReceiptForm.allCases)
    func `the last end decides and the result has every item`(form: ReceiptForm) throws {
        let entries = [
            TestEntry.make("monthly", id: "a", until: 50),
            TestEntry.make("monthly", id: "b", until: 150),
            TestEntry.make("monthly", id: "c", until: 70),
            TestEntry.make("other", id: "d", until: 999),
        ]
        let json = TestReceipt.make(latest: entries)
        #expect(try summary(json, as: form) == "purchased 150 b c a")
        #expect(try summary(json, at: 200, as: form) == "expired 150 b c a")
    }

    @Test func `one product is verified as a set of one`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(
                latest: [TestEntry.make("monthly", id: "a", until: 150)],
                requestDate: 100
            )
        )
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "monthly",
            inReceipt: receipt
        )
        #expect(result.summary == "purchased 150 a")
    }

    @Test(arguments: [(99.0, "purchased 100 a"), (100, "expired 100 a"), (101, "expired 100 a")])
    func `a subscription ends on its date`(date: Double, expected: String) throws {
        let json = TestReceipt.make(latest: [TestEntry.make("monthly", id: "a", until: 100)])
        #expect(try summary(json, at: date) == expected)
    }

    @Test func `equal ends keep the receipt's order`() throws {
        let entries = (0..<20).map { TestEntry.make("monthly", id: "\($0)", until: 150) }
        let expected = "purchased 150 " + (0..<20).map(String.init).joined(separator: " ")
        #expect(try summary(TestReceipt.make(latest: entries)) == expected)
    }

    @Test func `what was refunded or cannot be decoded is left out`() throws {
        let entries: [Any] = [
            TestEntry.make("monthly", id: "a", until: 150, cancelledAt: 20),
            ["product_id": "monthly"], 5, NSNull(),
            TestEntry.make("monthly", id: "b", until: 120, more: ["cancellation_date": NSNull()]),
        ]
        #expect(try summary(TestReceipt.make(latest: entries)) == "purchased 120 b")
        #expect(try summary(TestReceipt.make(latest: [entries[0]])) == "none")
    }

    @Test func `what was upgraded does not count`() throws {
        let upgraded = TestEntry.make("monthly", id: "a", until: 150, more: ["is_upgraded": "true"])
        let earlier = TestEntry.make("monthly", id: "b", until: 90)
        #expect(try summary(TestReceipt.make(latest: [upgraded])) == "none")
        #expect(try summary(TestReceipt.make(latest: [upgraded, earlier])) == "expired 90 b")
    }

    @Test func `a receipt without purchases has no subscription`() throws {
        for json in [
            ["status": 0], TestReceipt.make(latest: [Any]()), TestReceipt.make(latest: "x"),
        ] {
            #expect(try summary(json) == "none")
            #expect(try summary(json, .nonRenewing(validDuration: 10)) == "none")
        }
    }

    @Test func `a purchase without an end is not an auto-renewable subscription`() throws {
        #expect(try summary(TestReceipt.make(latest: [TestEntry.make("monthly")])) == "none")
    }

    @Test(arguments: ReceiptForm.allCases)
    func `the list may be an object with a date in the old spelling`(form: ReceiptForm) throws {
        let entry = TestEntry.make("monthly", id: "a", more: ["expires_date": "150000"])
        #expect(try summary(TestReceipt.make(latest: entry), as: form) == "purchased 150 a")
        let over = TestReceipt.make(more: ["latest_expired_receipt_info": entry])
        #expect(try summary(over, at: 200, as: form) == "expired 150 a")
    }

    @Test(arguments: ReceiptForm.allCases)
    func `an empty or older list of the server hides nothing of the file`(form: ReceiptForm) throws
    {
        let file = [
            TestEntry.make("monthly", id: "a", until: 150), TestEntry.make("monthly", id: "x"),
        ]
        let older = [TestEntry.make("monthly", id: "b", until: 90)]
        #expect(try summary(TestReceipt.make(inApp: file), as: form) == "purchased 150 a")
        let empty = TestReceipt.make(inApp: file, latest: [Any]())
        #expect(try summary(empty, as: form) == "purchased 150 a")
        let both = TestReceipt.make(inApp: file, latest: older)
        #expect(try summary(both, as: form) == "purchased 150 a b")
    }

    @Test func `of a transaction in both lists the server's copy counts`() throws {
        let file = [TestEntry.make("monthly", id: "a", until: 150)]
        let refunded = [TestEntry.make("monthly", id: "a", until: 150, cancelledAt: 20)]
        #expect(try summary(TestReceipt.make(inApp: file, latest: refunded)) == "none")
        let shortened = [TestEntry.make("monthly", id: "a", until: 80)]
        #expect(try summary(TestReceipt.make(inApp: file, latest: shortened)) == "expired 80 a")
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a non-renewing subscription lasts from its purchase`(form: ReceiptForm) throws {
        let entries = [
            TestEntry.make("monthly", id: "a", at: 50, originallyAt: 1),
            TestEntry.make("monthly", id: "b", at: 60, originallyAt: 1),
        ]
        let json = TestReceipt.make(inApp: entries)
        let type = SubscriptionType.nonRenewing(validDuration: 60)
        #expect(try summary(json, type, as: form) == "purchased 120 b a")
        #expect(try summary(json, type, at: 120, as: form) == "expired 120 b a")
        #expect(try summary(json, .nonRenewing(validDuration: .nan), as: form) == "none")
    }

    @Test func `a given date takes precedence over the receipt's`() throws {
        let json = TestReceipt.make(
            latest: [TestEntry.make("monthly", id: "a", until: 150)],
            requestDate: 100
        )
        #expect(try summary(json, at: nil) == "purchased 150 a")
        #expect(try summary(json, at: 200) == "expired 150 a")
    }

    @Test func `the reference date is the given one, the receipt's or now`() throws {
        let date = Date(timeIntervalSince1970: 7)
        let dated = try TestReceipt.info(TestReceipt.make(requestDate: 100))
        #expect(SwiftyStoreKit.referenceDate(inReceipt: dated, validUntil: date) == date)
        #expect(SwiftyStoreKit.referenceDate(inReceipt: dated) == Date(timeIntervalSince1970: 100))
        let before = Date()
        let now = SwiftyStoreKit.referenceDate(inReceipt: [:])
        #expect(before <= now && now <= Date())
    }

    @Test func `renewal states do not change the result`() throws {
        let json = TestReceipt.make(
            latest: [
                TestEntry.make("monthly", id: "a", until: 90, more: ["is_trial_period": "true"])
            ],
            renewals: [["product_id": "monthly", "grace_period_expires_date_ms": "500000"]]
        )
        #expect(try summary(json) == "expired 90 a")
    }

    @Test func `queries may run on any thread`() async throws {
        let json = TestReceipt.make(latest: [TestEntry.make("monthly", id: "a", until: 150)])
        let data = try JSONSerialization.data(withJSONObject: json)
        let result = VerifyReceiptResult(json: data)
        let summaries = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    result.receipt.map {
                        SwiftyStoreKit.verifySubscriptions(
                            productIds: ["monthly"],
                            inReceipt: $0,
                            validUntil: Date(timeIntervalSince1970: 100)
                        ).summary
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries == Array(repeating: "purchased 150 a", count: 8))
    }
}

extension VerifySubscriptionResult {
    /// The case, the end in seconds and the transactions.
    fileprivate var summary: String {
        switch self {
        case .purchased(let end, let items): "purchased \(text(end, items))"
        case .expired(let end, let items): "expired \(text(end, items))"
        case .notPurchased: "none"
        }
    }

    private func text(_ end: Date, _ items: [ReceiptItem]) -> String {
        let ids = items.map(\.transactionId).joined(separator: " ")
        return "\(Int(end.timeIntervalSince1970)) \(ids)"
    }
}
