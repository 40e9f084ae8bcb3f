public import Foundation

/// An entry of a store's ledger: the outcome of a payment, or a restored purchase.
///
/// An entry is delivered to the app until it is finished. Dates follow the store's clock.
public struct LedgerEntry: Sendable, Equatable, Identifiable {
    /// The number of the transaction, which is never used again in the same ledger.
    public var id: Int64
    /// The `id` of the purchase's first transaction; the entry's own `id` for a first purchase.
    public var originalID: Int64 = 0
    /// The customer whose purchase this is.
    public var customerID: Customer.ID = 0
    /// The `id` of the purchase of another customer to which this entry gives access; `nil` for the
    /// customer's own purchases.
    ///
    /// For a period with added seats, it is the first transaction.
    public var sharedEntryID: Int64?
    /// The token of the payment; a second payment with the same token makes no second entry.
    package var paymentToken: UUID
    /// The product identifier.
    public var productID: String
    /// The kind of product at the time of purchase; `nil` if the catalog did not contain the
    /// product.
    public var kind: CatalogProduct.Kind?
    /// The quantity: from 1 to 10, or the seats that a transaction of a subscription added.
    public var quantity = 1
    package var subscriptionGroupID: String?
    /// The state of the transaction.
    public var state = State.failed
    /// The reason why the payment failed; `nil` if it did not fail.
    public var failure: Failure?
    /// Whether the app has finished the transaction.
    public var isFinished = false
    /// Whether the purchase failed because of an issue that the customer can still resolve.
    public var hasIssue = false
    /// The date of the purchase or of the failure.
    public var purchaseDate: Date
    /// The date of the purchase's first transaction.
    package var originalPurchaseDate: Date
    /// The end of the period that was paid for, of an auto-renewable subscription.
    public var expirationDate: Date?
    /// The date on which the purchase was refunded or revoked.
    public var revocationDate: Date?
    /// The reason why the purchase was refunded or revoked; `nil` if it was not.
    public var revocationReason: RevocationReason?
    /// Whether the revocation has yet to be delivered to the app.
    package var isRevocationUndelivered = false
    /// Whether another subscription of the same group has replaced this one.
    public var isUpgraded = false
    /// The date on which another subscription of the same group replaced this one.
    package var upgradeDate: Date?
    /// Whether the store made it to renew a subscription.
    public var isRenewal = false
    /// The price of one unit; 0 if it was free or was not charged.
    ///
    /// For seats it is the average, rounded half up to thousandths; ``seats`` contains the prices.
    public var price: Decimal = 0
    /// The plan by which a subscription is paid.
    package var plan = BillingPlan.upFront
    /// The commitment that includes this payment; `nil` for a payment up front.
    public var commitment: Commitment?
    /// The purchased seats; `nil` for a purchase without seats.
    public var seats: Seats?
    /// Whether the customer has a seat of another customer's subscription.
    package var isAssigned = false
    /// The part of `amountCharged` that was refunded, in `currencyCode`.
    ///
    /// A refund is of the whole amount. An upgrade refunds the rest of the period that it replaces.
    public var amountRefunded: Decimal = 0
    /// The ISO 4217 code of the currency of `price`.
    public var currencyCode: String
    /// The storefront of the purchase as an ISO 3166-1 alpha-3 code.
    public var storefront: String
    /// The offer that the price includes.
    public var offer: Offer?
    /// The offer that the payment requested, whether or not it was charged.
    package var requestedOffer: PaymentRequest.Offer?
    /// The developer's decision about the introductory offer, as the payment has it.
    package var allowsIntroductoryOffer: Bool?
    /// The app's identifier for the customer's account.
    public var applicationUsername: String?
    /// Data that the app attached to the payment request.
    package var requestData: Data?
    /// The API that the app used to buy; `nil` outside the app, and before the API was recorded.
    package var purchaseAPI: API?
    /// The API that the app used to finish the transaction; `nil` if the app didn't finish it.
    package var finishAPI: API?

    /// Makes a payment of one unit that costs nothing; the ledger assigns its `id` and customer.
    package init(
        id: Int64 = 0,
        paymentToken: UUID,
        productID: String,
        purchaseDate: Date,
        currencyCode: String,
        storefront: String
    ) {
        self.id = id
        self.paymentToken = paymentToken
        self.productID = productID
        self.purchaseDate = purchaseDate
        originalPurchaseDate = purchaseDate
        self.currencyCode = currencyCode
        self.storefront = storefront
    }

    /// The origin of the customer's access to the purchase.
    public var ownership: Ownership {
        guard isShared else { return .purchased }
        return isAssigned ? .assigned : .familyShared
    }

    /// Whether another customer bought it.
    package var isShared: Bool { sharedEntryID != nil }

    /// Whether another member of the family bought it and shares it.
    public var isFamilyShared: Bool { ownership == .familyShared }

    /// Whether it is a transaction, and not the choice of another product for the next renewal.
    ///
    /// A payment queue delivers both; lists, receipts and histories have transactions alone.
    package var isTransaction: Bool { state != .scheduled }

    /// Whether it is another delivery of a non-consumable that the customer owned already.
    ///
    /// The original API delivers such a repetition; lists of transactions have the purchase alone.
    package var isRepetition: Bool {
        kind == .nonConsumable && originalID != id
    }

    /// Whether StoreKit 2 lists it.
    package var isListed: Bool { state == .purchased && !isRepetition }

    /// Whether two states of an entry differ in their delivery alone.
    package func hasSameContent(as other: LedgerEntry) -> Bool {
        var other = other
        other.isFinished = isFinished
        other.finishAPI = finishAPI
        other.isRevocationUndelivered = isRevocationUndelivered
        return other == self
    }

    package var discount: PaymentRequest.Discount? { requestedOffer?.discount }

    /// The total amount that was charged, in `currencyCode`.
    package var amountCharged: Decimal {
        guard state == .purchased, !isShared else { return 0 }
        return seats?.price ?? price * Decimal(quantity)
    }

    /// The origin of a customer's access to a purchase.
    public enum Ownership: String, Sendable, CaseIterable {
        /// The customer bought it.
        case purchased
        /// A member of the family bought it and shares it.
        case familyShared
        /// The purchaser of seats gave it to the customer.
        case assigned
    }

    /// The state of a transaction.
    public enum State: String, Sendable, CaseIterable {
        /// The product was bought.
        case purchased
        /// The purchase was cancelled, refused or interrupted; nothing was charged.
        case failed
        /// The purchase waits for approval; nothing was charged yet.
        case deferred
        /// A copy of an earlier purchase, which a restore delivers again.
        case restored
        /// The customer chose another product, or an offer, for a subscription's next renewal.
        ///
        /// Nothing was charged. The payment queue delivers the entry until it is finished, but it
        /// isn't a transaction: the renewal makes one.
        case scheduled
    }

    /// One of StoreKit's two APIs.
    public enum API: String, Sendable, CaseIterable {
        /// The original API, with `SKPaymentQueue`.
        case storeKit1
        /// The API with `Product` and `Transaction`.
        case storeKit2
    }

    /// The reason why a purchase was refunded, with the raw values of Apple's
    /// `cancellation_reason`.
    public enum RevocationReason: Int, Sendable, CaseIterable {
        /// Another reason, such as a purchase by accident.
        case other = 0
        /// An actual or perceived issue within the app.
        case developerIssue = 1
    }

    /// The reason why a payment failed.
    public struct Failure: Sendable, Equatable {
        /// The App Store's error code.
        public var code: FailureCode
        /// The App Store server's code for the cause.
        package var underlying: ServerFailure?
        /// The reason, a sentence in English for developers, not for customers.
        ///
        /// It is `nil` for a failure in a ledger from before reasons were stored.
        public var reason: String?

        package init(_ code: FailureCode, underlying: ServerFailure? = nil, reason: String? = nil) {
            self.code = code
            self.underlying = underlying
            self.reason = reason
        }
    }

    /// The offer with which a purchase was made.
    public enum Offer: Sendable, Equatable, Codable {
        /// The product's introductory offer.
        case introductory
        /// One of the product's promotional offers, by its identifier.
        case promotional(id: String)
        /// The offer of a code that the customer redeemed, by the offer's reference name.
        case code(referenceName: String)
        /// One of the product's win-back offers, by its identifier.
        case winBack(id: String)
    }

    /// The identifier of the order, as on the receipt that the App Store mails to the customer.
    ///
    /// It is "LAS" and the number of the transaction with at least ten digits.
    package var orderID: String {
        let digits = String(id)
        return Self.orderPrefix + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
    }

    package static let orderPrefix = "LAS"
}
