import AppReceipt
import Foundation

/// Decides what a receipt says: a pure function of what was bought, of settings and of a date.
struct ReceiptDraft {
    let app: StoreApp
    let settings: ReceiptSettings
    let properties: ReceiptProperties
    /// When the receipt was last made anew.
    let date: Date
    let entries: [LedgerEntry]
    /// What the device hash is salted with.
    let opaqueValue: [UInt8]

    /// In a receipt of the sandbox the app was always bought then.
    private static let sandboxPurchaseDate = Date(timeIntervalSince1970: 1_375_340_400)

    var content: ReceiptContent {
        var content = ReceiptContent(
            type: type,
            bundleIdentifier: app.bundleIdentifier,
            appVersion: app.version,
            creationDate: date,
            inAppPurchases: entries.map(Receipt.InAppPurchase.init)
        )
        content.opaqueValue = opaqueValue
        content.deviceHash = content.deviceHash(of: app.deviceOctets)
        content.ageRating = "4+"
        content.appIdentifier = 0
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
            return date.addingTimeInterval(-86_400).held(in: StoreClock.dates)
        }
        return properties.isRevoked ? date : nil
    }
}
