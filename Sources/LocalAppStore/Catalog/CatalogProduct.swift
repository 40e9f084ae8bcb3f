public import Foundation

/// One thing the store sells.
public struct CatalogProduct: Sendable, Equatable, Identifiable {
    /// The product identifier, which an app asks for.
    public var id: String

    /// The identifier the file's editor gave it: eight hexadecimal digits, or App Store Connect's
    /// number.
    public var internalID: String?

    /// What is sold, which decides how often it can be bought and whether it ends.
    public var kind: Kind

    /// The name its developer knows it by; customers never see it.
    public var referenceName: String?

    /// The price, in the currency of the storefront.
    public var price: Decimal

    /// Whether a family shares one purchase.
    public var isFamilyShareable: Bool

    /// The names and descriptions customers see, in file order.
    public var localizations: [CatalogLocalization]

    /// Group, level, period and offers of an auto-renewable subscription; `nil` for every other
    /// kind.
    public var subscription: SubscriptionTerms?

    /// Makes a product in code.
    public init(
        id: String,
        internalID: String? = nil,
        kind: Kind = .consumable,
        referenceName: String? = nil,
        price: Decimal = 0,
        isFamilyShareable: Bool = false,
        localizations: [CatalogLocalization] = [],
        subscription: SubscriptionTerms? = nil
    ) {
        self.id = id
        self.internalID = internalID
        self.kind = kind
        self.referenceName = referenceName
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.localizations = localizations
        self.subscription = subscription
    }
}
