package import AppReceipt
package import Foundation

/// Makes the content of a receipt.
package struct ReceiptContentBuilder {
    package let app: StoreApp
    package let settings: ReceiptSettings
    package let properties: ReceiptProperties
    package let date: Date
    package let entries: [LedgerEntry]
    /// The salt of the device hash.
    package let opaqueValue: [UInt8]

    package init(
        app: StoreApp,
        settings: ReceiptSettings,
        properties: ReceiptProperties,
        date: Date,
        entries: [LedgerEntry],
        opaqueValue: [UInt8]
    ) {
        self.app = app
        self.settings = settings
        self.properties = properties
        self.date = date
        self.entries = entries
        self.opaqueValue = opaqueValue
    }

    /// The original purchase date of the app in every receipt of the sandbox.
    static let sandboxPurchaseDate = Date(timeIntervalSince1970: 1_375_340_400)

    package var content: ReceiptContent {
        var content = ReceiptContent(
            type: type,
            bundleIdentifier: app.bundleIdentifier,
            appVersion: app.version,
            creationDate: date,
            inAppPurchases: entries.map(Receipt.InAppPurchase.init)
        )
        content.opaqueValue = opaqueValue
        content.deviceHash = content.deviceHash(of: app.deviceBytes)
        content.ageRating = "4+"
        content.appIdentifier = settings.appleIdentifier(of: app) ?? 0
        content.developerIdentifier = 0
        content.downloadIdentifier = 0
        content.versionExternalIdentifier = 0
        content.originalPurchaseDate = Self.sandboxPurchaseDate
        content.originalAppVersion = settings.isProduction ? app.version : "1.0"
        content.expirationDate = expirationDate
        return content
    }

    private var type: ReceiptType {
        switch (settings.isProduction, properties.isVolumePurchase) {
        case (true, false): .production
        case (true, true): .productionVPP
        case (false, false): .productionSandbox
        case (false, true): .productionVPPSandbox
        }
    }

    private var expirationDate: Date? {
        if properties.isExpired {
            return date.addingTimeInterval(-86_400).clamped(to: Date.storeDates)
        }
        return properties.isRevoked ? date : nil
    }
}

extension Receipt.InAppPurchase {
    /// Makes the purchase of an entry, whose dates are whole seconds in receipts.
    package init(_ entry: LedgerEntry) {
        self.init(
            productIdentifier: entry.productID,
            transactionIdentifier: String(entry.id),
            purchaseDate: entry.purchaseDate.wholeSeconds,
            quantity: Int64(entry.quantity)
        )
        originalTransactionIdentifier = String(entry.originalID)
        originalPurchaseDate = entry.originalPurchaseDate.wholeSeconds
        productKind = entry.kind.map(ProductKind.init)
        expirationDate = entry.expirationDate?.wholeSeconds
        // Source: Apple's documentation of `cancellation_date`, which an upgrade sets, too.
        cancellationDate = (entry.revocationDate ?? entry.upgradeDate)?.wholeSeconds
        cancellationReason = entry.revocationDate.map { _ in
            Int64(entry.revocationReason?.rawValue ?? 0)
        }
        isTrialPeriod = entry.isFreeTrial
        undocumented1710 = 0
        // It identifies a period on all devices; the transaction's number is suitable.
        webOrderLineItemIdentifier = entry.isSubscription ? entry.id : 0
        if entry.isSubscription { isInIntroductoryOfferPeriod = entry.isIntroductoryPrice }
        promotionalOfferIdentifier = entry.offer?.promotionalOfferID
    }
}

extension Receipt.InAppPurchase.ProductKind {
    fileprivate init(_ kind: CatalogProduct.Kind) {
        switch kind {
        case .nonConsumable: self = .nonConsumable
        case .consumable: self = .consumable
        case .nonRenewingSubscription: self = .nonRenewing
        case .autoRenewableSubscription: self = .autoRenewable
        }
    }
}

extension LedgerEntry {
    /// Whether this is a period of an auto-renewable subscription.
    package var isSubscription: Bool { kind == .autoRenewableSubscription }

    /// Whether this is the free trial of an introductory offer.
    ///
    /// Another free offer isn't a trial; a receipt names that offer instead, or verifyReceipt does.
    /// This is inference.
    fileprivate var isFreeTrial: Bool { offer == .introductory && price == 0 }

    fileprivate var isIntroductoryPrice: Bool { offer == .introductory && price > 0 }
}
