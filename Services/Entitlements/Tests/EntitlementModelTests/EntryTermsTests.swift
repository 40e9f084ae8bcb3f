import Testing

@testable import EntitlementModel

/// The product, the price, the offer and the period of each change.
@Suite struct EntryTermsTests {
    @Test func `a change of the renewal has the price and the offer of the next period`() {
        func renewal(
            _ day: Double,
            _ change: (inout RenewalFact) -> Void = { _ in }
        ) -> RenewalFact {
            var fact = RenewalFact.make(signed: day)
            fact.renewalPrice = 4_990
            fact.currency = "USD"
            fact.offerType = 3
            fact.offerID = "back"
            fact.renewalProductID = "yearly"
            change(&fact)
            return fact
        }
        let bought = TransactionFact.make("1", at: 0) {
            $0.offerType = 1
            $0.offerID = "intro"
            $0.offerDiscountType = "PAY_UP_FRONT"
        }
        let history = PurchaseHistory.make(
            [bought],
            [
                renewal(5) { $0.autoRenews = false }, renewal(9),
                renewal(30) { $0.isInBillingRetry = true },
            ]
        )
        let entries = history.timeline(at: 31 * .day).dropFirst()
        #expect(entries.map(\.reason) == [.cancelled, .uncancelled, .billingIssue])
        for entry in entries {
            #expect(entry.price == 4_990)
            #expect(entry.currency == "USD")
            #expect(entry.offerType == 3)
            #expect(entry.offerID == "back")
            #expect(entry.offerDiscountType == nil)
            // The period is the present one.
            #expect(entry.productID == "monthly")
            #expect(entry.transactionID == "1")
            #expect(entry.periodStart == 0)
            #expect(entry.periodEnd == 30 * .day)
        }
    }

    @Test func `a refund and an end are of the transaction that they concern`() {
        let timeline = PurchaseHistory.make([
            .make("1", at: 0) { $0.price = 1_000 },
            .make("1", at: 0, revoked: 35) { $0.price = 1_000 },
            .make("2", "yearly", at: 30) { $0.price = 2_000 },
        ])
        .timeline(at: 61 * .day)
        #expect(timeline.map(\.reason) == [.started, .productChanged, .refunded, .expired])
        #expect(timeline.map(\.transactionID) == ["1", "2", "1", "2"])
        #expect(timeline.map(\.productID) == ["monthly", "yearly", "monthly", "yearly"])
        #expect(timeline.map(\.price) == [1_000, 2_000, 1_000, 2_000])
        #expect(timeline.map { ($0.periodEnd ?? 0) / .day } == [30, 60, 30, 60])
    }

    @Test func `a change without a date of its own is of the date it was signed`() {
        let terms = TransactionFact.Terms(
            watermark: Watermark(signingDate: 7 * .day, isRevoked: true, digest: []),
            productID: "monthly",
            purchaseDate: 0,
            expirationDate: 30 * .day
        )
        let fact = TransactionFact(key: .sample, transactionID: "1", terms: terms)
        let timeline = PurchaseHistory.make([fact]).timeline(at: 9 * .day)
        #expect(timeline.map(\.reason) == [.started, .refunded])
        #expect(timeline.last?.date == 7 * .day)
    }

    @Test func `one period may be several changes`() {
        func reasons(_ facts: [TransactionFact], _ renewals: [RenewalFact] = []) -> [EventReason] {
            PurchaseHistory.make(facts, renewals).timeline(at: 51 * .day).map(\.reason)
        }
        let trial = TransactionFact.make("1", at: 0, until: 30) {
            $0.offerDiscountType = "FREE_TRIAL"
        }
        let converted = reasons([trial, .make("2", "yearly", at: 30)])
        #expect(converted == [.started, .trialConverted, .productChanged])
        let recovered = reasons(
            [.make("1", at: 0), .make("2", "yearly", at: 50)],
            [.failed(signed: 30), .make(signed: 50)]
        )
        #expect(recovered == [.started, .billingIssue, .recovered, .productChanged])
    }

    @Test func `a discount is no trial, and a longer trial converts nothing`() {
        func reasons(_ first: TransactionFact, _ second: TransactionFact) -> [EventReason] {
            PurchaseHistory.make([first, second]).timeline(at: 31 * .day).map(\.reason)
        }
        let discount = TransactionFact.make("1", at: 0) {
            $0.offerType = 1
            $0.offerDiscountType = "PAY_AS_YOU_GO"
            $0.price = 0
        }
        #expect(reasons(discount, .make("2", at: 30)) == [.started, .renewed])
        let trials = [0.0, 30].map { day in
            TransactionFact.make("\(day)", at: day) { $0.offerDiscountType = "FREE_TRIAL" }
        }
        #expect(reasons(trials[0], trials[1]) == [.started, .renewed])
    }
}
