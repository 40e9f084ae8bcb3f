import Foundation

/// One purchase of a receipt, as the rules of queries see it.
///
/// It is a class so that lists of purchases are filtered and sorted without copying items.
final class ReceiptPurchase: Sendable {
    let item: ReceiptItem
    /// Whether it was refunded or revoked, even on a date that cannot be decoded.
    let isCancelled: Bool
    /// Whether the server's list has it; the receipt's file has it otherwise.
    let isLatest: Bool
    /// Whether the receipt has the same transaction of the same product further up.
    let isRepeated: Bool
    /// The position in the receipt, which has the server's list first.
    let position: Int

    init(_ item: ReceiptItem, isCancelled: Bool, isLatest: Bool, isRepeated: Bool, position: Int) {
        self.item = item
        self.isCancelled = isCancelled
        self.isLatest = isLatest
        self.isRepeated = isRepeated
        self.position = position
    }

    /// Whether the customer still has it: not refunded, revoked or replaced by an upgrade.
    var counts: Bool { !isCancelled && !item.isUpgraded }

    /// When it ends as a subscription of the type; nil if it is none.
    func end(_ type: SubscriptionType) -> Date? {
        switch type {
        case .autoRenewable: item.subscriptionExpirationDate
        case .nonRenewing(let duration):
            duration.isNaN ? nil : item.purchaseDate.addingTimeInterval(duration)
        }
    }
}

/// The decoded purchases of a receipt by product, and the rules of queries.
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
    /// Whether the receipt has the server's list, maybe an empty one.
    let hasLatest: Bool
    /// Whether the receipt has a file's list, maybe an empty one.
    let hasFile: Bool
    /// How many elements of the lists are not purchases.
    private(set) var undecodableCount = 0
    /// The transactions so far; nil if only one list has something, in which nothing repeats.
    private var transactions: Set<Transaction>?

    /// Decodes the purchases of the products, or of all products.
    init(latest: [Any]?, file: [Any]?, of productIDs: Set<String>?) {
        hasLatest = latest != nil
        hasFile = file != nil
        let hasBoth = latest?.isEmpty == false && file?.isEmpty == false
        transactions = hasBoth ? [] : nil
        for element in latest ?? [] { decode(element, isLatest: true, productIDs) }
        for element in file ?? [] { decode(element, isLatest: false, productIDs) }
        transactions = nil
    }

    private mutating func decode(_ element: Any, isLatest: Bool, _ productIDs: Set<String>?) {
        guard let fields = ReceiptFields(element), let productID = fields.string("product_id")
        else {
            undecodableCount += 1
            return
        }
        guard productIDs?.contains(productID) != false else { return }
        guard let item = ReceiptItem(fields) else {
            undecodableCount += 1
            return
        }
        append(item, isCancelled: ReceiptItem.isCancelled(fields), isLatest: isLatest)
    }

    private mutating func append(_ item: ReceiptItem, isCancelled: Bool, isLatest: Bool) {
        let transaction = Transaction(id: item.transactionId, productID: item.productId)
        let purchase = ReceiptPurchase(
            item,
            isCancelled: isCancelled,
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

    /// The newest purchase of each of the products.
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
        var terms: [(end: Date, purchase: ReceiptPurchase)] = []
        for productID in productIDs {
            for purchase in byProduct[productID] ?? [] where isListed(purchase, type) {
                guard purchase.counts, let end = purchase.end(type) else { continue }
                terms.append((end, purchase))
            }
        }
        terms.sort {
            $0.end == $1.end ? $0.purchase.position < $1.purchase.position : $0.end > $1.end
        }
        guard let last = terms.first?.end else { return .notPurchased }
        let items = terms.map(\.purchase.item)
        return last > date()
            ? .purchased(expiryDate: last, items: items)
            : .expired(expiryDate: last, items: items)
    }

    /// Whether a subscription of the type is looked for here.
    ///
    /// Auto-renewable ones are in the server's list. Where there is no such list, as after local
    /// validation, they are among the file's purchases.
    private func isListed(_ purchase: ReceiptPurchase, _ type: SubscriptionType) -> Bool {
        switch type {
        case .autoRenewable: purchase.isLatest || !hasLatest
        case .nonRenewing: !purchase.isRepeated
        }
    }

    /// The products of one list, refunded and revoked ones included; nil instead of an empty set.
    ///
    /// Among the file's purchases, which stand in for a missing list of the server, those that end
    /// are auto-renewable.
    func distinctProductIDs(_ type: SubscriptionType) -> Set<String>? {
        let products = byProduct.filter { product in
            product.value.contains { purchase in
                switch type {
                case .autoRenewable:
                    hasLatest ? purchase.isLatest : purchase.end(.autoRenewable) != nil
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
        let counting = own.filter(\.counts).map(\.item)
        let isSubscribed =
            counting.contains { $0.subscriptionExpirationDate.map { date < $0 } ?? false }
            || renewals.contains { renewal in
                productIDs.contains(renewal.productId) && renewal.follows(counting)
                    && renewal.gracePeriodExpiryDate.map { date < $0 } ?? false
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
        left.hasLatest == right.hasLatest && left.hasFile == right.hasFile
            && left.all.elementsEqual(right.all) { one, other in
                one.item.isSame(as: other.item) && one.isCancelled == other.isCancelled
                    && one.isLatest == other.isLatest && one.isRepeated == other.isRepeated
            }
    }
}
