import Foundation
package import LocalAppStore

/// A purchase by StoreKit 2 that is made outside the app, as on another device of the customer.
package struct OutsidePurchase: Sendable {
    /// The purchase was recorded, and somebody has to act before it is made.
    struct Pending: LocalizedError {
        let productID: String

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
        guard entry.state != .deferred, !entry.hasIssue else { throw Pending(productID: productID) }
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
