import Foundation

/// Finds the lists of a receipt and reads what is asked for, each element at most once.
struct ReceiptReader {
    private let info: ReceiptFields
    private let receipt: ReceiptFields?
    private let log: Log

    init(_ info: ReceiptInfo, log: Log = .shared) {
        self.log = log
        self.info = .objects(info)
        receipt = self.info[.receipt].flatMap { ReceiptFields($0) }
    }

    /// When the server answered.
    var requestDate: Date? { receipt?.date(.request) ?? info.date(.request) }

    /// The receipt itself, its file's content.
    var content: ReceiptFields? { receipt }

    /// What stands beside the receipt.
    var answer: ReceiptFields { info }

    /// The purchases in the file; a receipt from before iOS 7 is one purchase itself.
    var inApp: [Any]? {
        guard let receipt else { return nil }
        if let list = list(receipt[.inApp]) { return list }
        return receipt[.productId] == nil ? nil : info[.receipt].map { [$0] }
    }

    /// The subscriptions as the server knows them, the over ones of old receipts included.
    var latest: [Any]? {
        let latest = list(info[.latestInfo])
        guard let expired = list(info[.latestExpiredInfo]) else { return latest }
        return (latest ?? []) + expired
    }

    /// What comes next for each subscription.
    var renewals: [SubscriptionRenewal] {
        (list(info[.pendingRenewalInfo]) ?? []).compactMap { element in
            ReceiptFields(element).flatMap { SubscriptionRenewal($0) }
        }
    }

    /// The purchases of the products that are asked for, or of all.
    ///
    /// What the server knows comes first, and counts where a transaction is in both lists.
    func purchases(_ productIds: Set<String>?) -> [ReceiptEntry] {
        entries([latest, inApp], productIds)
    }

    /// The subscriptions of one type; nil if the receipt has no list for it.
    ///
    /// The file's purchases stand in for auto-renewable subscriptions where the server's list is missing, as after
    /// local validation.
    func subscriptions(
        _ type: SubscriptionType,
        _ productIds: Set<String>?
    ) -> [ReceiptEntry]? {
        switch type {
        case .nonRenewing:
            return purchases(productIds)
        case .autoRenewable:
            if let latest { return entries([latest], productIds) }
            guard let inApp else { return nil }
            return entries([inApp], productIds).filter { $0.item.subscriptionExpirationDate != nil }
        }
    }

    /// The purchases in the file.
    func filed() -> [ReceiptEntry]? {
        inApp.map { entries([$0], nil) }
    }

    /// The transactions that the server knows.
    func listed() -> [ReceiptEntry]? {
        latest.map { entries([$0], nil) }
    }

    private func entries(_ lists: [[Any]?], _ productIds: Set<String>?) -> [ReceiptEntry] {
        let lists = lists.compactMap { $0 }.filter { !$0.isEmpty }
        var collector = ReceiptEntryCollector(productIds, mayRepeat: lists.count > 1)
        for list in lists {
            for element in list { collector.take(element) }
        }
        note(collector.unreadable)
        return collector.entries
    }

    private func note(_ unreadable: Int) {
        guard unreadable > 0 else { return }
        log(.warning, "Purchases of the receipt that could not be read: \(unreadable).")
    }

    private func list(_ value: Any?) -> [Any]? {
        guard let value else { return nil }
        if type(of: value) == [Any].self || value is NSArray { return value as? [Any] }
        return ReceiptFields(value) == nil ? nil : [value]
    }
}
