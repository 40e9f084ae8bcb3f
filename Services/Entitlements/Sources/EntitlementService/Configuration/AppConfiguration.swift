package import AppReceipt
package import EntitlementModel
import Foundation

/// An app with its trusted roots and the entitlements of its products.
package struct AppConfiguration: Sendable {
    package let bundleID: String
    /// The app's Apple ID; production documents must contain it.
    package let appAppleID: Int64?
    /// The trusted roots of each environment that is served.
    package let roots: [PurchaseEnvironment: TrustedRoots]
    package let catalog: ProductCatalog
    /// The owners of a purchase that several accounts claim.
    package let transferPolicy: TransferPolicy
    /// The data of an erased customer's purchases that remain.
    package let erasure: ErasurePolicy
    /// The answers to consumption requests that the team leaves open; `nil` for none.
    package let consumption: ConsumptionRule?

    package init(
        bundleID: String,
        appAppleID: Int64? = nil,
        roots: [PurchaseEnvironment: TrustedRoots],
        catalog: ProductCatalog = ProductCatalog(),
        transferPolicy: TransferPolicy = .newest,
        erasure: ErasurePolicy = .transactions,
        consumption: ConsumptionRule? = nil
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.roots = roots
        self.catalog = catalog
        self.transferPolicy = transferPolicy
        self.erasure = erasure
        self.consumption = consumption
    }

    /// The scopes that are served.
    package var scopes: [PurchaseScope] {
        roots.keys.map { PurchaseScope(app: bundleID, environment: $0) }.sorted()
    }
}

/// The apps that are served.
package struct AppDirectory: Sendable {
    private let apps: [String: AppConfiguration]

    package init(_ apps: [AppConfiguration]) {
        self.apps = Dictionary(apps.map { ($0.bundleID, $0) }) { first, _ in first }
    }

    package var bundleIDs: [String] { apps.keys.sorted() }
    package var scopes: [PurchaseScope] { apps.values.flatMap(\.scopes).sorted() }

    package subscript(bundleID: String) -> AppConfiguration? { apps[bundleID] }

    /// Whether an app is served in an environment.
    package func contains(_ scope: PurchaseScope) -> Bool {
        apps[scope.app]?.roots[scope.environment] != nil
    }

    /// The entitlement rule of an app.
    func rule(of app: String) -> EntitlementRule {
        EntitlementRule(apps[app]?.catalog ?? ProductCatalog())
    }

    /// Returns the rule of an app for a purchase that several accounts claim.
    func transferPolicy(of app: String) -> TransferPolicy {
        apps[app]?.transferPolicy ?? .newest
    }
}
