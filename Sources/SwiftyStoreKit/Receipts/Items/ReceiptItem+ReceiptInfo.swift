import Foundation

extension ReceiptItem {
    /// Reads one element of `in_app` or `latest_receipt_info`.
    ///
    /// Numbers, texts and truth values are read in any spelling, and null is as good as missing.
    /// Nil without a `product_id`, without a transaction's identifier or without a purchase date;
    /// nothing else is required.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(.objects(receiptInfo))
    }

    init?(_ fields: ReceiptFields) {
        guard let identity = PurchaseIdentity(fields) else { return nil }
        let cancellation = fields.noted(.cancellation)
        self.init(fields, identity, cancellationDate: cancellation.date)
    }

    init(_ fields: ReceiptFields, _ identity: PurchaseIdentity, cancellationDate: Date?) {
        self.init(
            productId: identity.productId,
            quantity: fields.integer(.quantity) ?? 1,
            transactionId: identity.transactionId,
            originalTransactionId: fields.string(.originalTransactionId) ?? identity.transactionId,
            purchaseDate: identity.purchaseDate,
            originalPurchaseDate: fields.date(.originalPurchase) ?? identity.purchaseDate,
            webOrderLineItemId: fields.string(.webOrderLineItemId),
            subscriptionExpirationDate: fields.date(.expires),
            cancellationDate: cancellationDate,
            isTrialPeriod: fields.flag(.isTrialPeriod),
            isInIntroOfferPeriod: fields.flag(.isInIntroOfferPeriod),
            isUpgraded: fields.flag(.isUpgraded)
        )
        readDetails(fields)
    }

    private mutating func readDetails(_ fields: ReceiptFields) {
        subscriptionGroupId = fields.string(.subscriptionGroupId)
        ownership = fields.string(.ownership).flatMap(Ownership.init)
        promotionalOfferId = fields.string(.promotionalOfferId)
        offerCodeName = fields.string(.offerCodeName)
        appAccountToken = fields.string(.appAccountToken).flatMap(UUID.init)
        guard cancellationDate != nil else { return }
        cancellationReason = fields.integer(.cancellationReason).flatMap(CancellationReason.init)
    }
}
