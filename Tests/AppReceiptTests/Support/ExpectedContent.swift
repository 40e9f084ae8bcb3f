import Foundation

@testable import AppReceipt

/// A receipt's content as plain numbers and texts, the form in which a generator describes it.
struct ExpectedContent: Codable, Equatable {
    struct Purchase: Codable, Equatable {
        let product_id: String
        let quantity: Int64
        let transaction_id: String
        let original_transaction_id: String?
        let purchase_ms: Int64
        let original_purchase_ms: Int64?
        let expires_ms: Int64?
        let cancelled_ms: Int64?
        let web_order_line_item_id: Int64?
        let is_trial: Bool?
        let is_intro_offer: Bool?
    }

    let bundle_id: String
    let app_version: String
    let original_app_version: String?
    let created_ms: Int64
    let in_app: [Purchase]

    init(contentsOf file: URL) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
    }

    init(_ content: ReceiptContent) {
        bundle_id = content.bundleIdentifier
        app_version = content.appVersion
        original_app_version = content.originalAppVersion
        created_ms = Self.milliseconds(content.creationDate)
        in_app = content.inAppPurchases.map(Self.purchase)
    }

    private static func purchase(_ purchase: Receipt.InAppPurchase) -> Purchase {
        Purchase(
            product_id: purchase.productIdentifier,
            quantity: purchase.quantity,
            transaction_id: purchase.transactionIdentifier,
            original_transaction_id: purchase.originalTransactionIdentifier,
            purchase_ms: milliseconds(purchase.purchaseDate),
            original_purchase_ms: purchase.originalPurchaseDate.map(milliseconds),
            expires_ms: purchase.expirationDate.map(milliseconds),
            cancelled_ms: purchase.cancellationDate.map(milliseconds),
            web_order_line_item_id: purchase.webOrderLineItemIdentifier,
            is_trial: purchase.isTrialPeriod,
            is_intro_offer: purchase.isInIntroductoryOfferPeriod
        )
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970 * 1000)
    }
}
