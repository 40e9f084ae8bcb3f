import Foundation

/// Finds the lists of a receipt and reads what is asked for, each element at most once.
struct ReceiptReader {
    /// The receipt itself, its file's content.
    let content: ReceiptFields?
    private let info: ReceiptFields
    private let log: Log

    init(_ info: ReceiptInfo, log: Log = .shared) {
        self.log = log
        self.info = .objects(info)
        content = self.info.fields(.receipt)
    }

    /// When the server answered.
    var requestDate: Date? { content?.date(.request) ?? info.date(.request) }

    /// What stands beside the receipt.
    var answer: ReceiptFields { info }

    /// What comes next for each subscription.
    var renewals: [SubscriptionRenewal] {
        var renewals: [SubscriptionRenewal] = []
        info[.pendingRenewalInfo].flatMap { ReceiptList($0) }?.forEach { fields in
            if let renewal = fields.flatMap({ SubscriptionRenewal($0) }) {
                renewals.append(renewal)
            }
        }
        return renewals
    }

    /// The purchases of the products that are asked for, or of all, in both lists.
    func purchases<Kept>(
        _ products: WantedProducts,
        _ read: ReadPurchases<Kept>.Read
    ) -> ReadPurchases<Kept> {
        noted(ReadPurchases(listed: listed, filed: filed, products, read))
    }

    /// All of both lists, and an order for questions to come.
    func everything() -> ReadPurchases<ReceiptItem> {
        var purchases = ReadPurchases(
            listed: listed,
            filed: filed,
            .all,
            keepsRepeats: true,
            ReadPurchase.whole
        )
        purchases.table.sort()
        return noted(purchases)
    }

    /// The purchases in the lists that a question for subscriptions of the type looks at.
    func subscriptions<Kept>(
        _ type: SubscriptionType,
        _ products: WantedProducts,
        _ read: ReadPurchases<Kept>.Read
    ) -> ReadPurchases<Kept> {
        guard type == .autoRenewable else { return purchases(products, read) }
        let listed = listed
        let filed = listed == nil ? filed : nil
        return noted(ReadPurchases(listed: listed, filed: filed, products, read))
    }

    /// The purchases in the list for auto-renewable subscriptions, with their ends where these tell
    /// what is one.
    func renewingPurchases() -> ReadPurchases<Void> {
        guard let listed else {
            return noted(ReadPurchases(listed: nil, filed: filed, .all, ReadPurchase.end))
        }
        return noted(ReadPurchases(listed: listed, filed: nil, .all, ReadPurchase.presence))
    }

    /// The purchases in the file, however they ended.
    func filedPurchases() -> ReadPurchases<Void> {
        noted(ReadPurchases(listed: nil, filed: filed, .all, ReadPurchase.presence))
    }

    /// The purchases in the file; a receipt from before iOS 7 is one purchase itself.
    private var filed: ReceiptList? {
        guard let content else { return nil }
        if let list = content.list(.inApp) { return list }
        return content[.productId] == nil ? nil : info[.receipt].map { .native([$0]) }
    }

    /// The subscriptions as the server knows them, the over ones of old receipts included.
    private var listed: ReceiptList? {
        let latest = info.list(.latestInfo)
        guard let expired = info.list(.latestExpiredInfo) else { return latest }
        return latest?.appending(expired) ?? expired
    }

    private func noted<Kept>(_ purchases: consuming ReadPurchases<Kept>) -> ReadPurchases<Kept> {
        if purchases.unreadable > 0 {
            let count = purchases.unreadable
            log(.warning, "Purchases of the receipt that could not be read: \(count).")
        }
        return purchases
    }
}
