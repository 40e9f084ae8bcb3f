public import Foundation
import LocalAppStore

extension Catalog {
    /// Subscriptions at 10 a month in a group with three levels, and others with offers in groups
    /// of their own.
    static let subscriptions = Catalog(products: [
        .make("monthly", level: 2, price: 10),
        .make("monthlyToo", level: 2, price: 12),
        .make("yearly", level: 2, price: 100, period: .init(unit: .year)),
        .make("best", level: 1, price: 30),
        .make("basic", level: 3, price: 5),
        .make("weekly", group: "news", level: 1, price: 3, period: .init(unit: .week)),
        .make("trial", group: "trials", level: 1, price: 10, introductoryOffer: .trial),
        .make("payAsYouGo", group: "go", level: 1, price: 10, introductoryOffer: .threeForOne),
        .make("payUpFront", group: "front", level: 1, price: 10, introductoryOffer: .halfYear),
    ])
}

extension CatalogOffer {
    fileprivate static let threeForOne = CatalogOffer(
        paymentMode: .payAsYouGo,
        period: .month,
        numberOfPeriods: 3,
        price: 1
    )
    fileprivate static let halfYear = CatalogOffer(
        paymentMode: .payUpFront,
        period: SubscriptionPeriod(value: 6, unit: .month),
        price: 20
    )
}

extension Date: @retroactive ExpressibleByStringLiteral {
    /// A date in ISO 8601; a malformed one is the distant past.
    public init(stringLiteral text: String) {
        self = ISO8601DateFormatter().date(from: text) ?? .distantPast
    }
}
