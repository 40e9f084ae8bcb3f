import StrictJSON

/// A group of subscriptions of which a customer has one at a time.
package struct SubscriptionGroup: Sendable, Equatable, Identifiable {
    /// The identifier, to which `SubscriptionTerms.groupID` refers.
    package var id: String

    /// The developer's name for it.
    package var name: String

    /// The names that customers see, in file order; most files have none.
    package var localizations: [CatalogLocalization]

    /// Makes a group in code.
    package init(id: String, name: String = "", localizations: [CatalogLocalization] = []) {
        self.id = id
        self.name = name
        self.localizations = localizations
    }
}

extension SubscriptionGroup {
    init?(node: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(node) else { return nil }
        self.init(
            id: reader.value(try node["id"].identifierText(), or: ""),
            name: reader.value(try node["name"].present?.text(), or: nil) ?? "",
            localizations: CatalogLocalization.list(node["localizations"], reader: &reader)
        )
    }
}
