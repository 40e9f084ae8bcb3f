import Foundation

extension ReceiptItem {
    enum CodingKeys: String, CodingKey {
        case productId, quantity, transactionId, originalTransactionId, purchaseDate
        case originalPurchaseDate, webOrderLineItemId, subscriptionExpirationDate, cancellationDate
        case isTrialPeriod, isInIntroOfferPeriod, isUpgraded, subscriptionGroupId, ownership
        case promotionalOfferId, offerCodeName, appAccountToken, cancellationReason
    }

    /// Reads an item with the names of its properties as keys.
    ///
    /// What an older release wrote can be read: `isUpgraded` and what came after it may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            productId: try values.decode(String.self, forKey: .productId),
            quantity: try values.decode(Int.self, forKey: .quantity),
            transactionId: try values.decode(String.self, forKey: .transactionId),
            originalTransactionId: try values.decode(String.self, forKey: .originalTransactionId),
            purchaseDate: try values.decode(Date.self, forKey: .purchaseDate),
            originalPurchaseDate: try values.decode(Date.self, forKey: .originalPurchaseDate),
            webOrderLineItemId: try values.decodeIfPresent(
                String.self,
                forKey: .webOrderLineItemId
            ),
            subscriptionExpirationDate: try values.decodeIfPresent(
                Date.self,
                forKey: .subscriptionExpirationDate
            ),
            cancellationDate: try values.decodeIfPresent(Date.self, forKey: .cancellationDate),
            isTrialPeriod: try values.decode(Bool.self, forKey: .isTrialPeriod),
            isInIntroOfferPeriod: try values.decode(Bool.self, forKey: .isInIntroOfferPeriod),
            isUpgraded: try values.decodeIfPresent(Bool.self, forKey: .isUpgraded) ?? false
        )
        try decodeDetails(values)
    }

    private mutating func decodeDetails(_ values: KeyedDecodingContainer<CodingKeys>) throws {
        subscriptionGroupId = try values.decodeIfPresent(String.self, forKey: .subscriptionGroupId)
        ownership = try values.decodeIfPresent(Ownership.self, forKey: .ownership)
        promotionalOfferId = try values.decodeIfPresent(String.self, forKey: .promotionalOfferId)
        offerCodeName = try values.decodeIfPresent(String.self, forKey: .offerCodeName)
        appAccountToken = try values.decodeIfPresent(UUID.self, forKey: .appAccountToken)
        cancellationReason = try values.decodeIfPresent(
            CancellationReason.self,
            forKey: .cancellationReason
        )
    }
}
