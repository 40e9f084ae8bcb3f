extension SubscriptionGroup {
    init(node: CatalogNode) throws(CatalogError) {
        self.init(
            id: try node.object()["id"].identifier(),
            name: try node["name"].optionalText() ?? "",
            localizations: try CatalogLocalization.list(node["localizations"])
        )
    }
}
