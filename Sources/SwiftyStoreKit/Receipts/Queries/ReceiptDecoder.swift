import Foundation

/// Decodes the result of a validator.
struct ReceiptDecoder {
    /// The response, which contains the receipt and the members beside it.
    let response: ReceiptFields
    /// The receipt itself, the content of its file.
    let receipt: ReceiptFields?
    private let log: Log

    init(_ fields: [String: Any], log: Log = .current) {
        self.log = log
        response = .swift(fields)
        receipt = response.fields("receipt")
    }

    /// The date when the server responded.
    var requestDate: Date? { receipt?.date("request_date") ?? response.date("request_date") }

    /// The date that ends are compared with: the given one, otherwise ``requestDate``, otherwise
    /// now.
    func referenceDate(_ date: Date?) -> Date { date ?? requestDate ?? Date() }

    /// The renewals that are due, one for each subscription.
    var renewals: [SubscriptionRenewal] {
        (response.list("pending_renewal_info") ?? []).compactMap { element in
            ReceiptFields(element).flatMap { SubscriptionRenewal($0) }
        }
    }

    /// Decodes the purchases of the products, or of all products, in both lists.
    func purchases(of productIDs: Set<String>? = nil) -> ReceiptPurchases {
        let purchases = ReceiptPurchases(latest: latest, file: file, of: productIDs)
        let count = purchases.undecodableCount
        if count > 0 { log(.warning, "Purchases of the receipt that could not be read: \(count).") }
        return purchases
    }

    /// The server's transactions of subscriptions.
    ///
    /// For receipts from before iOS 7 the server lists an expired subscription apart.
    private var latest: [Any]? {
        let latest = response.list("latest_receipt_info")
        guard let expired = response.list("latest_expired_receipt_info") else { return latest }
        return (latest ?? []) + expired
    }

    /// The purchases in the receipt's file; a receipt from before iOS 7 is one purchase itself.
    private var file: [Any]? {
        guard let receipt else { return nil }
        if let list = receipt.list("in_app") { return list }
        guard let productID = receipt["product_id"], type(of: productID) != NSNull.self else {
            return nil
        }
        return response["receipt"].map { [$0] }
    }
}
