import Foundation

/// One purchase of a receipt, as the rules of queries see it.
///
/// It is a class so that lists of purchases are filtered and sorted without copying items.
final class ReceiptPurchase: Sendable {
    let item: ReceiptItem
    /// The original transaction that the receipt names; the item has its own in place of a missing
    /// one.
    let originalID: String?
    /// Whether it was refunded or revoked, even on a date that cannot be decoded.
    let isCancelled: Bool
    /// Whether the server's list has it; the receipt's file has it otherwise.
    let isLatest: Bool
    /// Whether the receipt has the same transaction of the same product further up.
    let isRepeated: Bool
    /// The position in the receipt, which has the server's list first.
    let position: Int

    init(
        _ item: ReceiptItem,
        _ fields: ReceiptFields,
        isLatest: Bool,
        isRepeated: Bool,
        position: Int
    ) {
        self.item = item
        originalID = fields.string("original_transaction_id")
        isCancelled = ReceiptItem.isCancelled(fields)
        self.isLatest = isLatest
        self.isRepeated = isRepeated
        self.position = position
    }

    /// Whether the customer still has it: not refunded, revoked or replaced by an upgrade.
    var counts: Bool { !isCancelled && !item.isUpgraded }

    /// The end as a subscription of the type; nil for other products.
    func end(_ type: SubscriptionType) -> Date? {
        switch type {
        case .autoRenewable: item.subscriptionExpirationDate
        case .nonRenewing(let duration):
            duration.isNaN ? nil : item.purchaseDate.addingTimeInterval(duration)
        }
    }
}

/// The decoded purchases of a receipt by product, and the rules of queries.
///
/// Every query searches one list: the server's purchases, then those of the receipt's file. Of a
/// transaction in both, the server's copy counts, because it includes later refunds.
struct ReceiptPurchases: Sendable {
    /// One number with two products is two purchases, so that the result for one product depends on
    /// no other.
    private struct Transaction: Hashable {
        let id: String
        let productID: String
    }

    /// Every purchase, in the receipt's order.
    private(set) var all: [ReceiptPurchase] = []
    /// The purchases of each product, in the receipt's order.
    private(set) var byProduct: [String: [ReceiptPurchase]] = [:]
    /// The number of elements of the lists that are not purchases.
    private(set) var undecodableCount = 0
    /// The transactions so far; nil if only one list has something, in which nothing repeats.
    private var transactions: Set<Transaction>?

    /// Decodes the purchases of the products, or of all products.
    init(latest: [Any]?, file: [Any]?, of productIDs: Set<String>?) {
        let hasBoth = latest?.isEmpty == false && file?.isEmpty == false
        transactions = hasBoth ? [] : nil
        for element in latest ?? [] { decode(element, isLatest: true, productIDs) }
        for element in file ?? [] { decode(element, isLatest: false, productIDs) }
        transactions = nil
    }

    private mutating func decode(_ element: Any, isLatest: Bool, _ productIDs: Set<String>?) {
        let fields = ReceiptFields(element)
        let productID = fields?.string("product_id")
        if let productIDs, let productID, !productIDs.contains(productID) { return }
        guard let fields, let item = ReceiptItem(fields) else { return undecodableCount += 1 }
        let transaction = Transaction(id: item.transactionId, productID: item.productId)
        let purchase = ReceiptPurchase(
            item,
            fields,
            isLatest: isLatest,
            isRepeated: transactions?.insert(transaction).inserted == false,
            position: all.count
        )
        all.append(purchase)
        byProduct[item.productId, default: []].append(purchase)
    }
}

extension ReceiptPurchases {
    /// Every product of the receipt, refunded and revoked ones included.
    var productIDs: Set<String> { Set(byProduct.keys) }

    /// The newest purchase of the product that counts; of equal dates the first in the receipt.
    func newest(_ productID: String) -> VerifyPurchaseResult {
        let counting = (byProduct[productID] ?? []).lazy.filter { $0.counts && !$0.isRepeated }
        guard var newest = counting.first else { return .notPurchased }
        for purchase in counting where purchase.item.purchaseDate > newest.item.purchaseDate {
            newest = purchase
        }
        return .purchased(item: newest.item)
    }

    func newest(_ productIDs: Set<String>) -> [String: VerifyPurchaseResult] {
        Dictionary(uniqueKeysWithValues: productIDs.map { ($0, newest($0)) })
    }

    /// One result for all of the products, whichever of them lasts longest.
    ///
    /// The items are those that count, the last to end first; of equal ends the first in the
    /// receipt.
    func subscriptions(
        _ type: SubscriptionType,
        _ productIDs: Set<String>,
        at date: @autoclosure () -> Date
    ) -> VerifySubscriptionResult {
        var terms: [Term] = []
        for productID in productIDs {
            for purchase in byProduct[productID] ?? [] where !purchase.isRepeated {
                guard purchase.counts, let end = purchase.end(type) else { continue }
                terms.append(Term(purchase: purchase, end: end))
            }
        }
        terms.sort(by: Term.isBefore)
        guard let last = terms.first?.end else { return .notPurchased }
        let items = terms.map(\.purchase.item)
        return last > date()
            ? .purchased(expiryDate: last, items: items)
            : .expired(expiryDate: last, items: items)
    }

    /// The products of one type, refunded and revoked ones included; nil instead of an empty set.
    ///
    /// The server's list is of auto-renewable subscriptions. So is a purchase of the file that
    /// ends, and the file may have one that the server's list lacks.
    func distinctProductIDs(_ type: SubscriptionType) -> Set<String>? {
        let products = byProduct.filter { product in
            product.value.contains { purchase in
                switch type {
                case .autoRenewable: purchase.isLatest || purchase.end(.autoRenewable) != nil
                case .nonRenewing: !purchase.isLatest
                }
            }
        }
        return products.isEmpty ? nil : Set(products.keys)
    }

    /// The offers that are left to a customer with these purchases at a date.
    func eligibility(
        _ productIDs: Set<String>,
        _ renewals: [SubscriptionRenewal],
        at date: Date
    ) -> OfferEligibility {
        let own = productIDs.flatMap { byProduct[$0] ?? [] }.filter { purchase in
            purchase.item.subscriptionExpirationDate != nil && !purchase.isRepeated
                && purchase.item.ownership != .familyShared
        }
        let renewals = Dictionary(grouping: renewals, by: \.productId)
        let isSubscribed = own.contains { purchase in
            let renewal = purchase.renewal(among: renewals[purchase.item.productId] ?? [])
            let ends = [purchase.item.subscriptionExpirationDate, renewal?.gracePeriodExpiryDate]
            return purchase.counts && ends.contains { $0.map { date < $0 } ?? false }
        }
        let hadOffer = own.contains { $0.item.isTrialPeriod || $0.item.isInIntroOfferPeriod }
        return OfferEligibility(
            introductory: !isSubscribed && !hadOffer,
            promotional: !own.isEmpty
        )
    }
}

extension ReceiptPurchases: Equatable {
    static func == (left: ReceiptPurchases, right: ReceiptPurchases) -> Bool {
        left.all.elementsEqual(right.all) { one, other in
            one.item.isSame(as: other.item) && one.originalID == other.originalID
                && one.isCancelled == other.isCancelled
                && one.isLatest == other.isLatest && one.isRepeated == other.isRepeated
        }
    }
}
