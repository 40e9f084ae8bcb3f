package import Foundation
package import StoreModel

// The history that decides about a payment.
extension LedgerReader {
    package func history(of product: CatalogProduct?) throws -> PurchaseHistory {
        if let groupID = product?.subscription?.groupID { return try history(inGroup: groupID) }
        var history = PurchaseHistory()
        if let product, product.kind == .nonConsumable {
            history.ownedPurchase = try firstEntry(.owned, [product.id])
        }
        return history
    }

    /// The history of the customer's own subscription in a group.
    package func history(inGroup groupID: String) throws -> PurchaseHistory {
        var history = PurchaseHistory()
        let latest = try latestPeriod(inGroup: groupID)
        history.latestPeriod = latest
        history.subscription = try latest.flatMap { try subscription($0.originalID) }
        history.presentPeriod = try history.subscription.flatMap { subscription in
            subscription.entryID == latest?.id ? latest : try entry(subscription.entryID)
        }
        history.seatAdditions = try history.presentPeriod.map(seatAdditions) ?? []
        history.lastPeriodStart = try latest.flatMap { try lastPeriodStart(of: $0.originalID) }
        history.hasUsedIntroductoryOffer = try hasEntry(.introductoryOffer, [groupID])
        return history
    }

    /// The newest period in a group; one that was refunded or upgraded only if all were.
    private func latestPeriod(inGroup groupID: String) throws -> LedgerEntry? {
        try firstEntry(.latestOwnedPeriod, [groupID]) ?? firstEntry(.latestPeriod, [groupID])
    }

    /// The latest start of a subscription's periods, also of those that were refunded.
    package func lastPeriodStart(of id: CustomerSubscription.ID) throws -> Date? {
        let sql = """
            SELECT id, purchaseDate FROM entry
            WHERE (id = ?1 OR originalID = ?1 AND originalID <> id) AND state = 'purchased'
            ORDER BY +purchaseDate DESC LIMIT 1
            """
        return try rows(sql, of: "entry", [id]) { try $0.value("purchaseDate") as Date }.first
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
            guard groupID == nil else { break }
            history.lastPurchaseDate = try firstEntry(.latestPurchase, [])?.purchaseDate
        case .winBack:
            history.hasPaid = try hasEntry(.paidSubscription, [groupID])
        }
        return history
    }
}
