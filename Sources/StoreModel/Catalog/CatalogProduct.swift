public import Foundation
package import StrictJSON

/// A product of the store.
public struct CatalogProduct: Sendable, Equatable, Identifiable {
    /// The product identifier.
    public var id: String

    /// The identifier that the file's editor assigned: eight hexadecimal digits, or a number from
    /// App Store Connect.
    public var internalID: String?

    /// The type of in-app purchase.
    public var kind: Kind

    /// The developer's name for it, which customers do not see.
    public var referenceName: String?

    /// The price, in the currency of the storefront.
    public var price: Decimal

    /// Whether a purchase is available to the customer's family.
    public var isFamilyShareable: Bool

    /// The names and descriptions that customers see, in file order.
    public var localizations: [CatalogLocalization]

    /// The group, level, period and offers of an auto-renewable subscription; `nil` for other
    /// kinds.
    public var subscription: SubscriptionTerms?

    /// The content that the app downloads after a purchase; empty for most products.
    public var hostedContent: [HostedContent]

    /// Makes a product in code.
    public init(
        id: String,
        internalID: String? = nil,
        kind: Kind = .consumable,
        referenceName: String? = nil,
        price: Decimal = 0,
        isFamilyShareable: Bool = false,
        localizations: [CatalogLocalization] = [],
        subscription: SubscriptionTerms? = nil,
        hostedContent: [HostedContent] = []
    ) {
        self.id = id
        self.internalID = internalID
        self.kind = kind
        self.referenceName = referenceName
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.localizations = localizations
        self.subscription = subscription
        self.hostedContent = hostedContent
    }
}

extension CatalogProduct {
    /// The four types of in-app purchase.
    public enum Kind: String, Sendable, CaseIterable {
        /// Is used up, and can be bought again and again.
        case consumable

        /// Is bought once and does not expire.
        case nonConsumable

        /// Is bought for a limited time, which the app and not the store measures.
        case nonRenewingSubscription

        /// Is bought for a period, and renews at its end until the customer cancels.
        case autoRenewableSubscription
    }
}

extension CatalogProduct {
    /// Decodes a product outside the subscription groups.
    package init(node: JSONNode) throws(JSONMismatch) {
        let kind = try node.object()["type"].choice(of: [
            "Consumable": Kind.consumable,
            "NonConsumable": .nonConsumable,
            "NonRenewingSubscription": .nonRenewingSubscription,
        ])
        try self.init(node: node, kind: kind, subscription: nil)
    }

    /// Decodes a subscription; its group is the one that contains it, whatever its own key states.
    package init(subscription node: JSONNode, group: JSONNode) throws(JSONMismatch) {
        let kind = try node.object()["type"].choice(of: [
            "RecurringSubscription": Kind.autoRenewableSubscription
        ])
        let terms = try SubscriptionTerms(node: node, groupID: try group["id"].identifierText())
        try self.init(node: node, kind: kind, subscription: terms)
    }

    private init(
        node: JSONNode,
        kind: Kind,
        subscription: SubscriptionTerms?
    ) throws(JSONMismatch) {
        self.init(
            id: try node["productID"].identifierText(),
            internalID: try node["internalID"].present?.text(),
            kind: kind,
            referenceName: try node["referenceName"].present?.text(),
            price: try node["displayPrice"].price(),
            isFamilyShareable: try node["familyShareable"].optionalFlag(),
            localizations: try CatalogLocalization.list(decoding: node["localizations"]),
            subscription: subscription
        )
    }
}
