import AppReceipt
import EntitlementModel
import Foundation
import Testing

@Suite struct EntitlementRuleTests {
    private let rule = EntitlementRule(
        ProductCatalog(names: ["monthly": "pro"], durations: ["pass": 30 * .day])
    )

    private func judge(
        _ purchases: Purchase...,
        at day: Milliseconds
    ) -> EntitlementRule.Judgement {
        rule.judge(purchases, at: day * .day)
    }

    @Test func `a paid period is active until its end`() throws {
        let entitlement = try #require(judge(.make(), at: 29).entitlements.first)
        #expect(entitlement.name == "pro")
        #expect(entitlement.state == .active)
        #expect(entitlement.isGranted)
        #expect(entitlement.until == (30 * Milliseconds.day).date)
    }

    @Test func `nothing is left at the end of a period`() {
        #expect(judge(.make(), at: 30).entitlements.isEmpty)
    }

    @Test func `a revoked period gives nothing`() {
        #expect(judge(.make(isRevoked: true), at: 1).entitlements.isEmpty)
    }

    @Test func `a grace period grants until its end`() throws {
        let purchase = Purchase.make(renewal: .failed(at: 30, graceUntil: 46))
        let entitlement = try #require(judge(purchase, at: 40).entitlements.first)
        #expect(entitlement.state == .gracePeriod)
        #expect(entitlement.isGranted)
        #expect(entitlement.until == (46 * Milliseconds.day).date)
    }

    @Test func `billing retry is listed without being granted, for sixty days`() throws {
        let purchase = Purchase.make(renewal: .failed(at: 30, graceUntil: 46))
        let entitlement = try #require(judge(purchase, at: 46).entitlements.first)
        #expect(entitlement.state == .billingRetry)
        #expect(!entitlement.isGranted)
        #expect(entitlement.until == (46 * Milliseconds.day).date)
        #expect(judge(purchase, at: 89).entitlements.count == 1)
        #expect(judge(purchase, at: 90).entitlements.isEmpty)
    }

    @Test(arguments: [Milliseconds?.none, 20])
    func `without grace after the period, billing retry grants nothing from its end on`(
        grace: Milliseconds?
    ) throws {
        let renewal = Purchase.Renewal(
            signingDate: 30 * .day,
            gracePeriodEnd: grace.map { $0 * .day },
            isInBillingRetry: true
        )
        let judgement = judge(.make(renewal: renewal), at: 30)
        let entitlement = try #require(judgement.entitlements.first)
        #expect(entitlement.state == .billingRetry)
        #expect(!entitlement.isGranted)
        #expect(entitlement.until == (30 * Milliseconds.day).date)
        #expect(judgement.nextChange == 90 * .day)
    }

    @Test func `a renewal info without a failure ends with the period`() {
        let purchase = Purchase.make(renewal: .init(signingDate: 30 * .day))
        #expect(judge(purchase, at: 30) == judge(at: 30))
    }

    @Test func `a month of a commitment has no grace, and ninety days of billing retry`() throws {
        let purchase = Purchase.make(
            isBilledMonthly: true,
            renewal: .failed(at: 30, graceUntil: 46)
        )
        let entitlement = try #require(judge(purchase, at: 30).entitlements.first)
        #expect(entitlement.state == .billingRetry)
        #expect(!entitlement.isGranted)
        #expect(entitlement.until == (30 * Milliseconds.day).date)
        #expect(judge(purchase, at: 30).nextChange == 120 * .day)
        #expect(judge(purchase, at: 119).entitlements.count == 1)
        #expect(judge(purchase, at: 120).entitlements.isEmpty)
    }

    @Test func `a purchaser has seats, and a member has one of them`() {
        let team = [
            Purchase.make(original: "1", seats: 12), .make(original: "2", seats: 0),
            .make(original: "3", seats: 7, isAssigned: true), .make(original: "4"),
        ]
        let entitlements = rule.judge(team, at: 1).entitlements
        #expect(entitlements.map(\.seats) == [12, 0, nil, nil])
        #expect(entitlements.map(\.role) == [.purchaser, .purchaser, .member, nil])
        #expect(entitlements.map(\.isGranted) == [true, true, true, true])
    }

    @Test func `a renewal info from before the period says nothing about its end`() {
        let purchase = Purchase.make(purchased: 20, renewal: .failed(at: 10, graceUntil: 99))
        #expect(judge(purchase, at: 31).entitlements.isEmpty)
    }

    @Test func `a consumable is nothing to have`() {
        let coins = Purchase.make("coins", type: "Consumable", expires: nil)
        #expect(judge(coins, at: 1).entitlements.isEmpty)
    }

    @Test func `a non-consumable has no end`() throws {
        let theme = Purchase.make("theme", type: "Non-Consumable", expires: nil)
        let entitlement = try #require(judge(theme, at: 9999).entitlements.first)
        #expect(entitlement.name == "theme")
        #expect(entitlement.until == nil)
    }

    @Test func `a non-renewing subscription lasts as configured, else without end`() {
        let type = "Non-Renewing Subscription"
        let pass = Purchase.make("pass", type: type, expires: nil)
        #expect(judge(pass, at: 29).entitlements.first?.until == (30 * Milliseconds.day).date)
        #expect(judge(pass, at: 30).entitlements.isEmpty)
        let other = Purchase.make("other", type: type, expires: nil)
        #expect(judge(other, at: 30).entitlements.first?.until == nil)
        #expect(judge(other, at: 30).entitlements.count == 1)
    }

    @Test func `a receipt alone grants no product that may be a consumable`() {
        #expect(judge(.make("unknown", type: nil, expires: nil), at: 1).entitlements.isEmpty)
        #expect(judge(.make("monthly", type: nil, expires: nil), at: 1).entitlements.count == 1)
        #expect(judge(.make("other", type: nil), at: 1).entitlements.count == 1)
    }

    @Test func `the order is by name, product and original transaction`() {
        let judgement = judge(
            .make("b", original: "1", type: "Non-Consumable", expires: nil),
            .make("a", original: "9", type: "Non-Consumable", expires: nil),
            .make("a", original: "10", type: "Non-Consumable", expires: nil),
            at: 1
        )
        #expect(judgement.entitlements.map(\.originalTransactionIdentifier) == ["10", "9", "1"])
    }

    @Test func `the next change is the first date that matters`() {
        let purchase = Purchase.make(renewal: .failed(at: 30, graceUntil: 46))
        #expect(judge(purchase, at: 1).nextChange == 30 * .day)
        #expect(judge(purchase, at: 30).nextChange == 46 * .day)
        #expect(judge(purchase, at: 46).nextChange == 90 * .day)
        #expect(judge(purchase, at: 90).nextChange == nil)
        #expect(judge(purchase, .make(original: "2", expires: 20), at: 1).nextChange == 20 * .day)
    }

    @Test func `a grant is active until its end, without a purchase`() throws {
        let grants = [Grant(name: "pro", until: 30 * .day, reason: "press")]
        let judgement = rule.judge([], grants, at: 29 * .day)
        let entitlement = try #require(judgement.entitlements.first)
        #expect(entitlement.name == "pro")
        #expect(entitlement.source == .grant)
        #expect(entitlement.productIdentifier == nil)
        #expect(entitlement.originalTransactionIdentifier == nil)
        #expect(entitlement.state == .active)
        #expect(entitlement.isGranted)
        #expect(entitlement.until == (30 * Milliseconds.day).date)
        #expect(judgement.nextChange == 30 * .day)
        #expect(rule.judge([], grants, at: 30 * .day).entitlements.isEmpty)
        let endless = rule.judge([], [Grant(name: "pro", reason: "press")], at: 9999 * .day)
        #expect(endless.entitlements.map(\.until) == [nil])
        #expect(endless.nextChange == nil)
    }

    @Test func `of grants of one name the latest end counts, beside purchases`() {
        let grants = [Milliseconds?(40), 50, 10].map {
            Grant(name: "pro", until: $0.map { $0 * .day }, reason: "")
        }
        let judgement = rule.judge([.make(), .make("archive")], grants, at: 20 * .day)
        #expect(judgement.entitlements.map(\.name) == ["archive", "pro", "pro"])
        #expect(judgement.entitlements.map(\.source) == [nil, .grant, nil])
        let days = judgement.entitlements.map { $0.until.map { Milliseconds($0) / .day } }
        #expect(days == [30, 50, 30])
        #expect(judgement.nextChange == 30 * .day)
        let endless = rule.judge([], grants + [Grant(name: "pro", reason: "")], at: 0)
        #expect(endless.entitlements.map(\.until) == [nil])
    }

    @Test func `entitlements of another source are sorted in, with their next change`() {
        var judgement = judge(.make(expires: 40), at: 1)
        judgement.merge(
            judge(.make("archive", original: "2", expires: 20), at: 1),
            source: .sandbox
        )
        #expect(judgement.entitlements.map(\.name) == ["archive", "pro"])
        #expect(judgement.entitlements.map(\.source) == [.sandbox, nil])
        #expect(judgement.nextChange == 20 * .day)
        judgement.merge(judge(.make("archive", expires: 60), at: 1), source: .sandbox)
        #expect(judgement.nextChange == 20 * .day)
    }

    @Test func `a purchase gives nothing before its date`() {
        let purchase = Purchase.make(purchased: 5)
        #expect(judge(purchase, at: 4).entitlements.isEmpty)
        #expect(judge(purchase, at: 4).nextChange == 5 * .day)
        #expect(judge(purchase, at: 5).entitlements.count == 1)
    }

    @Test func `an end beyond what JSON can say is the last date`() throws {
        let purchase = Purchase.make(expires: Milliseconds.max / .day)
        let until = try #require(judge(purchase, at: 1).entitlements.first?.until)
        #expect(until == Date(timeIntervalSince1970: 253_402_300_799))
    }
}

extension Purchase {
    /// A purchase at day 0, until day 30.
    fileprivate static func make(
        _ product: String = "monthly",
        original: String = "1",
        type: String? = "Auto-Renewable Subscription",
        purchased: Milliseconds = 0,
        expires: Milliseconds? = 30,
        isRevoked: Bool = false,
        seats: Int64? = nil,
        isAssigned: Bool = false,
        isBilledMonthly: Bool = false,
        renewal: Renewal? = nil
    ) -> Purchase {
        Purchase(
            originalTransactionID: original,
            productID: product,
            productType: type,
            purchaseDate: purchased * .day,
            expirationDate: expires.map { $0 * .day },
            isRevoked: isRevoked,
            seats: seats,
            isAssigned: isAssigned,
            isBilledMonthly: isBilledMonthly,
            renewal: renewal
        )
    }
}

extension Purchase.Renewal {
    /// A renewal that failed on a day, with a grace period until another one.
    fileprivate static func failed(at day: Milliseconds, graceUntil end: Milliseconds) -> Self {
        Self(signingDate: day * .day, gracePeriodEnd: end * .day, isInBillingRetry: true)
    }
}
