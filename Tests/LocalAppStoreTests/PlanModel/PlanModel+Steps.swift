import Foundation

@testable import LocalAppStore

extension PlanModel: TimedModel {
    typealias View = PlanView

    static var catalog: Catalog {
        var catalog = Catalog(products: products.map(\.inCatalog))
        // The plan is not sold in the United States.
        catalog.settings.storefront = "DEU"
        return catalog
    }

    enum Step: TimedStep {
        case buy(String, monthly: Bool)
        case advance(days: Int)
        case setAutoRenew(Bool)
        case failRenewals(Bool)
        case allowGracePeriods(Bool)
        case collectPayment
        /// A refund of the newest period, or of an earlier one.
        case refund(Int)
        case askForConsent
        case agree
    }
}

extension PlanModel.Step {
    static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let product = PlanModel.products.randomElement(using: &generator)?.id ?? "year"
        switch Int.random(in: 0..<16, using: &generator) {
        case 0..<3: return .buy(product, monthly: .random(using: &generator))
        case 3: return .buy("year", monthly: true)
        case 4..<7: return .advance(days: Int.random(in: 0...45, using: &generator))
        case 7: return .advance(days: Int.random(in: 46...400, using: &generator))
        case 8: return .setAutoRenew(false)
        case 9: return .setAutoRenew(true)
        case 10: return .failRenewals(.random(using: &generator))
        case 11: return .allowGracePeriods(.random(using: &generator))
        case 12: return .collectPayment
        case 13: return .refund(Int.random(in: 0...3, using: &generator))
        case 14: return .askForConsent
        default: return .agree
        }
    }

    func run(on model: inout PlanModel, at date: Date) -> [String] {
        switch self {
        case .buy(let id, let isMonthly):
            return model.buy(.init(product: id, isMonthly: isMonthly), at: date)
        case .advance: return []
        case .setAutoRenew(let isOn): return model.setAutoRenew(isOn)
        case .failRenewals(let flag): model.failsRenewals = flag
        case .allowGracePeriods(let flag): model.hasGracePeriod = flag
        case .collectPayment: return model.collectPayment(at: date)
        case .refund(let number):
            return model.refund(model.periods.count - 1 - number, at: date)
        case .askForConsent: return model.askForConsent()
        case .agree: return model.agree()
        }
        return []
    }

    func run(on store: Store) throws(StoreError) {
        let periods = try store.entries().filter { $0.state == .purchased }
        let present = try store.subscriptions.all().first?.entryID ?? 0
        switch self {
        case .buy(let id, let isMonthly):
            var request = PaymentRequest(productID: id)
            if isMonthly { request.billingPlan = .monthly }
            try store.pay(request)
        case .advance(let days): store.clock.advance(by: TimeInterval(days) * 86_400)
        case .setAutoRenew(let isOn): try store.subscriptions.setAutoRenew(isOn, of: present)
        case .failRenewals(let flag): try store.updateSettings { $0.failsRenewals = flag }
        case .allowGracePeriods(let flag):
            try store.updateSettings { $0.allowsGracePeriod = flag }
        case .collectPayment: try store.resolveIssue(present)
        case .refund(let number):
            try store.refunds.refund(periods.dropLast(number).last?.id ?? 0)
        case .askForConsent:
            try store.subscriptions.requestPriceIncreaseConsent(of: present)
        case .agree: try store.subscriptions.consentToPriceIncrease(of: present)
        }
    }
}

extension PlanModel.Product {
    fileprivate var inCatalog: CatalogProduct {
        let period = SubscriptionPeriod(
            value: months == 12 ? 1 : months,
            unit: months == 12 ? .year : .month
        )
        var terms = SubscriptionTerms(groupID: "group", level: level, period: period)
        terms.monthlyPlan = monthlyPrice.map { MonthlyPlan(price: $0) }
        return CatalogProduct(
            id: id,
            kind: .autoRenewableSubscription,
            price: price,
            subscription: terms
        )
    }
}
