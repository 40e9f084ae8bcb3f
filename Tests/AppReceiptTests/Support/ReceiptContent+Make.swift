import Foundation

@testable import AppReceipt

extension ReceiptContent {
    static func make(
        type: ReceiptType? = .production,
        bundleIdentifier: String = "com.example.app",
        appVersion: String = "4.2.1",
        creationDate: Date = Moment.created,
        device: [UInt8]? = nil,
        expirationDate: Date? = nil,
        purchases: [Receipt.InAppPurchase] = [.make()]
    ) -> ReceiptContent {
        var content = ReceiptContent(
            type: type,
            bundleIdentifier: bundleIdentifier,
            appVersion: appVersion,
            creationDate: creationDate,
            inAppPurchases: purchases
        )
        content.opaqueValue = Array(1...16)
        content.expirationDate = expirationDate
        if let device { content.deviceHash = content.deviceHash(of: device) }
        return content
    }

    /// A content in which everything is set.
    static func makeFull() -> ReceiptContent {
        var content = make(device: [1, 2, 3, 4, 5, 6], expirationDate: Moment.chainEnd)
        content.appIdentifier = 1_234_567_890
        content.ageRating = "4+"
        content.developerIdentifier = 7_654_321
        content.downloadIdentifier = 9_007_199_254_740_993
        content.versionExternalIdentifier = 861_234_567
        content.originalPurchaseDate = Moment.chainStart
        content.originalAppVersion = "1.0"
        content.preorderDate = Moment.chainStart - Moment.day
        content.undocumented = .makeFull()
        content.otherAttributes = [ReceiptAttribute(type: 99, version: 3, value: [1, 2, 3])]
        content.inAppPurchases = [.makeFull()]
        return content
    }
}

extension ReceiptContent.Undocumented {
    static func makeFull() -> Self {
        var undocumented = Self()
        undocumented.bytes6 = [0x0C, 0x01, 0x41]
        undocumented.bytes7 = [0xFF, 0x00]
        undocumented.date8 = Moment.created - 1
        undocumented.integer9 = 5400
        undocumented.integer13 = -112_233
        undocumented.integer14 = 214
        undocumented.text20 = "text"
        undocumented.integer25 = 3
        return undocumented
    }
}

extension Receipt.InAppPurchase {
    static func make(
        productIdentifier: String = "com.example.app.sub.monthly",
        transactionIdentifier: String = "100000000000001",
        purchaseDate: Date = Moment.purchased,
        quantity: Int64 = 1
    ) -> Self {
        Self(
            productIdentifier: productIdentifier,
            transactionIdentifier: transactionIdentifier,
            purchaseDate: purchaseDate,
            quantity: quantity
        )
    }

    static func makeFull() -> Self {
        var purchase = make(quantity: 3)
        purchase.originalTransactionIdentifier = "100000000000000"
        purchase.originalPurchaseDate = Moment.purchased - Moment.day
        purchase.productKind = .autoRenewable
        purchase.expirationDate = Moment.purchased + 30 * Moment.day
        purchase.undocumented1710 = 1_234_567_890
        purchase.webOrderLineItemIdentifier = .max
        purchase.cancellationDate = Moment.purchased + Moment.day
        purchase.isTrialPeriod = true
        purchase.isInIntroductoryOfferPeriod = false
        purchase.cancellationReason = 1
        purchase.promotionalOfferIdentifier = "spring"
        purchase.undocumented1722 = 0
        purchase.otherAttributes = [ReceiptAttribute(type: 1_714, value: [0x0C, 0x01, 0x41])]
        return purchase
    }
}
