/// The two keys of a date: milliseconds, and what old receipts and people read.
struct ReceiptDateKey: Sendable {
    let milliseconds: ReceiptKey
    let text: ReceiptKey

    init(_ name: String) {
        milliseconds = ReceiptKey(name + "_ms")
        text = ReceiptKey(name)
    }

    static let purchase = ReceiptDateKey("purchase_date")
    static let originalPurchase = ReceiptDateKey("original_purchase_date")
    static let expires = ReceiptDateKey("expires_date")
    static let cancellation = ReceiptDateKey("cancellation_date")
    static let request = ReceiptDateKey("request_date")
    static let creation = ReceiptDateKey("receipt_creation_date")
    static let expiration = ReceiptDateKey("expiration_date")
    static let gracePeriod = ReceiptDateKey("grace_period_expires_date")
}
