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

    /// The statements of a receipt, terms alone.
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
            details: Details(
                signingDate: watermark.signingDate,
                isUpgraded: transaction.isUpgraded ?? false,
                sharesPeriod: transaction.additionalTransactionReason != nil,
                seats: transaction.payload.purchasedSeats,
                isAssigned: transaction.ownershipType == .assigned,
                isBilledMonthly: transaction.billingPlanType == .monthly,
                productType: try DocumentText.word(transaction.productType?.rawValue, "type")
            )
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

extension TransactionPayload {
    /// The seats of the transaction that are not refunded.
    ///
    /// A member's transaction repeats the quantity of the purchaser's, but not the refunded seats.
    fileprivate var purchasedSeats: Int32? {
        guard let multiSeatInfo, let quantity, ownershipType != .assigned else { return nil }
        let bought = Int64(UInt32(clamping: quantity))
        let refunded = Int64(UInt32(clamping: multiSeatInfo.revokedSeatQuantity ?? 0))
        return Int32(clamping: max(0, bought - refunded))
    }
}

extension RenewalFact {
    /// The statement of a signed renewal info.
    package init(
        _ renewalInfo: VerifiedJWS<RenewalInfoPayload>,
        in scope: PurchaseScope
    ) throws(UnusableDocument) {
        let original = try DocumentText.identifier(
            renewalInfo.originalTransactionIdentifier,
            "originalTransactionId"
        )
        self.init(
            key: PurchaseKey(scope: scope, originalTransactionID: original),
            watermark: Watermark(
                signingDate: Milliseconds(renewalInfo.signingDate),
                digest: Array(SHA256.hash(data: renewalInfo.jsonRepresentation))
            ),
            gracePeriodEnd: renewalInfo.gracePeriodExpirationDate.map { Milliseconds($0) },
            isInBillingRetry: renewalInfo.isInBillingRetryPeriod ?? false
        )
    }
}
