import Foundation

extension ReceiptItem {
    /// Reads one element of `in_app` or `latest_receipt_info`.
    ///
    /// Numbers, texts and truth values are read in any spelling, and null is as good as missing. Nil without a
    /// `product_id`, without a transaction's identifier or without a purchase date; nothing else is required.
    public init?(receiptInfo: ReceiptInfo) {
        self.init(.objects(receiptInfo))
    }

    init?(_ fields: ReceiptFields) {
        guard let productId = fields.string(.productId) else { return nil }
        let (id, originalId) = (
            fields.string(.transactionId), fields.string(.originalTransactionId)
        )
        let (date, originalDate) = (fields.date(.purchase), fields.date(.originalPurchase))
        guard let transactionId = id ?? originalId, let purchaseDate = date ?? originalDate else {
            return nil
        }
        self.init(
            productId: productId,
            quantity: fields.integer(.quantity) ?? 1,
            transactionId: transactionId,
            originalTransactionId: originalId ?? transactionId,
            purchaseDate: purchaseDate,
            originalPurchaseDate: originalDate ?? purchaseDate,
            webOrderLineItemId: fields.string(.webOrderLineItemId),
            subscriptionExpirationDate: fields.date(.expires),
            cancellationDate: fields.date(.cancellation),
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
