import AppReceipt
import Foundation
import Testing

@testable import EntitlementModel

@Suite struct TimelineTests {
    /// The reasons with their days, as far as a timeline is known on a day.
    private static func timeline(
        _ facts: [TransactionFact],
        _ renewals: [RenewalFact] = [],
        at day: Double,
        _ policy: TransferPolicy = .newest
    ) -> [String] {
        PurchaseHistory.make(facts, renewals).timeline(at: Milliseconds(days: day), policy).map {
            "\($0.date / .day) \($0.reason)"
        }
    }

    @Test func `a subscription starts, renews and expires`() {
        let facts: [TransactionFact] = [.make("1", at: 0), .make("2", at: 30)]
        #expect(Self.timeline(facts, at: -1).isEmpty)
        #expect(Self.timeline(facts, at: 29) == ["0 started"])
        #expect(Self.timeline(facts, at: 59) == ["0 started", "30 renewed"])
        #expect(Self.timeline(facts, at: 60) == ["0 started", "30 renewed", "60 expired"])
    }

    @Test func `an entry has product, price, offer and period`() throws {
        let fact = TransactionFact.make("7", at: 1) {
            $0.offerType = 2
            $0.offerID = "spring"
            $0.offerDiscountType = "PAY_AS_YOU_GO"
        }
        let entry = try #require(PurchaseHistory.make([fact]).timeline(at: 2 * .day).first)
        var expected = TimelineEntry(date: .day, reason: .started)
        expected.originalTransactionID = "1"
        expected.transactionID = "7"
        expected.productID = "monthly"
        expected.price = 9990
        expected.currency = "EUR"
        expected.offerType = 2
        expected.offerID = "spring"
        expected.offerDiscountType = "PAY_AS_YOU_GO"
        expected.periodStart = .day
        expected.periodEnd = 31 * .day
        #expect(entry == expected)
        #expect(try TimelineEntry(json: entry.json) == entry)
    }

    @Test func `a subscription that is bought again after its end starts again`() {
        let facts: [TransactionFact] = [.make("1", at: 0), .make("2", "yearly", at: 40)]
        #expect(Self.timeline(facts, at: 41) == ["0 started", "30 expired", "40 started"])
    }

    @Test func `a renewal after a gap that no statement explains is a renewal`() {
        let facts: [TransactionFact] = [
            .make("1", at: 0), .make("2", at: 30.5) { $0.reason = "RENEWAL" },
        ]
        #expect(Self.timeline(facts, at: 31) == ["0 started", "30 renewed"])
    }

    @Test func `the first paid period after a free trial converts it`() {
        let trial = TransactionFact.make("1", at: 0, until: 7) {
            $0.offerType = 1
            $0.offerDiscountType = "FREE_TRIAL"
        }
        let oldTrial = TransactionFact.make("1", at: 0, until: 7) {
            $0.offerType = 1
            $0.price = 0
        }
        let paid: [TransactionFact] = [.make("2", at: 7), .make("3", at: 37)]
        let timeline = ["0 started", "7 trialConverted", "37 renewed"]
        #expect(Self.timeline([trial] + paid, at: 38) == timeline)
        #expect(Self.timeline([oldTrial] + paid, at: 38) == timeline)
    }

    @Test func `a trial that is cancelled ends`() {
        let trial = TransactionFact.make("1", at: 0, until: 7) {
            $0.offerDiscountType = "FREE_TRIAL"
        }
        let renewals: [RenewalFact] = [
            .make(signed: 0), .make(signed: 3) { $0.autoRenews = false },
            .make(signed: 7) {
                $0.autoRenews = false
                $0.expirationIntent = 1
            },
        ]
        let timeline = ["0 started", "3 cancelled", "7 expired"]
        #expect(Self.timeline([trial], renewals, at: 8) == timeline)
    }

    @Test func `a subscription is cancelled and renews after all`() {
        let renewals: [RenewalFact] = [
            .make(signed: 0), .make(signed: 5) { $0.autoRenews = false },
            .make(signed: 6) { $0.autoRenews = false }, .make(signed: 9),
            .make(signed: 12) { $0.autoRenews = false },
        ]
        let timeline = ["0 started", "5 cancelled", "9 uncancelled", "12 cancelled"]
        #expect(Self.timeline([.make("1", at: 0)], renewals, at: 13) == timeline)
    }

    @Test func `another purchase after an end is no change of mind`() {
        let facts: [TransactionFact] = [.make("1", at: 0), .make("2", at: 40)]
        let renewals: [RenewalFact] = [
            .make(signed: 5) { $0.autoRenews = false },
            .make(signed: 30) {
                $0.autoRenews = false
                $0.expirationIntent = 1
            },
            .make(signed: 40), .make(signed: 44) { $0.autoRenews = false },
        ]
        let timeline = [
            "0 started", "5 cancelled", "30 expired", "40 started", "44 cancelled",
        ]
        #expect(Self.timeline(facts, renewals, at: 45) == timeline)
    }

    @Test func `a failed renewal is an issue until it is charged`() {
        let facts: [TransactionFact] = [.make("1", at: 0), .make("2", at: 50)]
        let renewals: [RenewalFact] = [
            .make(signed: 0), .failed(signed: 30), .failed(signed: 40), .make(signed: 50),
        ]
        #expect(Self.timeline(facts, renewals, at: 49) == ["0 started", "30 billingIssue"])
        let timeline = ["0 started", "30 billingIssue", "50 recovered"]
        #expect(Self.timeline(facts, renewals, at: 51) == timeline)
    }

    @Test func `a period that is paid in the grace period begins before its recovery`() {
        let facts: [TransactionFact] = [.make("1", at: 0), .make("2", at: 30)]
        let renewals: [RenewalFact] = [
            .failed(signed: 29.5, graceUntil: 46), .failed(signed: 36, graceUntil: 46),
            .make(signed: 37),
        ]
        let timeline = ["0 started", "29 billingIssue", "36 recovered"]
        #expect(Self.timeline(facts, renewals, at: 40) == timeline)
        #expect(Self.timeline(facts, renewals, at: 60) == timeline + ["60 expired"])
    }

    @Test func `grace alone ends with its date`() {
        let renewal = RenewalFact.make(signed: 30) { $0.gracePeriodEnd = 46 * .day }
        let facts = [TransactionFact.make("1", at: 0)]
        #expect(Self.timeline(facts, [renewal], at: 45).last == "30 billingIssue")
        #expect(Self.timeline(facts, [renewal], at: 46).last == "46 expired")
    }

    @Test func `billing retry ends with the App Store's statement, or after sixty days`() {
        let facts = [TransactionFact.make("1", at: 0)]
        let failed = RenewalFact.failed(signed: 30, graceUntil: 46)
        let ended = RenewalFact.make(signed: 80) {
            $0.autoRenews = false
            $0.expirationIntent = 2
        }
        let before = ["0 started", "30 billingIssue"]
        #expect(Self.timeline(facts, [failed], at: 89) == before)
        #expect(Self.timeline(facts, [failed], at: 90) == before + ["90 expired"])
        #expect(Self.timeline(facts, [failed, ended], at: 90) == before + ["80 expired"])
        let again = facts + [TransactionFact.make("2", at: 85)]
        let restart = before + ["80 expired", "85 started"]
        #expect(Self.timeline(again, [failed, ended], at: 86) == restart)
    }

    @Test func `a month of a commitment is retried for ninety days, without grace`() {
        let month = TransactionFact.make("1", at: 0) { $0.isBilledMonthly = true }
        let failed = RenewalFact.failed(signed: 30, graceUntil: 200)
        let before = ["0 started", "30 billingIssue"]
        #expect(Self.timeline([month], [failed], at: 119) == before)
        #expect(Self.timeline([month], [failed], at: 120) == before + ["120 expired"])
    }

    @Test func `a refund ends a period, and its reversal comes back`() {
        let facts = [TransactionFact.make("1", at: 0), .make("2", at: 30)]
        let refund = TransactionFact.make("2", at: 30, revoked: 35)
        let before = ["0 started", "30 renewed"]
        #expect(Self.timeline(facts + [refund], at: 61) == before + ["35 refunded"])
        let reversal = TransactionFact.make("2", at: 30, signed: 40)
        let timeline = Self.timeline(facts + [refund, reversal], at: 61)
        #expect(timeline == before + ["35 refundReversed", "60 expired"])
    }

    @Test func `the refund of an earlier period changes no later one`() {
        let facts: [TransactionFact] = [.make("1", at: 0, revoked: 35), .make("2", at: 30)]
        #expect(Self.timeline(facts, at: 40) == ["0 started", "30 renewed", "35 refunded"])
    }

    @Test func `access that is withdrawn expires`() {
        let facts = ["1", "2"].map { id in
            TransactionFact.make(id, at: id == "1" ? 0 : 30, revoked: 35) {
                $0.revocationType = "FAMILY_REVOKE"
            }
        }
        #expect(Self.timeline(facts, at: 61) == ["0 started", "30 renewed", "35 expired"])
    }

    @Test func `an upgrade changes the product at once, a downgrade with the renewal`() {
        let upgrade: [TransactionFact] = [
            .make("1", at: 0) { $0.isUpgraded = true }, .make("2", "yearly", at: 10, until: 375),
        ]
        #expect(Self.timeline(upgrade, at: 40) == ["0 started", "10 productChanged"])
        let downgrade: [TransactionFact] = [.make("1", at: 0), .make("2", "basic", at: 30)]
        #expect(Self.timeline(downgrade, at: 40) == ["0 started", "30 productChanged"])
    }

    @Test func `seats are added and refunded`() {
        let first = TransactionFact.make("1", at: 0) { $0.seats = 5 }
        let shared = TransactionFact.make("1", at: 0, signed: 10, digest: 1) {
            $0.seats = 5
            $0.sharesPeriod = true
        }
        let added = TransactionFact.make("2", at: 10, until: 30) {
            $0.seats = 3
            $0.sharesPeriod = true
        }
        var refunded = added
        refunded.merge(
            TransactionFact(
                key: .sample,
                transactionID: "2",
                terms: added.terms,
                seatRefund: .init(seats: 2, signingDate: 15 * .day)
            )
        )
        let timeline = ["0 started", "10 seatsChanged"]
        #expect(Self.timeline([first, shared, added], at: 29) == timeline)
        #expect(Self.timeline([refunded, first, shared], at: 29) == timeline + ["15 seatsChanged"])
    }

    @Test func `a refund of the rest is no change of seats`() {
        func refund(signed day: Double, _ seats: Int32, revoked: Double?) -> TransactionFact {
            var fact = TransactionFact.make("1", at: 0, revoked: revoked) { $0.seats = 5 }
            fact.merge(
                TransactionFact(
                    key: .sample,
                    transactionID: "1",
                    terms: fact.terms,
                    seatRefund: .init(seats: seats, signingDate: Milliseconds(day) * .day)
                )
            )
            return fact
        }
        let some = refund(signed: 5, 2, revoked: nil), rest = refund(signed: 9, 5, revoked: 9)
        #expect(Self.timeline([some], at: 29) == ["0 started", "5 seatsChanged"])
        #expect(Self.timeline([some, rest], at: 29) == ["0 started", "9 refunded"])
        let both = refund(signed: 5, 2, revoked: 9)
        #expect(Self.timeline([both], at: 29) == ["0 started", "5 seatsChanged", "9 refunded"])
    }

    @Test func `a price increase waits for consent once`() {
        func renewal(_ day: Double, _ status: Int32?) -> RenewalFact {
            .make(signed: day) {
                $0.priceIncreaseStatus = status
                $0.renewalPrice = 12_990
                $0.renewalProductID = "next"
            }
        }
        let history = PurchaseHistory.make(
            [.make("1", at: 0)],
            [renewal(0, nil), renewal(5, 0), renewal(7, 0), renewal(8, 1), renewal(20, 0)]
        )
        let entries = history.timeline(at: 21 * .day).dropFirst()
        #expect(entries.map(\.reason) == [.priceIncreasePending, .priceIncreasePending])
        #expect(entries.map(\.date) == [5 * .day, 20 * .day])
        #expect(entries.map(\.price) == [12_990, 12_990])
        #expect(entries.map(\.productID) == ["next", "next"])
    }

    @Test func `a purchase passes from one account to another by the newest token`() throws {
        let facts: [TransactionFact] = [
            .make("1", at: 0), .make("2", at: 30, token: .first), .make("3", at: 60),
            .make("4", at: 90, token: .second),
        ]
        let timeline = ["0 started", "30 renewed", "60 renewed", "90 renewed"]
        #expect(Self.timeline(facts, at: 91) == timeline + ["90 transferred"])
        #expect(Self.timeline(facts, at: 91, .keep) == timeline)
        let last = try #require(PurchaseHistory.make(facts).timeline(at: 91 * .day).last)
        #expect(last.customer == .account(.first))
    }

    @Test func `consumables are bought and refunded, and nothing else`() {
        func coins(_ id: String, at day: Double, revoked: Double? = nil) -> TransactionFact {
            .make(id, "coins", at: day, revoked: revoked, hasEnd: false) {
                $0.productType = "Consumable"
            }
        }
        let facts = [coins("1", at: 0), coins("2", at: 1), coins("3", at: 2, revoked: 3)]
        let timeline = ["0 started", "1 started", "2 started", "3 refunded"]
        #expect(Self.timeline(facts, at: 999) == timeline)
    }

    @Test func `a non-consumable that is restored starts once, unless it was refunded`() {
        let bought = TransactionFact.make("1", "theme", at: 0, hasEnd: false)
        let restored = TransactionFact.make("2", "theme", at: 9, hasEnd: false)
        #expect(Self.timeline([bought, restored], at: 10) == ["0 started"])
        let refunded = TransactionFact.make("1", "theme", at: 0, revoked: 5, hasEnd: false)
        let timeline = ["0 started", "5 refunded", "9 started"]
        #expect(Self.timeline([refunded, restored], at: 10) == timeline)
    }

    @Test func `dates beyond every calendar are dates`() {
        for end in [Double(Int32.max), -Double(Int32.max)] {
            let facts: [TransactionFact] = [.make("1", at: -end, until: end), .make("2", at: end)]
            let renewals: [RenewalFact] = [.failed(signed: end), .failed(signed: -end)]
            #expect(!Self.timeline(facts, renewals, at: 2 * Double(Int32.max)).isEmpty)
        }
        let terms = TransactionFact.Terms(
            watermark: Watermark(signingDate: .max, digest: []),
            productID: "odd",
            purchaseDate: .min,
            expirationDate: .max
        )
        let odd = TransactionFact(key: .sample, transactionID: "1", terms: terms)
        let renewal = RenewalFact(
            key: .sample,
            watermark: Watermark(signingDate: .max, digest: []),
            gracePeriodEnd: .max,
            isInBillingRetry: true
        )
        let reasons = PurchaseHistory.make([odd], [renewal]).timeline(at: .max).map(\.reason)
        #expect(reasons == [.started, .billingIssue, .expired])
    }
}
