/// An app and an environment, which keep everything apart: no purchase is known beyond its scope.
public struct PurchaseScope: Hashable, Sendable {
    /// The bundle identifier of the app.
    public let app: String
    public let environment: PurchaseEnvironment

    public init(app: String, environment: PurchaseEnvironment) {
        self.app = app
        self.environment = environment
    }
}

/// An environment of the App Store, named as signed documents and requests name it.
public enum PurchaseEnvironment: String, Hashable, Sendable, CaseIterable {
    case production = "Production"
    case sandbox = "Sandbox"
}

/// The key of a purchase, by which data can be spread over machines: an original transaction and
/// its scope.
public struct PurchaseKey: Hashable, Sendable {
    public let scope: PurchaseScope
    public let originalTransactionID: String

    public init(scope: PurchaseScope, originalTransactionID: String) {
        self.scope = scope
        self.originalTransactionID = originalTransactionID
    }
}

// The order in which rows are locked, and which PostgreSQL has with COLLATE "C": byte by byte.
extension PurchaseScope: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.app != right.app { return left.app.utf8.lexicographicallyPrecedes(right.app.utf8) }
        return left.environment.rawValue < right.environment.rawValue
    }
}

extension PurchaseKey: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.scope != right.scope { return left.scope < right.scope }
        return left.originalTransactionID.utf8
            .lexicographicallyPrecedes(right.originalTransactionID.utf8)
    }
}

extension PurchaseScope: CustomStringConvertible {
    /// App and environment, for messages.
    public var description: String { "\(app) \(environment.rawValue)" }
}
