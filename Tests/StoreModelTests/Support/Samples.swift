import Foundation
import StoreModel

extension Date {
    /// 1 March 2024 at noon UTC.
    static let start = Date(timeIntervalSince1970: 1_709_294_400)
}

extension TimeInterval {
    static func days(_ count: Double) -> TimeInterval { count * 86_400 }
}

extension HostedContent {
    static let level = HostedContent(identifier: "level", version: "1.2", statedLength: 1000)
}

extension LedgerEntry {
    /// A purchase by the first customer.
    static func make(
        _ id: Int64,
        _ productID: String = "coins",
        kind: CatalogProduct.Kind = .consumable,
        original: Int64? = nil,
        customer: Customer.ID = 1,
        sharing sharedID: Int64? = nil,
        at date: Date = .start,
        until end: Date? = nil,
        price: Decimal = 10
    ) -> LedgerEntry {
        var entry = LedgerEntry(
            id: id,
            paymentToken: UUID(),
            productID: productID,
            purchaseDate: date,
            currencyCode: "USD",
            storefront: "USA"
        )
        entry.originalID = original ?? id
        entry.customerID = customer
        entry.sharedEntryID = sharedID
        entry.kind = kind
        entry.subscriptionGroupID = kind == .autoRenewableSubscription ? "club" : nil
        entry.state = .purchased
        entry.expirationDate = end
        entry.price = price
        return entry
    }

    /// A period of 30 days of a subscription.
    static func period(
        _ id: Int64,
        _ productID: String = "monthly",
        original: Int64? = nil,
        customer: Customer.ID = 1,
        sharing sharedID: Int64? = nil,
        at date: Date = .start
    ) -> LedgerEntry {
        make(
            id,
            productID,
            kind: .autoRenewableSubscription,
            original: original,
            customer: customer,
            sharing: sharedID,
            at: date,
            until: date + .days(30)
        )
    }

    func with(_ change: (inout LedgerEntry) -> Void) -> LedgerEntry {
        var changed = self
        change(&changed)
        return changed
    }
}

extension CustomerSubscription {
    /// A subscription whose current period is an entry.
    static func make(in period: LedgerEntry) -> CustomerSubscription {
        let end = period.expirationDate ?? period.purchaseDate
        return CustomerSubscription(
            id: period.originalID,
            customerID: period.customerID,
            groupID: period.subscriptionGroupID ?? "",
            productID: period.productID,
            entryID: period.id,
            expirationDate: end,
            renewalProductID: period.productID,
            isAutoRenewEnabled: true,
            renewalOffers: [],
            startDate: period.purchaseDate,
            anchor: BillingAnchor(date: period.purchaseDate, count: 1)
        )
    }

    func with(_ change: (inout CustomerSubscription) -> Void) -> CustomerSubscription {
        var changed = self
        change(&changed)
        return changed
    }
}

extension CatalogProduct {
    static let monthly = plan("monthly", level: 2, price: 10)
    static let best = plan("best", level: 1, price: 30)
    static let basic = plan("basic", level: 3, price: 5)
    /// One year for 100, or twelve payments of 10.
    static let year = yearly("year", level: 2, price: 100, monthly: 10)
    static let yearToo = yearly("yearToo", level: 2, price: 110, monthly: 11)
    static let bestYear = yearly("bestYear", level: 1, price: 200, monthly: 20)
    static let basicYear = yearly("basicYear", level: 3, price: 50, monthly: 5)

    private static func yearly(
        _ id: String,
        level: Int,
        price: Decimal,
        monthly: Decimal
    ) -> CatalogProduct {
        var product = plan(id, level: level, price: price)
        product.subscription?.period = SubscriptionPeriod(unit: .year)
        product.subscription?.monthlyPlan = MonthlyPlan(price: monthly)
        return product
    }

    static func plan(_ id: String, level: Int, price: Decimal) -> CatalogProduct {
        CatalogProduct(
            id: id,
            kind: .autoRenewableSubscription,
            price: price,
            subscription: SubscriptionTerms(
                groupID: "club",
                level: level,
                period: SubscriptionPeriod(value: 30, unit: .day)
            )
        )
    }
}

extension StoreSettings {
    /// The settings of a new store but for some changes.
    static func make(_ change: (inout StoreSettings) -> Void) -> StoreSettings {
        var settings = StoreSettings()
        change(&settings)
        return settings
    }
}
