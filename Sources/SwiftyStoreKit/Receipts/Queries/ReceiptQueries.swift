import Foundation

/// Queries to a dictionary, each of which decodes the purchases that it needs.
package struct ReceiptQueries {
    private let decoder: ReceiptDecoder

    package init(_ receipt: ReceiptInfo, log: Log = .current) {
        decoder = ReceiptDecoder(receipt, log: log)
    }

    /// The date that ends are compared with: the given one, otherwise when the server responded,
    /// otherwise now.
    func referenceDate(_ date: Date?) -> Date {
        date ?? decoder.requestDate ?? Date()
    }

    package func purchase(_ productID: String) -> VerifyPurchaseResult {
        decoder.purchases(of: [productID]).newest(productID)
    }

    func purchases(_ productIDs: Set<String>) -> [String: VerifyPurchaseResult] {
        decoder.purchases(of: productIDs).newest(productIDs)
    }

    func subscriptions(
        _ type: SubscriptionType,
        _ productIDs: Set<String>,
        validUntil date: Date?
    ) -> VerifySubscriptionResult {
        decoder.purchases(of: productIDs)
            .subscriptions(type, productIDs, at: referenceDate(date))
    }

    func statuses(
        _ productIDs: Set<String>?,
        _ durations: [String: TimeInterval],
        at date: Date?
    ) -> [String: ProductStatus] {
        decoder.purchases(of: productIDs)
            .statuses(of: productIDs, decoder.renewals, durations, at: referenceDate(date))
    }

    var renewals: [SubscriptionRenewal] { decoder.renewals }

    func eligibility(_ productIDs: Set<String>, at date: Date?) -> OfferEligibility {
        decoder.purchases(of: productIDs)
            .eligibility(productIDs, decoder.renewals, at: referenceDate(date))
    }

    func productIDs() -> Set<String> {
        decoder.purchases().productIDs
    }

    func distinctProductIDs(_ type: SubscriptionType) -> Set<String>? {
        decoder.purchases().distinctProductIDs(type)
    }
}
