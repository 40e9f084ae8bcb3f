import AppReceipt
/// The state of a purchase by its deciding transaction and renewal info.
///
/// The newest period that has begun decides. If several transactions represent it, one that grants
/// takes precedence.
package struct Purchase: Hashable, Sendable {
    package let originalTransactionID: String
    package var productID: String
    /// The type of the product in the App Store's words; `nil` if only receipts contain the
    /// purchase.
    package var productType: String?
    /// The purchase date of the newest transaction of the period.
    package var purchaseDate: Milliseconds
    package var expirationDate: Milliseconds?
    /// Whether every transaction of the period is revoked or upgraded.
    package var isRevoked: Bool
    /// The seats of the period, of all its transactions that are neither revoked nor upgraded;
    /// `nil` for other purchases, and for a member.
    package var seats: Int64?
    /// Whether the customer is a member, to whom the purchaser assigned a seat.
    package var isAssigned: Bool
    /// Whether the period is a month of a longer commitment.
    package var isBilledMonthly: Bool
    /// The renewal info; `nil` for other purchases than subscriptions.
    package var renewal: Renewal?

    package init(
        originalTransactionID: String,
        productID: String,
        productType: String? = nil,
        purchaseDate: Milliseconds,
        expirationDate: Milliseconds? = nil,
        isRevoked: Bool = false,
        seats: Int64? = nil,
        isAssigned: Bool = false,
        isBilledMonthly: Bool = false,
        renewal: Renewal? = nil
    ) {
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.productType = productType
        self.purchaseDate = purchaseDate
        self.expirationDate = expirationDate
        self.isRevoked = isRevoked
        self.seats = seats
        self.isAssigned = isAssigned
        self.isBilledMonthly = isBilledMonthly
        self.renewal = renewal
    }

    /// The subscription's future after its period.
    package struct Renewal: Hashable, Sendable {
        package var signingDate: Milliseconds
        package var gracePeriodEnd: Milliseconds?
        package var isInBillingRetry: Bool

        package init(
            signingDate: Milliseconds,
            gracePeriodEnd: Milliseconds? = nil,
            isInBillingRetry: Bool = false
        ) {
            self.signingDate = signingDate
            self.gracePeriodEnd = gracePeriodEnd
            self.isInBillingRetry = isInBillingRetry
        }
    }
}

extension Purchase {
    /// Whether the product is a consumable; an unknown type isn't.
    package var isConsumable: Bool {
        productType.map(TransactionPayload.ProductType.init) == .consumable
    }
}
