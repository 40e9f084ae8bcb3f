import Foundation

@testable import AppReceipt

/// A receipt's content as plain numbers and texts, the form in which a generator describes it.
struct ExpectedContent: Codable, Equatable {
    struct Purchase: Codable, Equatable {
        let productId: String
        let quantity: Int64
        let transactionId: String
        let originalTransactionId: String?
        let purchaseMs: Int64
        let originalPurchaseMs: Int64?
        let expiresMs: Int64?
        let cancelledMs: Int64?
        let webOrderLineItemId: Int64?
        let isTrial: Bool?
        let isIntroOffer: Bool?
    }

    let bundleId: String
    let appVersion: String
    let originalAppVersion: String?
    let createdMs: Int64
    let inApp: [Purchase]

    init(contentsOf file: URL) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: Data(contentsOf: file))
    }

    init(_ content: ReceiptContent) {
        bundleId = content.bundleIdentifier
        appVersion = content.appVersion
        originalAppVersion = content.originalAppVersion
        createdMs = Self.milliseconds(content.creationDate)
        inApp = content.inAppPurchases.map(Self.purchase)
    }

    private static func purchase(_ purchase: Receipt.InAppPurchase) -> Purchase {
        Purchase(
            productId: purchase.productIdentifier,
            quantity: purchase.quantity,
            transactionId: purchase.transactionIdentifier,
            originalTransactionId: purchase.originalTransactionIdentifier,
            purchaseMs: milliseconds(purchase.purchaseDate),
            originalPurchaseMs: purchase.originalPurchaseDate.map(milliseconds),
            expiresMs: purchase.expirationDate.map(milliseconds),
            cancelledMs: purchase.cancellationDate.map(milliseconds),
            webOrderLineItemId: purchase.webOrderLineItemIdentifier,
            isTrial: purchase.isTrialPeriod,
            isIntroOffer: purchase.isInIntroductoryOfferPeriod
        )
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970 * 1000)
    }
}
