import Foundation
import SwiftyStoreKit

/// Runs every query of a receipt, and compares what the results have in common.
struct QueryCheck {
    let receipt: ReceiptInfo
    private let date = Date(timeIntervalSince1970: 1_717_243_200)
    private let types: [SubscriptionType] = [
        .autoRenewable, .nonRenewing(validDuration: 86_400), .nonRenewing(validDuration: .infinity),
    ]

    func run() {
        let all = SwiftyStoreKit.allProductIds(inReceipt: receipt)
        let productIDs = all.union(["a", "b", "c", ""])
        queryPurchases(productIDs)
        for type in types {
            for date in [date, .distantPast, nil] { querySubscriptions(type, productIDs, date) }
            let distinct = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt)
            expect(distinct?.isEmpty != true && distinct?.isSubset(of: all) != false, "ids")
        }
        queryStatuses(all, productIDs)
        decodeTypes(productIDs)
    }

    private func queryPurchases(_ productIDs: Set<String>) {
        let results = SwiftyStoreKit.verifyPurchases(productIds: productIDs, inReceipt: receipt)
        expect(Set(results.keys) == productIDs, "a result for each product")
        for (id, result) in results {
            let single = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: receipt)
            expect(areEqual(single.item, result.item), "one and many agree")
            guard case .purchased(let item) = result else { continue }
            expect(item.productId == id, "a purchase of the product")
            expect(item.cancellationDate == nil && !item.isUpgraded, "a purchase that counts")
        }
    }

    private func querySubscriptions(
        _ type: SubscriptionType,
        _ productIDs: Set<String>,
        _ date: Date?
    ) {
        let group = SwiftyStoreKit.verifySubscriptions(
            ofType: type,
            productIds: productIDs,
            inReceipt: receipt,
            validUntil: date
        )
        check(group, productIDs, date)
        for id in productIDs {
            let single = SwiftyStoreKit.verifySubscription(
                ofType: type,
                productId: id,
                inReceipt: receipt,
                validUntil: date
            )
            check(single, [id], date)
            guard let date, case .purchased(let expiry, _) = single else { continue }
            guard case .purchased(let last, _) = group, last >= expiry, expiry > date else {
                fatalError("a group is active where one of it is")
            }
        }
    }

    private func check(_ result: VerifySubscriptionResult, _ productIDs: Set<String>, _ date: Date?)
    {
        switch result {
        case .notPurchased: break
        case .purchased(let expiry, let items):
            check(items, productIDs)
            expect(date.map { expiry > $0 } ?? true, "active beyond the date")
        case .expired(let expiry, let items):
            check(items, productIDs)
            expect(date.map { expiry <= $0 } ?? true, "expired at the date")
        }
    }

    private func check(_ items: [ReceiptItem], _ productIDs: Set<String>) {
        expect(!items.isEmpty && items.allSatisfy { productIDs.contains($0.productId) }, "items")
        expect(items.allSatisfy { $0.cancellationDate == nil && !$0.isUpgraded }, "items count")
    }

    private func queryStatuses(_ all: Set<String>, _ productIDs: Set<String>) {
        let statuses = SwiftyStoreKit.productStatuses(inReceipt: receipt, at: date)
        expect(Set(statuses.keys) == all, "a status for each product")
        let some = SwiftyStoreKit.productStatuses(
            inReceipt: receipt,
            productIds: productIDs,
            nonRenewing: ["a": 86_400, "b": -.infinity],
            at: date
        )
        expect(Set(some.keys) == all, "a status for each product of the query")
        for (id, status) in statuses {
            expect(status.productId == id && !status.items.isEmpty, "items of a status")
            guard status.state == .owned else { continue }
            let result = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: receipt)
            expect(result.item != nil, "owned and purchased")
        }
        let renewals = SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt)
        expect(renewals == SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt), "renewals")
        _ = SwiftyStoreKit.offerEligibility(productIds: productIDs, inReceipt: receipt)
    }

    private func decodeTypes(_ productIDs: Set<String>) {
        let content = ReceiptDetails(receiptInfo: receipt)
        expect(content == ReceiptDetails(receiptInfo: receipt), "the content is the same twice")
        for item in content.items + content.latestItems {
            expect(productIDs.contains(item.productId), "an item of a product")
            guard let data = try? JSONEncoder().encode(item) else { continue }
            let decoded = try? JSONDecoder().decode(ReceiptItem.self, from: data)
            expect(areEqual(decoded, item), "an item that is encoded and decoded")
        }
        _ = ReceiptItem(receiptInfo: receipt)
        _ = SubscriptionRenewal(receiptInfo: receipt)
    }

    // A status can be compared where its items, as public values, cannot.
    private func areEqual(_ left: ReceiptItem?, _ right: ReceiptItem?) -> Bool {
        ProductStatus(productId: "", state: .owned, items: [left].compactMap { $0 })
            == ProductStatus(productId: "", state: .owned, items: [right].compactMap { $0 })
    }

    private func expect(_ isTrue: Bool, _ promise: String) {
        guard !isTrue else { return }
        fatalError("broken: \(promise)")
    }
}

extension VerifyPurchaseResult {
    fileprivate var item: ReceiptItem? {
        guard case .purchased(let item) = self else { return nil }
        return item
    }
}
