extension TransactionFact {
    /// The members of a signed transaction that a receipt lacks.
    package struct Details: Hashable, Sendable {
        package var signingDate: Milliseconds
        /// The SHA-256 digest of the signed content.
        package var digest: [UInt8]
        package var isUpgraded: Bool
        /// Whether several transactions represent the period (`additionalTransactionReason`).
        package var sharesPeriod: Bool
        /// The seats of the purchaser in this transaction, without refunded ones; `nil` for other
        /// purchases and for a member.
        package var seats: Int32?
        /// Whether the customer is a member, to whom the purchaser assigned a seat.
        package var isAssigned: Bool
        /// Whether a family member shares the purchase.
        package var isFamilyShared: Bool
        /// Whether the period is a month of a longer commitment (`billingPlanType`).
        package var isBilledMonthly: Bool
        /// The type of the product in the App Store's words, such as `Consumable`.
        package var productType: String?
        /// The identifier of the customer's download of the app (`appTransactionId`).
        package var appTransactionID: String?
        /// The price in thousandths of the currency; for several seats, the average price of one.
        package var price: Int64?
        /// The currency of the price (ISO 4217).
        package var currency: String?
        package var quantity: Int32?
        /// The kind of offer in the App Store's numbers: 1 is an introductory offer.
        package var offerType: Int32?
        package var offerID: String?
        /// The payment mode of the offer in the App Store's words, such as `FREE_TRIAL`.
        package var offerDiscountType: String?
        /// `PURCHASE` or `RENEWAL` (`transactionReason`).
        package var reason: String?
        /// The kind of refund or revocation, such as `REFUND_FULL`.
        package var revocationType: String?
        /// The refunded part of the price, in thousandths of a percent.
        package var revocationPercentage: Int32?
        package var revocationReason: Int32?
        /// The country or region of the App Store (ISO 3166-1 alpha-3).
        package var storefront: String?
        /// The group of the subscription.
        package var groupID: String?

        package init(
            signingDate: Milliseconds,
            digest: [UInt8] = [],
            isUpgraded: Bool = false,
            sharesPeriod: Bool = false,
            seats: Int32? = nil,
            isAssigned: Bool = false,
            isFamilyShared: Bool = false,
            isBilledMonthly: Bool = false,
            productType: String? = nil,
            appTransactionID: String? = nil,
            price: Int64? = nil,
            currency: String? = nil,
            quantity: Int32? = nil,
            offerType: Int32? = nil,
            offerID: String? = nil,
            offerDiscountType: String? = nil,
            reason: String? = nil,
            revocationType: String? = nil,
            revocationPercentage: Int32? = nil,
            revocationReason: Int32? = nil,
            storefront: String? = nil,
            groupID: String? = nil
        ) {
            self.signingDate = signingDate
            self.digest = digest
            self.isUpgraded = isUpgraded
            self.sharesPeriod = sharesPeriod
            self.seats = seats
            self.isAssigned = isAssigned
            self.isFamilyShared = isFamilyShared
            self.isBilledMonthly = isBilledMonthly
            self.productType = productType
            self.appTransactionID = appTransactionID
            self.price = price
            self.currency = currency
            self.quantity = quantity
            self.offerType = offerType
            self.offerID = offerID
            self.offerDiscountType = offerDiscountType
            self.reason = reason
            self.revocationType = revocationType
            self.revocationPercentage = revocationPercentage
            self.revocationReason = revocationReason
            self.storefront = storefront
            self.groupID = groupID
        }

        /// The rank of the seats among statements with the same date: fewer take precedence.
        private var seatRank: Int64 { seats.map { -Int64($0) } ?? .min }
    }
}

extension TransactionFact.Details: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.signingDate != right.signingDate { return left.signingDate < right.signingDate }
        if left.isUpgraded != right.isUpgraded { return right.isUpgraded }
        if left.seatRank != right.seatRank { return left.seatRank < right.seatRank }
        return left.digest.lexicographicallyPrecedes(right.digest)
    }
}

extension TransactionFact.Details {
    /// Whether the period is a free trial.
    ///
    /// Older documents lack the payment mode.
    package var isFreeTrial: Bool {
        offerDiscountType.map { $0 == "FREE_TRIAL" } ?? (offerType != nil && price == 0)
    }
}
