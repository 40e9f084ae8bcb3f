extension CatalogProduct {
    /// Reads a product that stands outside the groups.
    init(single node: CatalogNode) throws(CatalogError) {
        let kind = try node.object()["type"].choice(of: [
            "Consumable": Kind.consumable,
            "NonConsumable": .nonConsumable,
            "NonRenewingSubscription": .nonRenewingSubscription,
        ])
        try self.init(node: node, kind: kind, subscription: nil)
    }

    /// Reads a subscription; the group it stands in is its group, whatever it says itself.
    init(subscription node: CatalogNode, group: CatalogNode) throws(CatalogError) {
        let kind = try node.object()["type"].choice(of: [
            "RecurringSubscription": Kind.autoRenewableSubscription
        ])
        let terms = try SubscriptionTerms(node: node, groupID: try group["id"].identifier())
        try self.init(node: node, kind: kind, subscription: terms)
    }

    private init(
        node: CatalogNode,
        kind: Kind,
        subscription: SubscriptionTerms?
    ) throws(CatalogError) {
        self.init(
            id: try node["productID"].identifier(),
            internalID: try node["internalID"].optionalText(),
            kind: kind,
            referenceName: try node["referenceName"].optionalText(),
            price: try node["displayPrice"].price(),
            isFamilyShareable: try node["familyShareable"].flag(),
            localizations: try CatalogLocalization.list(node["localizations"]),
            subscription: subscription
        )
    }
}
