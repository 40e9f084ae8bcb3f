public import Foundation

/// One line of a store's ledger: what became of one payment, or of one restored purchase.
///
/// An entry is delivered to the app until it is finished. Dates are the store's own.
public struct LedgerEntry: Sendable, Equatable, Identifiable {
    /// The number under which the App Store knows the transaction; never used twice in one ledger.
    public var id: Int64
    /// The `id` of the first transaction of this purchase; the entry's own for a first purchase.
    public var originalID: Int64
    /// The payment that made the entry; the same token never makes a second one.
    public var paymentToken: UUID
    /// The product that was bought.
    public var productID: String
    /// The product's kind at the time of purchase; `nil` for a product that the store does not
    /// have.
    public var kind: CatalogProduct.Kind?
    /// How many were bought, from 1 to 10.
    public var quantity: Int
    /// The subscription group, for an auto-renewable subscription.
    public var subscriptionGroupID: String?
    /// Where the entry stands.
    public var state: State
    /// Why the payment failed, when it did.
    public var failure: Failure?
    /// Whether the app said that it delivered what was bought.
    public var isFinished: Bool
    /// Whether the purchase failed for a reason that the customer can still resolve.
    public var hasIssue: Bool
    /// When the purchase, or the failure, happened.
    public var purchaseDate: Date
    /// When the first transaction of this purchase happened.
    public var originalPurchaseDate: Date
    /// When the period that was paid for ends, for an auto-renewable subscription.
    public var expirationDate: Date?
    /// When the App Store took the purchase back.
    public var revocationDate: Date?
    /// Whether the app has yet to hear of the revocation.
    public var isRevocationUndelivered: Bool
    /// Whether another subscription of the same group has taken this one's place.
    public var isUpgraded: Bool
    /// What one piece cost the customer; 0 for what was free, and for what was never charged.
    public var price: Decimal
    /// The currency of `price`, in ISO 4217 letters.
    public var currencyCode: String
    /// The storefront of the purchase, in ISO 3166-1 alpha-3 letters.
    public var storefront: String
    /// The discount that the price includes.
    public var offer: Offer?
    /// The discount that the payment asked for.
    public var discount: PaymentRequest.Discount?
    /// What the app says about whose purchase it is.
    public var applicationUsername: String?
    /// Data that the app attached to the payment.
    public var requestData: Data?

    /// What the customer paid in all, in `currencyCode`.
    public var amountCharged: Decimal {
        state == .purchased ? price * Decimal(quantity) : 0
    }
}
