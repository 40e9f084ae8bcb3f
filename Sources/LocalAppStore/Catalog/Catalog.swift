/// What a local App Store sells: products, subscription groups, and the settings a session starts
/// from.
///
/// Read one from a file that Xcode wrote, or build one in code. No product is looked up by walking
/// the list: an index keeps up with every change of `products`.
public struct Catalog: Sendable, Equatable {
    /// The identifier of the configuration; the oldest files (format 1.0) have none.
    public var identifier: String?

    /// The format the file says it is written in; reading never depends on it.
    public var formatVersion: FormatVersion?

    /// Every product, in file order: products, non-renewing subscriptions, then each group's
    /// subscriptions.
    ///
    /// A file with an identifier twice is refused; of two such products put here in code, the first
    /// is found.
    public var products: [CatalogProduct] {
        didSet { positions = Self.positions(of: products) }
    }

    /// The groups in which a customer holds at most one subscription, in file order.
    public var subscriptionGroups: [SubscriptionGroup]

    /// What a session starts from: time, place, and what goes wrong.
    public var settings: CatalogSettings

    /// What is unusual in the file that the catalog was read from, at most a hundred places; empty
    /// for one that was made in code.
    public internal(set) var warnings: [CatalogWarning] = []

    private var positions: [ExactText: Int]

    /// Makes a catalog in code; it is empty unless told otherwise.
    public init(
        identifier: String? = nil,
        formatVersion: FormatVersion? = nil,
        products: [CatalogProduct] = [],
        subscriptionGroups: [SubscriptionGroup] = [],
        settings: CatalogSettings = CatalogSettings()
    ) {
        self.identifier = identifier
        self.formatVersion = formatVersion
        self.products = products
        self.subscriptionGroups = subscriptionGroups
        self.settings = settings
        positions = Self.positions(of: products)
    }

    /// The product sold under an identifier, found in constant time; identifiers are compared octet
    /// by octet.
    public func product(withIdentifier identifier: String) -> CatalogProduct? {
        positions[ExactText(identifier)].map { products[$0] }
    }

    /// Whether both sell the same in the same settings; warnings do not count.
    public static func == (left: Catalog, right: Catalog) -> Bool {
        left.identifier == right.identifier && left.formatVersion == right.formatVersion
            && left.products == right.products
            && left.subscriptionGroups == right.subscriptionGroups
            && left.settings == right.settings
    }

    private static func positions(of products: [CatalogProduct]) -> [ExactText: Int] {
        let pairs = products.enumerated().map { (ExactText($0.element.id), $0.offset) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}
