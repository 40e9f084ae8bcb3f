/// An app and an environment, the scope of a purchase.
package struct PurchaseScope: Hashable, Sendable {
    /// The bundle identifier of the app.
    package let app: String
    package let environment: PurchaseEnvironment

    package init(app: String, environment: PurchaseEnvironment) {
        self.app = app
        self.environment = environment
    }
}

/// An environment of the App Store, named as signed documents and requests name it.
package enum PurchaseEnvironment: String, Hashable, Sendable, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"
}

/// The key of a purchase, for distribution over machines: an original transaction and its scope.
package struct PurchaseKey: Hashable, Sendable {
    package let scope: PurchaseScope
    package let originalTransactionID: String

    package init(scope: PurchaseScope, originalTransactionID: String) {
        self.scope = scope
        self.originalTransactionID = originalTransactionID
    }
}

// The order of locking rows: byte by byte, as in PostgreSQL with COLLATE "C".
extension PurchaseScope: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.app != right.app { return left.app.utf8.lexicographicallyPrecedes(right.app.utf8) }
        return left.environment.rawValue < right.environment.rawValue
    }
}

extension PurchaseKey: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
        return left.originalTransactionID.utf8
            .lexicographicallyPrecedes(right.originalTransactionID.utf8)
    }
}

extension PurchaseScope: CustomStringConvertible {
    /// App and environment, for messages.
    package var description: String { "\(app) \(environment.rawValue)" }
}
