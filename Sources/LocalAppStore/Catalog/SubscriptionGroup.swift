/// Subscriptions of which a customer holds one at a time.
public struct SubscriptionGroup: Sendable, Equatable, Identifiable {
    /// The identifier, which `SubscriptionTerms.groupID` refers to.
    public var id: String

    /// The name its developer knows it by.
    public var name: String

    /// The names customers see, in file order; most files have none.
    public var localizations: [CatalogLocalization]

    /// Makes a group in code.
    public init(id: String, name: String = "", localizations: [CatalogLocalization] = []) {
        self.id = id
        self.name = name
        self.localizations = localizations
    }
}
