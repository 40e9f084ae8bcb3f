public import Foundation
import StrictJSON

/// A product of the store.
public struct CatalogProduct: Sendable, Equatable, Identifiable {
    /// The product identifier.
    public var id: String
    /// The identifier that the file's editor assigned.
    package var internalID: String?
    /// The type of in-app purchase.
    public var kind: Kind
    /// The developer's name for it, which customers do not see.
    package var referenceName: String?
    /// The price, in the currency of the storefront.
    public var price: Decimal
    /// Whether a purchase is available to the customer's family.
    public var isFamilyShareable: Bool
    /// The names and descriptions that customers see, in file order.
    public var localizations: [CatalogLocalization]
    /// The group, level, period and offers of an auto-renewable subscription; `nil` for other
    /// kinds.
    public var subscription: SubscriptionTerms?
    /// The offers that are redeemed with a code; an auto-renewable subscription has its code offers
    /// in ``subscription``.
    public var codeOffers: [OneTimeOffer] = []
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
    init?(node: JSONNode, reader: inout CatalogReader) {
        let kinds: KeyValuePairs = [
            "Consumable": Kind.consumable,
            "NonConsumable": .nonConsumable,
            "NonRenewingSubscription": .nonRenewingSubscription,
        ]
        self.init(node: node, kinds: kinds, subscription: nil, reader: &reader)
        codeOffers = reader.elements(node[OneTimeOffer.key]).compactMap {
            OneTimeOffer(node: $0, reader: &reader)
        }
    }

    /// Decodes the subscriptions of a group, regardless of the group that their own keys state.
    ///
    /// A subscription without a level is one level below the subscription before it.
    static func subscriptions(
        _ nodes: [JSONNode],
        of group: SubscriptionGroup,
        reader: inout CatalogReader
    ) -> [CatalogProduct] {
        var level = 0
        return nodes.compactMap { node in
            guard reader.isObject(node) else { return nil }
            let terms = SubscriptionTerms(
                node: node,
                groupID: group.id,
                defaultLevel: level + 1,
                reader: &reader
            )
            level = terms.level
            let kinds: KeyValuePairs = ["RecurringSubscription": Kind.autoRenewableSubscription]
            return Self(node: node, kinds: kinds, subscription: terms, reader: &reader)
        }
    }

    private init?(
        node: JSONNode,
        kinds: KeyValuePairs<String, Kind>,
        subscription: SubscriptionTerms?,
        reader: inout CatalogReader
    ) {
        guard reader.isObject(node) else { return nil }
        self.init(
            id: reader.value(try node["productID"].identifierText(), or: ""),
            internalID: reader.value(try node["internalID"].present?.text(), or: nil),
            kind: reader.value(try node["type"].choice(of: kinds), or: .consumable),
            referenceName: reader.value(try node["referenceName"].present?.text(), or: nil),
            price: reader.value(try node["displayPrice"].price(), or: 0),
            isFamilyShareable: reader.value(try node["familyShareable"].optionalFlag(), or: false),
            localizations: CatalogLocalization.list(node["localizations"], reader: &reader),
            subscription: subscription
        )
    }
}

extension CatalogProduct {
    /// The offer of a product that doesn't renew; of several with one name, the first counts.
    package func codeOffer(withReferenceName name: String) -> OneTimeOffer? {
        codeOffers.first { ByteExactString($0.referenceName) == ByteExactString(name) }
    }
}
