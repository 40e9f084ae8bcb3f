import Foundation

/// A product that a customer may use, or could use until a renewal failed.
public struct Entitlement: Hashable, Sendable {
    /// Why the product is listed.
    public enum State: String, Sendable {
        /// It is paid for.
        case active
        /// The renewal failed, and the App Store tries again while the customer keeps the product.
        case gracePeriod
        /// The renewal failed, and the App Store tries again while the customer is without the
        /// product.
        case billingRetry
    }

    public let name: String
    public let productID: String
    public let originalTransactionID: String
    public let state: State
    /// The end of the access; `nil` if it has none. Where nothing is granted, it has passed.
    public let until: Milliseconds?

    public var isGranted: Bool { state != .billingRetry }
}
