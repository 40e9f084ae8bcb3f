import Foundation
package import LocalAppStore

/// A purchase by StoreKit 2 that is made outside the app, as on another device of the customer.
package struct OutsidePurchase: Sendable {
    /// The purchase was recorded, and somebody has to act before it is made.
    struct Pending: LocalizedError {
        let productID: String

        /// Throws the error if the purchase of an entry waits.
        static func check(_ entry: LedgerEntry) throws {
            guard entry.state == .deferred || entry.hasIssue else { return }
            throw Pending(productID: entry.productID)
        }

        var errorDescription: String? {
            "The purchase of \(productID) waits for an approval, or for its issue to be resolved."
        }
    }

    private let productID: String
    private let options: [Product.PurchaseOption.Value]
    private let store: Store

    package init(
        of productID: Product.ID,
        options: Set<Product.PurchaseOption>,
        in store: Store
    ) {
        self.productID = productID
        self.options = options.map(\.value)
        self.store = store
    }

    /// Makes the purchase; the app has yet to finish its transaction.
    ///
    /// - Throws: `StoreError` if the store refuses the purchase, `Product.PurchaseError` or
    ///   `StoreKitError` for unsuitable options, and `Pending`.
    package func transaction() async throws -> Transaction {
        let scope = StoreScope.current
        return try await scope.inBackground { try transaction(signedBy: scope.documents) }
    }

    private func transaction(signedBy documents: VerifiedDocuments) throws -> Transaction {
        guard store.catalog.product(withIdentifier: productID) != nil else {
            throw StoreError.unknownProduct(id: productID)
        }
        var request = try PaymentRequestBuilder(productID, options, in: store).paymentRequest()
        request.isMadeOutsideApp = true
        request.api = nil
        let entry = try store.pay(request)
        try Pending.check(entry)
        switch entry.failure {
        case nil: return try transaction(of: entry, signedBy: documents)
        case let failure? where failure.code == .paymentCancelled:
            throw StoreKitError.userCancelled
        case let failure?:
            throw StoreError.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
        }
    }

    private func transaction(
        of entry: LedgerEntry,
        signedBy documents: VerifiedDocuments
    ) throws -> Transaction {
        // The renewals since a date in the past are due by now.
        try store.time.settle()
        let present = try store.transaction(entry.id) ?? entry
        guard let signed = try documents.transactions(of: [present], in: store).first else {
            throw StoreKitError.unknown
        }
        return try VerificationResult<Transaction>(signed).payloadValue
    }
}

extension StoreScope {
    /// Redeems a code outside the app, and returns its transaction, or the current period's if the
    /// offer begins with the next renewal.
    ///
    /// - Throws: `StoreKitError`, also if the purchase waits for approval, or is interrupted.
    package func redeem(
        _ code: Store.OfferCode,
        in store: Store
    ) async throws -> VerificationResult<Transaction> {
        let documents = documents
        do {
            let signed = try await inBackground {
                let entry = try store.redeemOfferCode(
                    referenceName: code.referenceName,
                    productID: code.productID
                )
                try OutsidePurchase.Pending.check(entry)
                let held = try store.heldTransaction(inPlaceOf: entry)
                return try documents.transactions(of: [held], in: store).first
            }
            guard let signed else { throw StoreKitError.unknown }
            return simulating(VerificationResult(signed))
        } catch {
            throw StoreKitError(ofStore: error)
        }
    }
}
