extension CatalogLocalization {
    static func list(_ node: CatalogNode) throws(CatalogError) -> [CatalogLocalization] {
        try node.elements().map { node throws(CatalogError) in try CatalogLocalization(node: node) }
    }

    private init(node: CatalogNode) throws(CatalogError) {
        self.init(
            localeIdentifier: try node.object()["locale"].locale(),
            displayName: try node["displayName"].optionalText() ?? "",
            productDescription: try node["description"].optionalText() ?? ""
        )
    }
}
