public import AppReceipt
public import Foundation
import StrictJSON

/// What a local App Store sells: products, subscription groups and the initial settings of a
/// session.
///
/// Decode a catalog from a file that Xcode wrote, or make one in code.
public struct Catalog: Sendable, Equatable {
    /// The identifier of the configuration; the oldest files (format 1.0) have none.
    public var identifier: String?

    /// The format version that the file states; decoding does not depend on it.
    public var formatVersion: FormatVersion?

    /// Every product, in file order: products, non-renewing subscriptions, then each group's
    /// subscriptions.
    ///
    /// A file in which an identifier occurs twice is an error. If code adds a second product with
    /// an identifier, ``product(withIdentifier:)`` returns the first.
    public var products: [CatalogProduct] {
        didSet { positions = Self.positions(of: products) }
    }

    /// The subscription groups in file order; a customer has at most one active subscription in
    /// each.
    public var subscriptionGroups: [SubscriptionGroup]

    /// The initial settings of a session: time rate, storefront and planned failures.
    public var settings: CatalogSettings

    /// The key with which promotional offers are signed; without one their signatures cannot be
    /// verified, and none is refused.
    public var promotionalOfferKey: PromotionalOfferKey?

    /// The initial settings for downloads of hosted content.
    public var downloadSettings: DownloadSettings

    /// Probable mistakes in the file that the catalog was decoded from, at most a hundred; empty
    /// for a catalog that was made in code.
    public package(set) var warnings: [CatalogWarning] = []

    private var positions: [ByteExactString: Int]

    /// Makes a catalog in code; the default is an empty one.
    public init(
        identifier: String? = nil,
        formatVersion: FormatVersion? = nil,
        products: [CatalogProduct] = [],
        subscriptionGroups: [SubscriptionGroup] = [],
        settings: CatalogSettings = CatalogSettings(),
        promotionalOfferKey: PromotionalOfferKey? = nil,
        downloadSettings: DownloadSettings = DownloadSettings()
    ) {
        self.identifier = identifier
        self.formatVersion = formatVersion
        self.products = products
        self.subscriptionGroups = subscriptionGroups
        self.settings = settings
        self.promotionalOfferKey = promotionalOfferKey
        self.downloadSettings = downloadSettings
        positions = Self.positions(of: products)
    }

    /// The product with an identifier, in constant time; identifiers are compared byte by byte.
    public func product(withIdentifier identifier: String) -> CatalogProduct? {
        position(of: identifier).map { products[$0] }
    }

    /// The position in ``products`` of the product with an identifier.
    package func position(of identifier: String) -> Int? { positions[ByteExactString(identifier)] }

    /// Whether two catalogs have the same contents, apart from their warnings.
    public static func == (left: Catalog, right: Catalog) -> Bool {
        left.identifier == right.identifier && left.formatVersion == right.formatVersion
            && left.products == right.products
            && left.subscriptionGroups == right.subscriptionGroups
            && left.settings == right.settings
            && left.promotionalOfferKey == right.promotionalOfferKey
            && left.downloadSettings == right.downloadSettings
    }

    private static func positions(of products: [CatalogProduct]) -> [ByteExactString: Int] {
        let pairs = products.enumerated().map { (ByteExactString($0.element.id), $0.offset) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }
}

extension Catalog {
    /// The version of the file format, 1.0 to 5.0 so far.
    public struct FormatVersion: Sendable, Equatable {
        /// The number before the dot.
        public var major: Int

        /// The number after the dot.
        public var minor: Int

        /// Makes a version from its two numbers.
        public init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }
    }
}

extension Catalog {
    /// The greatest number of bytes of a `.storekit` file, 16 MiB.
    package static let sizeLimit = 16 * 1024 * 1024

    /// Decodes the contents of a `.storekit` file of any format version, of at most 16 MiB.
    ///
    /// Decoding goes by keys, not by the version: unknown keys are ignored, and lists and settings
    /// may be missing. Probable mistakes are listed in ``warnings``. Errors and warnings contain
    /// `fileName`.
    public init(data: Data, fileName: String) throws(CatalogError) {
        guard data.count <= Self.sizeLimit else {
            throw CatalogError(fileName: fileName, reason: "expected at most 16 MiB")
        }
        do throws(JSONMismatch) {
            let root = try JSONNode(document: [UInt8](data)).object()
            try self.init(root: root)
            warnings = CatalogLinter(root: root, fileName: fileName, catalog: self).warnings
        } catch {
            throw CatalogError(error, in: fileName)
        }
    }

    private init(root: JSONNode) throws(JSONMismatch) {
        let groups = try root["subscriptionGroups"].optionalElements()
        self.init(
            identifier: try root["identifier"].present?.text(),
            formatVersion: try FormatVersion(node: root["version"]),
            products: try Self.products(root: root, groups: groups),
            subscriptionGroups: try groups.map { node throws(JSONMismatch) in
                try SubscriptionGroup(node: node)
            },
            settings: try CatalogSettings(node: root["settings"]),
            promotionalOfferKey: try root["subscriptionOffersKeyPair"].optionalOfferKey()
        )
        try JSONNode.requireDistinct(groups.map { $0["id"] })
    }

    private static func products(
        root: JSONNode,
        groups: [JSONNode]
    ) throws(JSONMismatch) -> [CatalogProduct] {
        var products: [CatalogProduct] = []
        var identifiers: [JSONNode] = []
        let single =
            try root["products"].optionalElements()
            + root["nonRenewingSubscriptions"].optionalElements()
        for node in single {
            products.append(try CatalogProduct(node: node))
            identifiers.append(node["productID"])
        }
        for group in groups {
            for node in try group.object()["subscriptions"].optionalElements() {
                products.append(try CatalogProduct(subscription: node, group: group))
                identifiers.append(node["productID"])
            }
        }
        try JSONNode.requireDistinct(identifiers)
        return products
    }
}

extension Catalog.FormatVersion {
    fileprivate init?(node: JSONNode) throws(JSONMismatch) {
        guard let major = try node.optionalObject()["major"].present?.integer() else { return nil }
        self.init(major: major, minor: try node["minor"].present?.integer() ?? 0)
    }
}

extension JSONNode {
    /// Checks that all strings among the nodes are different; other nodes are ignored.
    fileprivate static func requireDistinct(_ nodes: [JSONNode]) throws(JSONMismatch) {
        var places: [ByteExactString: String] = [:]
        for node in nodes {
            guard case .string(let text) = node.value else { continue }
            if let place = places.updateValue(node.path, forKey: ByteExactString(text)) {
                let expected = "an identifier unlike that of \(place)"
                throw node.mismatch(expected: expected)
            }
        }
    }
}
