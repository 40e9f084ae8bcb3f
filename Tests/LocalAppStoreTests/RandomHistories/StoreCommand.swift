import Foundation

@testable import LocalAppStore

/// One step of a random history: something that an app, a customer or a developer does.
///
/// Numbers choose among what is there at that moment, so every part of a history can be run without
/// the rest.
enum StoreCommand: Equatable, Sendable {
    case pay(Int, offer: Int?)
    case finish(Int)
    case finishAll
    case restore
    case refund(Int)
    case reverseRefund(Int)
    case extend(Int)
    case extendAll(Int)
    case delete(Int)
    case clear
    case approve(Int)
    case decline(Int)
    case resolveIssue(Int)
    case setAutoRenew(Bool, Int)
    case forceRenewal(Int)
    case expire(Int)
    case requestConsent(Int)
    case consent(Int)
    case declineIncrease(Int)
    case toggle(Int)
    case setTimeRate(Int)
    case advance(hours: Int)
    case actFor(Int)
    case joinFamily(Int)
    case leaveFamily
    case toggleSharing
    case toggleAsksToBuy
    case buySeats(Int)
    case refundSeats(Int)
    case setRenewalSeats(Int)

    static func random(using generator: inout some RandomNumberGenerator) -> StoreCommand {
        let number = Int.random(in: 0..<1000, using: &generator)
        let flag = Bool.random(using: &generator)
        return switch Int.random(in: 0..<140, using: &generator) {
        case 124..<132: .buySeats(number)
        case 132..<137: .refundSeats(number)
        case 137..<140: .setRenewalSeats(number)
        case 0..<24: .pay(number, offer: number.isMultiple(of: 3) ? number / 3 : nil)
        case 24..<50: .advance(hours: [1, 24, 24 * 8, 24 * 31][number % 4])
        case 50..<55: .finish(number)
        case 55..<58: .finishAll
        case 58..<61: .restore
        case 61..<65: .refund(number)
        case 65..<67: .delete(number)
        case 67: .clear
        case 68..<71: .approve(number)
        case 71: .decline(number)
        case 72..<76: .resolveIssue(number)
        case 76..<80: .setAutoRenew(flag, number)
        case 80..<83: .forceRenewal(number)
        case 83..<85: .expire(number)
        case 85..<88: .requestConsent(number)
        case 88..<90: .consent(number)
        case 90: .declineIncrease(number)
        case 91..<98: .toggle(number)
        case 98..<100: .setTimeRate(number)
        case 100..<106: .actFor(number)
        case 106..<110: .joinFamily(number)
        case 110: .leaveFamily
        case 111..<114: .toggleSharing
        case 114..<116: .toggleAsksToBuy
        case 116..<120: .reverseRefund(number)
        case 120..<123: .extend(number)
        default: .extendAll(number)
        }
    }

    /// Runs the command; a refusal by the store isn't a failure.
    ///
    /// - Returns: The store for the next commands, which may act for another customer.
    func run(on store: Store) throws -> Store {
        do throws(StoreError) {
            if case .actFor(let number) = self {
                return try store.customers.acting(addingIfNeeded: "customer \(number % 3)")
            }
            try perform(on: store)
        } catch {
            switch error {
            case .unknownEntry, .unsuitableEntry, .noSubscription, .unknownProduct,
                .unsuitableCustomer, .refusedRequest:
                break
            default: throw error
            }
        }
        return store
    }

    private func perform(on store: Store) throws(StoreError) {
        switch self {
        case .pay(let number, let offer): try pay(number, offer: offer, in: store)
        case .finish(let number):
            try store.finish(store.unfinishedEntries().chosen(by: number).map { [$0.id] } ?? [])
        case .finishAll: try store.finish(store.unfinishedEntries().map(\.id))
        case .restore: try store.restore()
        case .refund(let number): try store.refunds.refund(id(number, in: store))
        case .reverseRefund(let number): try store.refunds.reverse(id(number, in: store))
        case .extend(let number): try extend(number, in: store)
        case .extendAll(let number): try extendAll(number, in: store)
        case .delete(let number): try store.delete(id(number, in: store))
        case .clear: try store.clear()
        case .approve(let number): try store.approve(id(number, in: store))
        case .decline(let number): try store.decline(id(number, in: store))
        case .resolveIssue(let number): try store.resolveIssue(id(number, in: store))
        case .setAutoRenew(let flag, let number):
            try store.subscriptions.setAutoRenew(flag, of: id(number, in: store))
        case .forceRenewal(let number):
            try store.subscriptions.forceRenewal(ofProduct: productID(number, in: store))
        case .expire(let number):
            try store.subscriptions.forceExpiry(ofProduct: productID(number, in: store))
        case .requestConsent(let number):
            try store.subscriptions.requestPriceIncreaseConsent(of: id(number, in: store))
        case .consent(let number):
            try store.subscriptions.consentToPriceIncrease(of: id(number, in: store))
        case .declineIncrease(let number):
            try store.subscriptions.declinePriceIncrease(of: id(number, in: store))
        case .toggle(let number):
            try store.updateSettings { $0[keyPath: Self.flags[number % Self.flags.count]].toggle() }
        case .setTimeRate(let number):
            try store.updateSettings { $0.timeRate = Self.rates[number % Self.rates.count] }
        case .advance(let hours): store.clock.advance(by: TimeInterval(hours) * 3600)
        case .actFor: break
        case .joinFamily(let number):
            guard let other = try store.customers.all().chosen(by: number) else { return }
            try store.family.join(organizedBy: other.id)
        case .leaveFamily: try store.family.leave()
        case .toggleSharing: try store.family.setSharesPurchases(!store.customer.sharesPurchases)
        case .toggleAsksToBuy: try store.family.setAsksToBuy(!store.customer.asksToBuy)
        case .buySeats(let number): try buySeats(number, in: store)
        case .refundSeats(let number):
            try store.refunds.refundSeats(number % 5 + 1, of: id(number, in: store))
        case .setRenewalSeats(let number):
            let count = number % 7 + 1
            try store.subscriptions.setRenewalSeatCount(count, of: id(number, in: store))
        }
    }

    /// Buys a product that a group can buy, or adds seats to it.
    private func buySeats(_ number: Int, in store: Store) throws(StoreError) {
        let products = store.catalog.products.filter { $0.subscription?.seatTiers.isEmpty == false }
        var request = PaymentRequest(productID: products.chosen(by: number)?.id ?? "")
        request.seatCount = number % 12 + 1
        try store.pay(request)
    }

    private func extend(_ number: Int, in store: Store) throws(StoreError) {
        try store.subscriptions.extendRenewalDate(
            of: store.subscriptions.all().chosen(by: number)?.id ?? 1,
            byDays: number % 90 + 1,
            reason: .other,
            requestIdentifier: "request \(number)"
        )
    }

    private func extendAll(_ number: Int, in store: Store) throws(StoreError) {
        try store.subscriptions.requestMassExtension(
            ofProduct: productID(number, in: store),
            byDays: number % 90 + 1,
            reason: .other,
            requestIdentifier: "request \(number)"
        )
        try store.subscriptions.performMassExtensions()
    }

    private func pay(_ number: Int, offer: Int?, in store: Store) throws(StoreError) {
        let id = productID(number, in: store)
        let product = store.catalog.product(withIdentifier: id)
        let plan: BillingPlan = number / 10 % 2 == 0 ? .upFront : .monthly
        let sold = product?.sold(by: plan) ?? product
        let offers = sold?.subscription?.promotionalOffers
        let offerID = offer.flatMap { (offers ?? []).chosen(by: $0)?.id }
        var request = PaymentRequest(productID: id, discount: offerID.map { .make($0) })
        request.billingPlan = sold?.subscription?.billingPlan ?? .upFront
        try store.pay(request)
    }

    private func id(_ number: Int, in store: Store) throws(StoreError) -> Int64 {
        try store.entries().chosen(by: number)?.id ?? 1
    }

    private func productID(_ number: Int, in store: Store) -> String {
        store.catalog.products.chosen(by: number)?.id ?? ""
    }

    private static let flags: [any WritableKeyPath<StoreSettings, Bool> & Sendable] = [
        \.isAskToBuyEnabled, \.interruptsPurchases, \.failsTransactions, \.failsRenewals,
        \.failsRenewals, \.allowsGracePeriod,
    ]

    // A rate of a few seconds would make thousands of renewals in each history.
    private static let rates: [TimeRate] = [.realTime, .oneHourIsOneDay, .monthlyRenewalEveryHour]
}

extension Array {
    func chosen(by number: Int) -> Element? {
        isEmpty ? nil : self[number % count]
    }
}

extension Catalog {
    /// A catalog with each kind of product, and up to three groups of subscriptions.
    static func random(using generator: inout some RandomNumberGenerator) -> Catalog {
        var products = [
            CatalogProduct(id: "consumable", kind: .consumable, price: 1),
            CatalogProduct(
                id: "owned",
                kind: .nonConsumable,
                price: 2,
                isFamilyShareable: Bool.random(using: &generator)
            ),
            CatalogProduct(id: "pass", kind: .nonRenewingSubscription, price: 3),
        ]
        for group in 0..<Int.random(in: 1...3, using: &generator) {
            for level in 0..<Int.random(in: 1...4, using: &generator) {
                var product = CatalogProduct.make(
                    "subscription-\(group)-\(level)",
                    group: "group-\(group)",
                    level: Int.random(in: 1...3, using: &generator),
                    price: Decimal(Int.random(in: 1...10_000, using: &generator)) / 100,
                    period: .randomPeriod(using: &generator),
                    introductoryOffer: .randomOffer(using: &generator)
                )
                product.isFamilyShareable = Bool.random(using: &generator)
                if Bool.random(using: &generator) {
                    product.subscription?.seatTiers = [
                        CatalogSeatTier(minimumSeats: 1, price: product.price),
                        CatalogSeatTier(minimumSeats: 4, price: product.price / 4),
                    ]
                }
                product.subscription?.addRandomPlan(using: &generator)
                products.append(product)
            }
        }
        var catalog = Catalog(products: products)
        catalog.settings.storefront = "DEU"
        return catalog
    }
}

extension SubscriptionTerms {
    /// Makes every third subscription a yearly one that can be paid each month.
    fileprivate mutating func addRandomPlan(using generator: inout some RandomNumberGenerator) {
        guard Int.random(in: 0..<3, using: &generator) == 0 else { return }
        period = SubscriptionPeriod(unit: .year)
        var plan = MonthlyPlan(price: Decimal(Int.random(in: 1...1000, using: &generator)) / 100)
        plan.introductoryOffer = .randomOffer(using: &generator)
        plan.promotionalOffers = promotionalOffers
        monthlyPlan = plan
    }
}

extension SubscriptionPeriod {
    fileprivate static func randomPeriod(
        using generator: inout some RandomNumberGenerator
    ) -> SubscriptionPeriod {
        let unit = Unit.allCases.randomElement(using: &generator) ?? .month
        let value = unit == .day ? 10 : Int.random(in: 1...3, using: &generator)
        return SubscriptionPeriod(value: value, unit: unit)
    }
}

extension CatalogOffer {
    static func randomOffer(
        using generator: inout some RandomNumberGenerator
    ) -> CatalogOffer? {
        let modes: [PaymentMode?] = PaymentMode.allCases + [nil]
        guard let mode = modes.randomElement(using: &generator) ?? nil else { return nil }
        return CatalogOffer(
            paymentMode: mode,
            period: .randomPeriod(using: &generator),
            numberOfPeriods: Int.random(in: 1...3, using: &generator),
            price: mode == .freeTrial ? 0 : 1
        )
    }
}
