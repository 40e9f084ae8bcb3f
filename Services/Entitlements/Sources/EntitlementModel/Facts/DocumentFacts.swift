package import AppReceipt
import Crypto
import Foundation

extension FactSet {
    /// The statements of a notification.
    package init(
        _ notification: VerifiedNotification,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        self.init()
        if let transaction = notification.transaction {
            insert(try TransactionFact(transaction, in: scope))
        }
        if let renewalInfo = notification.renewalInfo {
            insert(try RenewalFact(renewalInfo, in: scope))
        }
    }

    /// The statements of a receipt: only terms.
    package init(_ receipt: Receipt, in scope: PurchaseScope) throws(UnusableDocument) {
        self.init()
        for purchase in receipt.inAppPurchases {
            insert(try TransactionFact(purchase, of: receipt, in: scope))
        }
    }
}

extension TransactionFact {
    /// The statement of a signed transaction.
    package init(
        _ transaction: VerifiedJWS<TransactionPayload>,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        let watermark = Watermark(
            signingDate: Milliseconds(transaction.signingDate),
            isRevoked: transaction.revocationDate != nil,
            digest: Array(SHA256.hash(data: transaction.jsonRepresentation))
        )
        let purchaseDate = transaction.purchaseDate
        guard let purchaseDate else { throw UnusableDocument("purchaseDate", "is missing") }
        let original = try DocumentText.identifier(
            transaction.originalTransactionIdentifier,
            "originalTransactionId"
        )
        self.init(
            key: PurchaseKey(scope: scope, originalTransactionID: original),
            transactionID: try DocumentText.identifier(
                transaction.transactionIdentifier,
                "transactionId"
            ),
            terms: Terms(
                watermark: watermark,
                productID: try DocumentText.product(transaction.productIdentifier),
                purchaseDate: Milliseconds(purchaseDate),
                expirationDate: transaction.expirationDate.map { Milliseconds($0) },
                revocationDate: transaction.revocationDate.map { Milliseconds($0) }
            ),
            claim: transaction.appAccountToken.map {
                Claim(signingDate: watermark.signingDate, token: $0)
            },
            details: try Details(transaction.payload, watermark),
            seatRefund: transaction.payload.refundedSeats.map {
                SeatRefund(seats: $0, signingDate: watermark.signingDate)
            }
        )
    }

    /// The statement of a receipt about one of its purchases.
    init(
        _ purchase: Receipt.InAppPurchase,
        of receipt: Receipt,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        let transactionID = try DocumentText.identifier(
            purchase.transactionIdentifier,
            "transaction_id"
        )
        let original = purchase.originalTransactionIdentifier
        let originalID = try original.map { id throws(UnusableDocument) in
            try DocumentText.identifier(id, "original_transaction_id")
        }
        let content = [
            transactionID, purchase.productIdentifier, "\(Milliseconds(purchase.purchaseDate))",
            "\(purchase.expirationDate.map { Milliseconds($0) } ?? -1)",
            "\(purchase.cancellationDate.map { Milliseconds($0) } ?? -1)",
        ]
        self.init(
            key: PurchaseKey(scope: scope, originalTransactionID: originalID ?? transactionID),
            transactionID: transactionID,
            terms: Terms(
                watermark: Watermark(
                    signingDate: Milliseconds(receipt.creationDate),
                    isRevoked: purchase.cancellationDate != nil,
                    digest: Array(SHA256.hash(data: Array(content.joined(separator: "\n").utf8)))
                ),
                productID: try DocumentText.product(purchase.productIdentifier),
                purchaseDate: Milliseconds(purchase.purchaseDate),
                expirationDate: purchase.expirationDate.map { Milliseconds($0) },
                revocationDate: purchase.cancellationDate.map { Milliseconds($0) }
            )
        )
    }
}

extension TransactionFact.Details {
    init(_ payload: TransactionPayload, _ watermark: Watermark) throws(UnusableDocument) {
        self.init(signingDate: watermark.signingDate, digest: watermark.digest)
        isUpgraded = payload.isUpgraded ?? false
        sharesPeriod = payload.additionalTransactionReason != nil
        seats = payload.purchasedSeats
        isAssigned = payload.ownershipType == .assigned
        isFamilyShared = payload.ownershipType == .familyShared
        isBilledMonthly = payload.billingPlanType == .monthly
        productType = try DocumentText.word(payload.productType?.rawValue, "type")
        appTransactionID = try payload.appTransactionIdentifier.map { id throws(UnusableDocument) in
            try DocumentText.identifier(id, "appTransactionId")
        }
        price = payload.priceInMilliunits
        currency = try DocumentText.word(payload.currency, "currency")
        quantity = payload.quantity.map { Int32(clamping: $0) }
        offerType = (payload.offerType?.rawValue).map { Int32(clamping: $0) }
        offerID = try DocumentText.name(payload.offerIdentifier, "offerIdentifier")
        offerDiscountType = try DocumentText.word(
            payload.offerDiscountType?.rawValue,
            "offerDiscountType"
        )
        reason = try DocumentText.word(payload.reason?.rawValue, "transactionReason")
        revocationType = try DocumentText.word(payload.revocationType?.rawValue, "revocationType")
        revocationPercentage = payload.revocationPercentage.map { Int32(clamping: $0) }
        revocationReason = (payload.revocationReason?.rawValue).map { Int32(clamping: $0) }
        storefront = try DocumentText.word(payload.storefront, "storefront")
        groupID = try DocumentText.word(
            payload.subscriptionGroupIdentifier,
            "subscriptionGroupIdentifier"
        )
    }
}

extension TransactionPayload {
    /// The seats of the transaction without refunded ones.
    ///
    /// A member's transaction repeats the quantity of the purchaser's, but not the refunded seats.
    fileprivate var purchasedSeats: Int32? {
        guard let multiSeatInfo, let quantity, ownershipType != .assigned else { return nil }
        let bought = Int64(UInt32(clamping: quantity))
        let refunded = Int64(UInt32(clamping: multiSeatInfo.revokedSeatQuantity ?? 0))
        return Int32(clamping: max(0, bought - refunded))
    }

    /// The refunded seats of the transaction; `nil` for none.
    fileprivate var refundedSeats: Int32? {
        guard let seats = multiSeatInfo?.revokedSeatQuantity, seats > 0 else { return nil }
        return Int32(clamping: seats)
    }
}

extension RenewalFact {
    /// The statement of a signed renewal info.
    package init(
        _ renewalInfo: VerifiedJWS<RenewalInfoPayload>,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        let watermark = Watermark(
            signingDate: Milliseconds(renewalInfo.signingDate),
            digest: Array(SHA256.hash(data: renewalInfo.jsonRepresentation))
        )
        try self.init(renewalInfo.payload, watermark, in: scope)
    }

    init(
        _ payload: RenewalInfoPayload,
        _ watermark: Watermark,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        let original = try DocumentText.identifier(
            payload.originalTransactionIdentifier,
            "originalTransactionId"
        )
        self.init(
            key: PurchaseKey(scope: scope, originalTransactionID: original),
            watermark: watermark,
            gracePeriodEnd: payload.gracePeriodExpirationDate.map { Milliseconds($0) },
            isInBillingRetry: payload.isInBillingRetryPeriod ?? false,
            autoRenews: payload.renewsAfterCommitment,
            renewalProductID: try DocumentText.name(
                payload.renewalProductIdentifier,
                "autoRenewProductId"
            ),
            renewalPrice: payload.renewalPriceInMilliunits,
            currency: try DocumentText.word(payload.currency, "currency"),
            renewalDate: payload.renewalDate.map { Milliseconds($0) },
            priceIncreaseStatus: (payload.priceIncreaseStatus?.rawValue)
                .map { Int32(clamping: $0) },
            expirationIntent: (payload.expirationReason?.rawValue).map { Int32(clamping: $0) },
            offerID: try DocumentText.name(payload.offerIdentifier, "offerIdentifier"),
            offerType: (payload.offerType?.rawValue).map { Int32(clamping: $0) }
        )
    }
}

extension RenewalInfoPayload {
    /// Whether the subscription renews; in a commitment, whether it renews after that.
    ///
    /// After a cancellation, the months that are left of a commitment still renew.
    fileprivate var renewsAfterCommitment: Bool? {
        willAutoRenew.map { $0 && commitment?.willAutoRenew != false }
    }
}
