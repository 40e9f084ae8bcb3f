import StoreModel

// Purchases by code on a customer's behalf.
extension Store {
    /// Makes a purchase for the customer, and throws if it is refused.
    ///
    /// Codes and win-back offers are redeemed in the App Store: their purchase has no seats and no
    /// account, and a code is refused for another quantity than 1.
    ///
    /// - Throws: ``StoreError/refusedPurchase(code:reason:)`` if the payment fails,
    ///   ``StoreError/noOfferKey`` if a promotional offer cannot be signed, or another error of the
    ///   store.
    @discardableResult
    package func buy(_ purchase: CustomerPurchase) throws -> LedgerEntry {
        var request = PaymentRequest(
            productID: purchase.productID,
            quantity: purchase.quantity,
            applicationUsername: purchase.applicationUsername
        )
        request.seatCount = purchase.seatCount
        request.billingPlan = purchase.billingPlan
        switch purchase.offer {
        case nil: break
        case .promotional(let id):
            request.discount = try signedDiscount(
                offerID: id,
                productID: purchase.productID,
                applicationUsername: purchase.applicationUsername
            )
        case .code(let referenceName):
            request.applicationUsername = nil
            request.seatCount = nil
            request.offer = .code(referenceName: referenceName)
            request.isMadeOutsideApp = true
            return try redeem(request)
        case .winBack(let id):
            return try acceptWinBackOffer(
                id: id,
                productID: purchase.productID,
                billingPlan: purchase.billingPlan
            )
        }
        return try buy(request)
    }

    /// Makes a payment, and throws if it fails.
    ///
    /// The entry of a failed payment stays in the ledger, finished.
    @discardableResult
    package func buy(_ request: PaymentRequest) throws(StoreError) -> LedgerEntry {
        guard catalog.product(withIdentifier: request.productID) != nil else {
            throw StoreError.unknownProduct(id: request.productID)
        }
        let entry = try pay(request)
        if let failure = entry.failure {
            try finish([entry.id])
            throw StoreError.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
        }
        return entry
    }
}
