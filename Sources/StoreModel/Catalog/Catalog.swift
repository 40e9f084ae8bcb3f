package import AppReceipt
public import Foundation
import StrictJSON

/// The offer of a local App Store: products, subscription groups and the initial settings of a
/// session.
///
/// Decode a catalog from a file that Xcode wrote, or make one of products in code.
public struct Catalog: Sendable, Equatable {
    /// The identifier of the configuration; the oldest files (format 1.0) have none.
    package var identifier: String?
    /// The format version that the file states; decoding does not depend on it.
    package var formatVersion: FormatVersion?

    /// Every product, in file order: products, non-renewing subscriptions, then each group's
    /// subscriptions.
    ///
    /// A file in which an identifier occurs twice is an error. If code adds a second product with
    /// an identifier, ``product(withIdentifier:)`` returns the first.
    public var products: [CatalogProduct] {
        didSet { positions = Self.positions(of: products) }
    }

    /// The groups in file order; a customer has one active subscription in each.
    package var subscriptionGroups: [SubscriptionGroup] = []

    /// The initial settings of a session: time rate, storefront and planned failures.
    package var settings: StoreSettings
    /// The key that signs promotional offers; without one, any well-formed signature is valid.
    package var promotionalOfferKey: PromotionalOfferKey?
    package var downloadSettings = DownloadSettings()

    /// Probable mistakes in the file that the catalog was decoded from, at most a hundred; empty
    /// for a catalog that was made in code.
    package var warnings: [CatalogWarning] = []

    private var positions: [ByteExactString: Int]

    /// Makes a catalog of products in code.
    public init(products: [CatalogProduct]) {
        self.init(products: products, settings: StoreSettings())
    }

    package init(
        products: [CatalogProduct] = [],
        settings: StoreSettings = StoreSettings(),
        promotionalOfferKey: PromotionalOfferKey? = nil
    ) {
        self.products = products
        self.settings = settings
        self.promotionalOfferKey = promotionalOfferKey
        positions = Self.positions(of: products)
    }

    /// The product with an identifier, in constant time; identifiers are compared byte by byte.
    public func product(withIdentifier identifier: String) -> CatalogProduct? {
        position(of: identifier).map { products[$0] }
    }

    /// The position in ``products`` of the product with an identifier.
    package func position(of identifier: String) -> Int? { positions[ByteExactString(identifier)] }

    /// A sentence with the product that an unknown identifier probably means, or an empty string.
    package func suggestion(for productID: String) -> String {
        let meant = products.map(\.id).closest(to: productID)
        return meant.map { ". Did you mean \"\($0)\"?" } ?? ""
    }

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

    /// The version of the file format, 1.0 to 5.0 so far.
    package struct FormatVersion: Sendable, Equatable {
        package var major: Int
        package var minor: Int
    }
}

extension Catalog {
    package static let sizeLimit = 16 * 1024 * 1024

    /// Decodes the contents of a `.storekit` file of any format version, of at most 16 MiB.
    ///
    /// Decoding goes by keys, not by the version: unknown keys are ignored, and lists and settings
    /// may be missing. An error lists all mistakes, with `fileName`.
    public init(data: Data, fileName: String) throws(CatalogError) {
        guard data.count <= Self.sizeLimit else {
            throw CatalogError(fileName: fileName, reason: "expected at most 16 MiB")
        }
        self = try CatalogReader.read(data, fileName: fileName) { root, reader in
            var catalog = Catalog(root: root, reader: &reader)
            let linter = CatalogLinter(root: root, fileName: fileName, catalog: catalog)
            catalog.warnings = linter.warnings
            return catalog
        }
    }

    private init(root: JSONNode, reader: inout CatalogReader) {
        guard reader.isObject(root) else {
            self.init()
            return
        }
        let groupNodes = reader.elements(root["subscriptionGroups"])
        var nodes =
            reader.elements(root["products"]) + reader.elements(root["nonRenewingSubscriptions"])
        var products = nodes.compactMap { CatalogProduct(node: $0, reader: &reader) }
        var groups: [SubscriptionGroup] = []
        for node in groupNodes {
            guard let group = SubscriptionGroup(node: node, reader: &reader) else { continue }
            groups.append(group)
            let subscriptions = reader.elements(node["subscriptions"])
            products += CatalogProduct.subscriptions(subscriptions, of: group, reader: &reader)
            nodes += subscriptions
        }
        reader.requireDistinct(nodes.map { $0["productID"] })
        reader.requireDistinct(groupNodes.map { $0["id"] })
        self.init(
            products: products,
            settings: StoreSettings(node: root["settings"], reader: &reader),
            promotionalOfferKey: reader.value(
                try root["subscriptionOffersKeyPair"].optionalOfferKey(),
                or: nil
            )
        )
        identifier = reader.value(try root["identifier"].present?.text(), or: nil)
        formatVersion = reader.value(try FormatVersion(node: root["version"]), or: nil)
        subscriptionGroups = groups
        reader.explainMissingMembers(of: root, by: .root)
    }
}

extension Catalog.FormatVersion {
    fileprivate init?(node: JSONNode) throws(JSONMismatch) {
        guard let major = try node.optionalObject()["major"].present?.integer() else { return nil }
        self.init(major: major, minor: try node["minor"].present?.integer() ?? 0)
    }
}
