import Foundation

extension PayloadReader {
    /// What was found so far of a receipt's content.
    struct Found {
        var type: String?
        var appIdentifier: Int64?
        var bundleIdentifier: String?
        var appVersion: String?
        var opaqueValue: [UInt8] = []
        var deviceHash: [UInt8] = []
        var ageRating: String?
        var developerIdentifier: Int64?
        var creationDate: Date?
        var downloadIdentifier: Int64?
        var versionIdentifier: Int64?
        var purchases: [Receipt.InAppPurchase] = []
        var originalPurchaseDate: Date?
        var originalAppVersion: String?
        var expirationDate: Date?
        var preorderDate: Date?
        var undocumented = ReceiptContent.Undocumented()
        var others: [ReceiptAttribute] = []

        /// The content, if nothing is missing that a verdict depends on.
        func content(at offset: Int) throws(SignedReceipt.Error) -> ReceiptContent {
            guard let bundleIdentifier else {
                throw .malformed(detail: "no bundle identifier", offset: offset)
            }
            guard let appVersion else {
                throw .malformed(detail: "no app version", offset: offset)
            }
            guard let creationDate else {
                throw .malformed(detail: "no creation date", offset: offset)
            }
            var content = ReceiptContent(
                type: type.map(ReceiptType.init(rawValue:)),
                bundleIdentifier: bundleIdentifier,
                appVersion: appVersion,
                creationDate: creationDate,
                inAppPurchases: purchases
            )
            copyRest(to: &content)
            return content
        }

        private func copyRest(to content: inout ReceiptContent) {
            content.appIdentifier = appIdentifier
            content.opaqueValue = opaqueValue
            content.deviceHash = deviceHash
            content.ageRating = ageRating
            content.developerIdentifier = developerIdentifier
            content.downloadIdentifier = downloadIdentifier
            content.versionExternalIdentifier = versionIdentifier
            content.originalPurchaseDate = originalPurchaseDate
            content.originalAppVersion = originalAppVersion
            content.expirationDate = expirationDate
            content.preorderDate = preorderDate
            content.undocumented = undocumented
            content.otherAttributes = others
        }
    }
}
