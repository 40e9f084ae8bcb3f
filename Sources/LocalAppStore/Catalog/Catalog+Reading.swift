public import Foundation

extension Catalog {
    /// Reads a `.storekit` file of any format version, of at most 16 MiB.
    ///
    /// Keys decide what is read, never the version: an unknown key is ignored, and a list or the
    /// settings may be missing. What is unusual is among the ``warnings``.
    public init(contentsOf url: URL) throws(CatalogError) {
        try self.init(data: try CatalogFile(url: url).contents(), fileName: url.lastPathComponent)
    }

    /// Reads the contents of a `.storekit` file; errors call it by the name given here.
    public init(data: Data, fileName: String) throws(CatalogError) {
        let data = try CatalogFile.checked(data, fileName: fileName)
        try self.init(root: try CatalogNode.root(of: data, fileName: fileName))
    }

    private init(root: CatalogNode) throws(CatalogError) {
        let groups = try root["subscriptionGroups"].elements()
        self.init(
            identifier: try root["identifier"].optionalText(),
            formatVersion: try FormatVersion(node: root["version"]),
            products: try Self.products(root: root, groups: groups),
            subscriptionGroups: try groups.map { node throws(CatalogError) in
                try SubscriptionGroup(node: node)
            },
            settings: try CatalogSettings(node: root["settings"])
        )
        try CatalogNode.requireDistinct(groups.map { $0["id"] })
        warnings = CatalogReview(root: root, catalog: self).warnings
    }

    private static func products(
        root: CatalogNode,
        groups: [CatalogNode]
    ) throws(CatalogError) -> [CatalogProduct] {
        var products: [CatalogProduct] = []
        var identifiers: [CatalogNode] = []
        let single = try root["products"].elements() + root["nonRenewingSubscriptions"].elements()
        for node in single {
            products.append(try CatalogProduct(single: node))
            identifiers.append(node["productID"])
        }
        for group in groups {
            for node in try group.object()["subscriptions"].elements() {
                products.append(try CatalogProduct(subscription: node, group: group))
                identifiers.append(node["productID"])
            }
        }
        try CatalogNode.requireDistinct(identifiers)
        return products
    }
}

extension Catalog.FormatVersion {
    fileprivate init?(node: CatalogNode) throws(CatalogError) {
        guard let major = try node.optionalObject()["major"].optionalInteger() else { return nil }
        self.init(major: major, minor: try node["minor"].optionalInteger() ?? 0)
    }
}
