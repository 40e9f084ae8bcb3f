// Apple's sheets are for people; its session has no store that could respond for them.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKit
public import StoreKitTest

// The sheets of StoreKit 2. Their calls take a scene or a controller, which Linux does not have, so
// an app calls them by a function of its own that a test replaces by these.
extension SKTestSession {
    /// Requests a refund, as the customer does on the sheet of `Transaction.beginRefundRequest`.
    ///
    /// Nothing is refunded before ``decideRefundRequest(for:isApproved:)``.
    ///
    /// - Parameters:
    ///   - id: The `id` of the transaction.
    ///   - isSent: Whether the customer sends the request, and does not close the sheet.
    /// - Returns: `.success` if the request was sent, or else `.userCancelled`.
    /// - Throws: `Transaction.RefundRequestError`: `duplicateRequest` if there was one before,
    ///   `ineligible` for a purchase that cannot be refunded, `failed` for an unknown transaction.
    ///   Or the simulated error of the API `refundRequest`.
    public func beginRefundRequest(
        for id: Transaction.ID,
        isSent: Bool = true
    ) async throws -> Transaction.RefundRequestStatus {
        if let error = simulatedFailure(of: .refundRequest) { throw error }
        guard isSent else { return .userCancelled }
        guard let entry = try store.transaction(Int64(clamping: id)) else {
            throw Transaction.RefundRequestError.failed
        }
        guard try store.refunds.requests(about: entry.id).isEmpty else {
            throw Transaction.RefundRequestError.duplicateRequest
        }
        do throws(StoreError) {
            try store.refunds.request(entry.id, reason: .other)
        } catch {
            guard case .unsuitableEntry = error else { throw error }
            throw Transaction.RefundRequestError.ineligible
        }
        return .success
    }

    /// Decides about the customer's request for a refund; an approved one is refunded now.
    ///
    /// - Throws: An error when no request about the transaction waits for a decision.
    public func decideRefundRequest(for id: Transaction.ID, isApproved: Bool) throws {
        try store.refunds.decide(of: Int64(clamping: id), isApproved ? .approved : .declined)
    }

    /// Redeems a code, as the customer does on the sheet of
    /// `AppStore.presentOfferCodeRedeemSheet`.
    ///
    /// `Transaction.updates` has the transaction, too.
    ///
    /// - Returns: The transaction.
    /// - Throws: An error when the customer does not get the offer, or the simulated error of the
    ///   API `offerCodeRedeem`.
    @discardableResult
    public func presentOfferCodeRedeemSheet(
        entering code: OfferCode
    ) async throws -> VerificationResult<Transaction> {
        if let error = simulatedFailure(of: .offerCodeRedeem) { throw error }
        try redeemOfferCode(code)
        guard let transaction = await Transaction.latest(for: code.productIdentifier) else {
            throw StoreKitError.unknown
        }
        return transaction
    }

    /// Returns immediately, as the sheet of `AppStore.showManageSubscriptions` after the customer
    /// has closed it.
    ///
    /// The test performs the customer's actions in the sheet, such as
    /// `disableAutoRenewForTransaction(identifier:)`.
    ///
    /// - Throws: The simulated error of the API `manageSubscriptions`.
    public func showManageSubscriptions() async throws {
        if let error = simulatedFailure(of: .manageSubscriptions) { throw error }
    }
}
#endif
