import Foundation
package import StoreModel

// The history that decides about a payment.
extension LedgerReader {
    package func history(of product: CatalogProduct?) throws -> PurchaseHistory {
        var history = PurchaseHistory()
        guard let product else { return history }
        if product.kind == .nonConsumable {
            history.ownedPurchase = try ownedPurchase(of: product.id)
        }
        if let groupID = product.subscription?.groupID {
            let latest = try latestPeriod(inGroup: groupID)
            history.latestPeriod = latest
            history.subscription = try latest.flatMap { try subscription($0.originalID) }
            history.presentPeriod = try history.subscription.flatMap { subscription in
                subscription.entryID == latest?.id ? latest : try entry(subscription.entryID)
            }
            history.hasUsedIntroductoryOffer = try hasUsedIntroductoryOffer(inGroup: groupID)
        }
        return history
    }

    private func ownedPurchase(of productID: String) throws -> LedgerEntry? {
        try firstEntry(.owned, [productID])
    }

    /// The newest period that the customer bought in a group; one that was refunded or upgraded
    /// only if all were.
    private func latestPeriod(inGroup groupID: String) throws -> LedgerEntry? {
        try firstEntry(.latestOwnedPeriod, [groupID]) ?? firstEntry(.latestPeriod, [groupID])
    }

    package func hasUsedIntroductoryOffer(inGroup groupID: String) throws -> Bool {
        try hasEntry(.introductoryOffer, [groupID])
    }

    package func offerHistory(
        of request: PaymentRequest,
        in groupID: String?
    ) throws -> OfferHistory {
        var history = OfferHistory()
        switch request.offer {
        case nil: break
        case .promotional(let discount):
            history.isNonceUsed = try hasEntry(.usedNonce, [discount.nonce])
        case .code(let name):
            history.hasRedeemedCode = try hasEntry(.redeemedCode, [name, request.productID])
        case .winBack:
            history.hasPaid = try hasEntry(.paidSubscription, [groupID])
        }
        return history
    }
}
