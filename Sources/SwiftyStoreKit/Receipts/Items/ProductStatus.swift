public import Foundation

/// A customer's access to one product, according to a receipt.
public struct ProductStatus: Equatable, Sendable {
    /// A customer's access to a product.
    public enum State: Equatable, Sendable {
        /// It was bought and does not end.
        case owned
        /// The subscription is paid until the date.
        case active(until: Date)
        /// The price was not collected, and the app should serve the customer until the date
        /// nevertheless.
        case inGracePeriod(until: Date)
        /// The price was not collected; the paid period ended on the date, and Apple still tries.
        case inBillingRetry(since: Date)
        /// The subscription ended on the date.
        case expired(since: Date)
        /// An upgrade replaced the subscription.
        case upgraded
        /// It was refunded or revoked, on the date if the receipt has one.
        case revoked(on: Date?)
    }

    /// The identifier of the product.
    public let productId: String
    /// The customer's access to it.
    public let state: State
    /// Every purchase of it, refunded and revoked ones included; the last to end or to be bought is
    /// first.
    public let items: [ReceiptItem]
    /// The renewal that is due, for an auto-renewable subscription.
    public let renewal: SubscriptionRenewal?

    /// Whether the customer may use the product on the date of the query.
    public var isEntitled: Bool {
        switch state {
        case .owned, .active, .inGracePeriod: true
        case .inBillingRetry, .expired, .upgraded, .revoked: false
        }
    }

    /// Creates a status, for example in a test.
    public init(
        productId: String,
        state: State,
        items: [ReceiptItem],
        renewal: SubscriptionRenewal? = nil
    ) {
        self.productId = productId
        self.state = state
        self.items = items
        self.renewal = renewal
    }

    /// Compares everything, the items one by one in their order.
    public static func == (left: ProductStatus, right: ProductStatus) -> Bool {
        left.productId == right.productId && left.state == right.state
            && left.renewal == right.renewal
            && left.items.elementsEqual(right.items) { $0.isSame(as: $1) }
    }
}
