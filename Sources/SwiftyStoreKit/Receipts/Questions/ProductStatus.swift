/// What a receipt says about one product.
public struct ProductStatus: Equatable, Sendable {
    /// The identifier of the product.
    public let productId: String
    /// What the customer has of it.
    public let state: State
    /// Every purchase of it, the last to end or to be bought first, those that were taken back
    /// included.
    public let items: [ReceiptItem]
    /// What comes next, for an auto-renewable subscription.
    public let renewal: SubscriptionRenewal?

    /// Whether the customer may use the product on the date that was asked for.
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
            && left.renewal == right.renewal && left.items.areSame(as: right.items)
    }
}
