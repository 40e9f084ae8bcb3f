import Foundation

/// Questions to a dictionary: as much of it is read as the question needs, and the table answers.
package struct ReceiptQuestions {
    let reader: ReceiptReader

    package init(_ receipt: ReceiptInfo, log: Log = .shared) {
        reader = ReceiptReader(receipt, log: log)
    }

    /// The date that ends are compared with: what is asked for, else when the server answered, else
    /// now.
    func referenceDate(_ date: Date?) -> Date {
        date ?? reader.requestDate ?? Date()
    }

    package func purchase(_ productId: String) -> VerifyPurchaseResult {
        let purchases = reader.purchases(.one(productId), ReadPurchase.validity)
        let newest = purchases.table.newest(productId)
        return VerifyPurchaseResult(newest.map { purchases.kept[$0].item })
    }

    /// An answer for each product that is asked for.
    func purchases(_ productIds: Set<String>) -> [String: VerifyPurchaseResult] {
        let purchases = reader.purchases(WantedProducts(productIds), ReadPurchase.validity)
        return purchases.table.purchases(productIds) { purchases.kept[$0].item }
    }

    /// One answer for all products, whichever of them lasts longest.
    func subscriptions(
        _ type: SubscriptionType,
        _ productIds: Set<String>,
        validUntil date: Date?
    ) -> VerifySubscriptionResult {
        let products = WantedProducts(productIds)
        let purchases = reader.subscriptions(type, products, ReadPurchase.whole)
        let items = PurchaseItems(listed: purchases.kept, filed: [])
        // No other products were read.
        return purchases.table.subscriptions(type, nil, at: referenceDate(date), items)
    }

    /// The products of one list, those that were taken back included; nil if the list is missing or
    /// empty.
    func distinctIds(_ type: SubscriptionType) -> Set<String>? {
        switch type {
        case .autoRenewable: reader.renewingPurchases().table.distinctIds(type)
        case .nonRenewing: reader.filedPurchases().table.distinctIds(type)
        }
    }

    /// Every product of the receipt, those that were taken back included.
    func allIds() -> Set<String> {
        reader.purchases(.all, ReadPurchase.presence).table.allIds()
    }

    /// Which offers for the products are left.
    func eligibility(_ productIds: Set<String>) -> OfferEligibility {
        let products = WantedProducts(productIds)
        return reader.purchases(products, ReadPurchase.whole).table.eligibility(productIds)
    }

    /// A status for each product that was ever bought.
    func statuses(
        _ productIds: Set<String>?,
        _ durations: [String: TimeInterval],
        at date: Date?
    ) -> [String: ProductStatus] {
        let purchases = reader.purchases(WantedProducts(productIds), ReadPurchase.whole)
        return ProductStatusReader(
            table: purchases.table,
            renewals: reader.renewals,
            date: referenceDate(date),
            durations: durations,
            items: PurchaseItems(listed: purchases.kept, filed: [])
        ).statuses(productIds)
    }
}
