import Foundation
package import LocalAppStore

/// A request for a new receipt.
///
/// The store issues it for the customer's current purchases, without finished consumables.
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?

    /// Makes a request for a receipt with certain properties, which only test environments such as
    /// this store respect.
    ///
    /// The keys are `SKReceiptPropertyIsExpired` and its siblings, the values `true` or `false`.
    /// Properties apply to this receipt alone: the next refresh without them issues a receipt
    /// without them.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
        super.init()
    }

    /// Makes a request for an ordinary receipt.
    public override init() {
        properties = nil
        super.init()
    }

    /// Makes a request to one store, regardless of the store in use.
    package init(receiptProperties properties: [String: Any]?, store: Store) {
        self.properties = properties
        super.init(store: store)
    }

    /// The properties that the receipt should have.
    open var receiptProperties: [String: Any]? { properties }

    /// Sends the request to the store.
    ///
    /// When the delegate is called at the end, on the main queue, the new file is in place.
    open override func start() {
        let properties = ReceiptProperties(properties)
        run(.receiptRefresh, of: "receipt", failingWith: \.receiptRefreshError) {
            try $0.refreshReceipt(properties, asOf: $1, failing: $2)
        }
    }

    /// Cancels the request, after which the delegate is not called; the receipt may be renewed
    /// nevertheless.
    open override func cancel() {
        cancelRun()
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key for an expired receipt; the value is `true` or `false`.
public let SKReceiptPropertyIsExpired = "expired"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key for a revoked receipt; the value is `true` or `false`.
public let SKReceiptPropertyIsRevoked = "revoked"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key for a receipt of a volume purchase; the value is `true` or `false`.
public let SKReceiptPropertyIsVolumePurchase = "vpp"

extension ReceiptProperties {
    /// Reads the properties of a refresh request; a missing value, or one that isn't a boolean,
    /// counts as `false`.
    init(_ properties: [String: Any]?) {
        func isTrue(_ key: String) -> Bool {
            let value = properties?[key]
            return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
        }
        self.init(
            isExpired: isTrue(SKReceiptPropertyIsExpired),
            isRevoked: isTrue(SKReceiptPropertyIsRevoked),
            isVolumePurchase: isTrue(SKReceiptPropertyIsVolumePurchase)
        )
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Ends the process with status 173, by which macOS learns that the app's receipt is invalid.
///
/// Here the status has no further effect, and the store is not involved.
public func SKTerminateForInvalidReceipt() {
    exit(173)
}
