public import AppReceipt
public import EntitlementModel
import Foundation

/// An app: whose signatures count for it, and what its products entitle to.
public struct AppConfiguration: Sendable {
    public let bundleID: String
    /// The number of the app in the App Store, which documents of production have to name.
    public let appAppleID: Int64?
    /// The trusted roots of each environment that is served.
    public let roots: [PurchaseEnvironment: TrustedRoots]
    public let catalog: ProductCatalog

    public init(
        bundleID: String,
        appAppleID: Int64? = nil,
        roots: [PurchaseEnvironment: TrustedRoots],
        catalog: ProductCatalog = ProductCatalog()
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.roots = roots
        self.catalog = catalog
    }

    /// The scopes that are served.
    public var scopes: [PurchaseScope] {
        roots.keys.map { PurchaseScope(app: bundleID, environment: $0) }.sorted()
    }
}

/// The apps that are served.
public struct AppDirectory: Sendable {
    private let apps: [String: AppConfiguration]

    public init(_ apps: [AppConfiguration]) {
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
    }

    public var bundleIDs: [String] { apps.keys.sorted() }
    public var scopes: [PurchaseScope] { apps.values.flatMap(\.scopes).sorted() }

    public subscript(bundleID: String) -> AppConfiguration? { apps[bundleID] }

    /// Whether an app is served in an environment.
    public func contains(_ scope: PurchaseScope) -> Bool {
        apps[scope.app]?.roots[scope.environment] != nil
    }

    /// The rule by which the purchases of an app are judged.
    func rule(of app: String) -> EntitlementRule {
        EntitlementRule(apps[app]?.catalog ?? ProductCatalog())
    }
}
