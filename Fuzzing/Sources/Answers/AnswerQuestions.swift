import Foundation
import SwiftyStoreKit

/// Asks every question of a receipt that was answered, and compares what the answers have in
/// common.
struct AnswerQuestions {
    let receipt: ReceiptInfo
    private let date = Date(timeIntervalSince1970: 1_717_243_200)
    private let types: [SubscriptionType] = [
        .autoRenewable, .nonRenewing(validDuration: 86_400), .nonRenewing(validDuration: .infinity),
    ]

    func ask() {
        let all = SwiftyStoreKit.allProductIds(inReceipt: receipt)
        let asked = all.union(["a", "b", "c", ""])
        askPurchases(asked)
        for type in types {
            for date in [date, .distantPast, nil] { askSubscriptions(type, asked, date) }
            let distinct = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt)
            expect(distinct?.isEmpty != true && distinct?.isSubset(of: all) != false, "ids")
        }
        askStatuses(all, asked)
        readTypes(asked)
    }

    private func askPurchases(_ asked: Set<String>) {
        let answers = SwiftyStoreKit.verifyPurchases(productIds: asked, inReceipt: receipt)
        expect(Set(answers.keys) == asked, "an answer for each product")
        for (id, answer) in answers {
            let single = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: receipt)
            expect(single == answer, "one and many agree")
            guard case .purchased(let item) = answer else { continue }
            expect(item.productId == id, "a purchase of what was asked for")
            expect(item.cancellationDate == nil && !item.isUpgraded, "a purchase that counts")
        }
    }

    private func askSubscriptions(_ type: SubscriptionType, _ asked: Set<String>, _ date: Date?) {
        let group = SwiftyStoreKit.verifySubscriptions(
            ofType: type,
            productIds: asked,
            inReceipt: receipt,
            validUntil: date
        )
        check(group, asked, date)
        for id in asked {
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

    private func check(_ answer: VerifySubscriptionResult, _ asked: Set<String>, _ date: Date?) {
        switch answer {
        case .notPurchased: break
        case .purchased(let expiry, let items):
            check(items, asked)
            expect(date.map { expiry > $0 } ?? true, "active beyond the date")
        case .expired(let expiry, let items):
            check(items, asked)
            expect(date.map { expiry <= $0 } ?? true, "expired at the date")
        }
    }

    private func check(_ items: [ReceiptItem], _ asked: Set<String>) {
        expect(!items.isEmpty && items.allSatisfy { asked.contains($0.productId) }, "items")
        expect(items.allSatisfy { $0.cancellationDate == nil && !$0.isUpgraded }, "items count")
    }

    private func askStatuses(_ all: Set<String>, _ asked: Set<String>) {
        let statuses = SwiftyStoreKit.productStatuses(inReceipt: receipt, at: date)
        expect(Set(statuses.keys) == all, "a status for each product")
        let some = SwiftyStoreKit.productStatuses(
            inReceipt: receipt,
            productIds: asked,
            nonRenewing: ["a": 86_400, "b": -.infinity],
            at: date
        )
        expect(Set(some.keys) == all, "a status for each product that is asked for")
        for (id, status) in statuses {
            expect(status.productId == id && !status.items.isEmpty, "items of a status")
            guard status.state == .owned else { continue }
            let answer = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: receipt)
            expect(answer != .notPurchased, "owned and bought")
        }
        let renewals = SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt)
        expect(renewals == SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt), "renewals")
        _ = SwiftyStoreKit.offerEligibility(productIds: asked, inReceipt: receipt)
    }

    private func readTypes(_ asked: Set<String>) {
        let content = ReceiptDetails(receiptInfo: receipt)
        expect(content == ReceiptDetails(receiptInfo: receipt), "the content is the same twice")
        for item in content.items + content.latestItems {
            expect(asked.contains(item.productId), "an item of a product")
            guard let data = try? JSONEncoder().encode(item) else { continue }
            let decoded = try? JSONDecoder().decode(ReceiptItem.self, from: data)
            expect(decoded == item, "an item that is kept and read again")
        }
        _ = ReceiptItem(receiptInfo: receipt)
        _ = SubscriptionRenewal(receiptInfo: receipt)
    }

    private func expect(_ isTrue: Bool, _ promise: String) {
        guard !isTrue else { return }
        fatalError("broken: \(promise)")
    }
}
