import AppReceipt
import Foundation

extension ReceiptContent {
    static func make(
        type: ReceiptType? = .production,
        bundleIdentifier: String = "com.example.app",
        creationDate: Date = Moment.created,
        purchases: [Receipt.InAppPurchase] = []
    ) -> ReceiptContent {
        ReceiptContent(
            type: type,
            bundleIdentifier: bundleIdentifier,
            appVersion: "4.2.1",
            creationDate: creationDate,
            inAppPurchases: purchases
        )
    }

    /// A content in which every field of a response is set.
    static func makeFull() -> ReceiptContent {
        var content = make(purchases: [.make("coins"), .makeFull()])
        content.appIdentifier = 1_234_567_890
        content.downloadIdentifier = 9_007_199_254_740_993
        content.versionExternalIdentifier = 861_234_567
        content.originalPurchaseDate = Moment.chainStart
        content.originalAppVersion = "1.0 \"first\" \\ \u{1F600}"
        content.preorderDate = Moment.chainStart
        content.expirationDate = Moment.chainEnd
        return content
    }
}

extension Receipt.InAppPurchase {
    /// A purchase; days count from the receipt's creation, so that earlier ones are negative.
    static func make(
        _ productID: String,
        id: String = "1",
        day: Double = -10,
        until end: Double? = nil,
        cancelled: Double? = nil,
        isTrial: Bool = false
    ) -> Self {
        var purchase = Self(
            productIdentifier: productID,
            transactionIdentifier: id,
            purchaseDate: Moment.created + day * Moment.day
        )
        purchase.originalTransactionIdentifier = id
        purchase.originalPurchaseDate = purchase.purchaseDate
        purchase.expirationDate = end.map { Moment.created + $0 * Moment.day }
        purchase.cancellationDate = cancelled.map { Moment.created + $0 * Moment.day }
        purchase.isTrialPeriod = isTrial
        purchase.webOrderLineItemIdentifier = end == nil ? 0 : 7
        return purchase
    }

    static func makeFull() -> Self {
        var purchase = make("monthly", id: "2", until: 20, cancelled: -1, isTrial: true)
        purchase.productKind = .autoRenewable
        purchase.isInIntroductoryOfferPeriod = false
        purchase.cancellationReason = 1
        purchase.promotionalOfferIdentifier = "spring"
        return purchase
    }
}
