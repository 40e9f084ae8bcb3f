public import Foundation

/// A receipt in types, beside the dictionary that it was read from.
///
/// Whatever the receipt does not tell is nil or empty.
public struct ReceiptDetails: Equatable, Sendable {
    /// The environment: `Production` or `Sandbox`.
    public let environment: String?
    /// The bundle identifier of the app; compare it with a constant.
    public let bundleId: String?
    /// The version of the app, as the receipt was made.
    public let applicationVersion: String?
    /// The version of the app that the customer got first.
    public let originalApplicationVersion: String?
    /// When the receipt was made.
    public let creationDate: Date?
    /// When the server answered.
    public let requestDate: Date?
    /// When the receipt expires, for a volume purchase.
    public let expirationDate: Date?
    /// The purchases in the receipt's file, in its order.
    public let items: [ReceiptItem]
    /// The transactions of subscriptions that the server knows, in its order.
    public let latestItems: [ReceiptItem]
    /// What comes next for each auto-renewable subscription.
    public let renewals: [SubscriptionRenewal]
    /// What the questions look at: the latest items, then those of the file.
    let table: PurchaseTable

    /// Reads a receipt as a validator gives it.
    public init(receiptInfo: ReceiptInfo) {
        let reader = ReceiptReader(receiptInfo)
        let receipt = reader.content ?? .native([:])
        environment =
            reader.answer.string(.environment) ?? Self.environment(receipt.string(.receiptType))
        bundleId = receipt.string(.bundleId) ?? receipt.string(.oldBundleId)
        applicationVersion =
            receipt.string(.applicationVersion) ?? receipt.string(.oldApplicationVersion)
        originalApplicationVersion = receipt.string(.originalApplicationVersion)
        creationDate = receipt.date(.creation)
        requestDate = reader.requestDate
        expirationDate = receipt.date(.expiration)
        renewals = reader.renewals
        let purchases = reader.everything()
        let latestCount = purchases.table.listedCount ?? 0
        latestItems = Array(purchases.kept[..<latestCount])
        items = Array(purchases.kept[latestCount...])
        table = purchases.table
    }

    /// Compares everything, the items one by one in their order.
    public static func == (left: ReceiptDetails, right: ReceiptDetails) -> Bool {
        left.environment == right.environment && left.bundleId == right.bundleId
            && left.applicationVersion == right.applicationVersion
            && left.originalApplicationVersion == right.originalApplicationVersion
            && left.creationDate == right.creationDate && left.requestDate == right.requestDate
            && left.expirationDate == right.expirationDate && left.renewals == right.renewals
            && left.items.areSame(as: right.items)
            && left.latestItems.areSame(as: right.latestItems) && left.table == right.table
    }

    private static func environment(_ receiptType: String?) -> String? {
        receiptType.map {
            $0.hasSuffix("Sandbox") ? "Sandbox" : $0.hasPrefix("Production") ? "Production" : $0
        }
    }
}
