import Foundation

/// The questions of the seeds' time: was it bought, is it active, which were bought.
package struct ReceiptQuestions {
    let reader: ReceiptReader

    package init(_ receipt: ReceiptInfo, log: Log = .shared) {
        reader = ReceiptReader(receipt, log: log)
    }

    /// The date that ends are compared with: what is asked for, else when the server answered, else now.
    func referenceDate(_ date: Date?) -> Date {
        date ?? reader.requestDate ?? Date()
    }

    package func purchase(_ productId: String) -> VerifyPurchaseResult {
        purchases([productId])[productId] ?? .notPurchased
    }

    /// An answer for each product that is asked for.
    func purchases(_ productIds: Set<String>) -> [String: VerifyPurchaseResult] {
        var newest: [String: ReceiptItem] = [:]
        for entry in reader.purchases(productIds) where entry.isValid {
            let item = entry.item
            if let known = newest[item.productId], known.purchaseDate >= item.purchaseDate {
                continue
            }
            newest[item.productId] = item
        }
        let answers = productIds.map { id in
            (id, newest[id].map { .purchased(item: $0) } ?? VerifyPurchaseResult.notPurchased)
        }
        return Dictionary(uniqueKeysWithValues: answers)
    }

    /// One answer for all products, whichever of them lasts longest.
    func subscriptions(
        _ type: SubscriptionType,
        _ productIds: Set<String>,
        validUntil date: Date?
    ) -> VerifySubscriptionResult {
        let entries = reader.subscriptions(type, productIds) ?? []
        let terms = SubscriptionTerm.sorted(entries.filter(\.isValid), type)
        guard let last = terms.first?.end else { return .notPurchased }
        let items = terms.map(\.item)
        return last > referenceDate(date)
            ? .purchased(expiryDate: last, items: items) : .expired(expiryDate: last, items: items)
    }

    /// The products of one list, those that were taken back included; nil if the list is missing or empty.
    func distinctIds(_ type: SubscriptionType) -> Set<String>? {
        let entries =
            switch type {
            case .autoRenewable: reader.subscriptions(.autoRenewable, nil)
            case .nonRenewing: reader.filed()
            }
        guard let entries, !entries.isEmpty else { return nil }
        return Set(entries.map(\.item.productId))
    }

    /// Every product of the receipt, those that were taken back included.
    func allIds() -> Set<String> {
        Set(reader.purchases(nil).map(\.item.productId))
    }
}

extension ReceiptQuestions {
    /// A status for each product that was ever bought.
    func statuses(
        _ productIds: Set<String>?,
        _ durations: [String: TimeInterval],
        at date: Date?
    ) -> [String: ProductStatus] {
        ProductStatusReader(reader: reader, date: referenceDate(date), durations: durations)
            .statuses(productIds)
    }
}
