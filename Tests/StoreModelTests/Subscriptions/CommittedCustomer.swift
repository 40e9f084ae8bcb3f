import Foundation
import StoreModel
import Testing

/// A customer with a commitment, whose subscription the rules change without a ledger.
struct CommittedCustomer {
    private(set) var subscription: CustomerSubscription
    private(set) var period: LedgerEntry
    var settings = StoreSettings.germany
    private var products = [CatalogProduct.year, .yearToo, .bestYear, .basicYear]
    private var numbers = EntryNumbers(after: 10)

    /// Buys a year in twelve payments.
    init(_ product: CatalogProduct = .year, at date: Date = .start) throws {
        var request = PaymentRequest(productID: product.id)
        request.billingPlan = .monthly
        let rule = PurchaseRule(
            request: request,
            product: product,
            settings: .germany,
            history: PurchaseHistory(),
            signature: .notChecked,
            date: date
        )
        let outcome = rule.outcome(isConfirmed: true)
        let (entry, edits) = rule.entry(
            of: outcome,
            by: 1,
            sharing: ([], []),
            numbers: &numbers
        )
        period = entry
        subscription = try #require(edits.savedSubscription)
    }

    var present: PresentPeriodRule { .init(subscription, period: period, shared: []) }

    var rule: RenewalRule {
        let product = products.first { $0.id == subscription.nextProductID }
        return RenewalRule(subscription: subscription, product: product, settings: settings)
    }

    mutating func sell(_ product: CatalogProduct) {
        products.removeAll { $0.id == product.id }
        products.append(product)
    }

    /// Makes renewals at their dates.
    mutating func renew(_ count: Int = 1) throws {
        for _ in 0..<count {
            guard case .renewed(let next) = rule.outcome else {
                Issue.record("\(rule.outcome)")
                return
            }
            pay(for: next, at: next.start)
        }
    }

    /// Collects a failed payment.
    mutating func recover(at date: Date) throws {
        pay(for: try #require(rule.recoveryPeriod(at: date, after: nil)), at: date)
    }

    private mutating func pay(for next: BillingPeriod, at date: Date) {
        let renewal = present.renew(
            for: next,
            settings: settings,
            sharingWith: [],
            at: date,
            now: date,
            numbers: &numbers
        )
        subscription = renewal.renewed.subscription
        period = renewal.renewed.entry
    }

    /// Applies changes, and returns their notifications.
    @discardableResult
    mutating func apply(_ edits: [LedgerEdit]) -> [String] {
        subscription = edits.savedSubscription ?? subscription
        for case .update(let entry) in edits where entry.id == period.id { period = entry }
        return edits.events
    }

    /// Settles the event that is due, which is not a renewal, and returns the notifications.
    mutating func settle() -> [String] { apply(present.settle(rule.outcome)) }

    /// Buys another product or plan, and returns the outcome with its changes.
    func buy(
        _ product: CatalogProduct,
        by plan: BillingPlan = .monthly,
        at date: Date
    ) -> (outcome: PurchaseRule.Outcome, edits: [LedgerEdit]) {
        var request = PaymentRequest(productID: product.id)
        request.billingPlan = plan
        var history = PurchaseHistory()
        history.latestPeriod = period
        history.presentPeriod = period
        history.subscription = subscription
        let rule = PurchaseRule(
            request: request,
            product: product,
            subscribedProduct: products.first { $0.id == subscription.productID },
            settings: settings,
            history: history,
            signature: .notChecked,
            date: date
        )
        var numbers = numbers
        let outcome = rule.outcome(isConfirmed: true)
        let edits = rule.entry(of: outcome, by: 1, sharing: ([], []), numbers: &numbers).edits
        return (outcome, edits)
    }
}

extension [LedgerEdit] {
    var savedSubscription: CustomerSubscription? {
        compactMap { edit -> CustomerSubscription? in
            if case .saveSubscription(let saved) = edit { saved } else { nil }
        }.last
    }

    var events: [String] {
        compactMap { edit -> String? in
            if case .notify(let event, _, _, _, _) = edit { event.description } else { nil }
        }
    }
}

extension StoreSettings {
    /// The settings of a storefront that sells monthly plans.
    static let germany = make { $0.storefront = "DEU" }
}
