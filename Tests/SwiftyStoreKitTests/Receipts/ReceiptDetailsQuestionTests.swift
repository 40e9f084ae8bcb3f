import Foundation
import SwiftyStoreKit
import Testing

/// A receipt in types answers as its dictionary does.
@Suite struct ReceiptDetailsQuestionTests {
    private static let types = [
        SubscriptionType.autoRenewable, .nonRenewing(validDuration: 60),
        .nonRenewing(validDuration: .nan),
    ]

    @Test(arguments: AskedReceipt.all, ReceiptForm.allCases)
    func `every question has the dictionary's answer`(asked: AskedReceipt, form: ReceiptForm) throws
    {
        let info = try TestReceipt.info(asked.json, as: form)
        let content = ReceiptDetails(receiptInfo: info)
        for productIds in AskedReceipt.questions {
            comparePurchases(productIds, info, content)
            compareSubscriptions(productIds, info, content)
            compareStatuses(productIds, info, content)
        }
        compareOverviews(info, content)
    }

    @Test func `there are answers that fuzzing found`() {
        #expect(AnswerFixture.all.count == 40)
    }

    @Test(arguments: AnswerFixture.all)
    func `what fuzzing found is taken or refused, and both ways to ask agree`(
        fixture: AnswerFixture
    ) {
        switch VerifyReceiptResult(json: fixture.json) {
        case .success(let info):
            #expect(fixture.verdict == .success)
            let content = ReceiptDetails(receiptInfo: info)
            let productIds = content.allProductIds().union(["a", ""])
            comparePurchases(productIds, info, content)
            compareSubscriptions(productIds, info, content)
            compareStatuses(productIds, info, content)
            compareOverviews(info, content)
        case .error(.receiptInvalid(_, let status)):
            #expect(fixture.verdict == .refused && status != .valid)
        case .error(let error):
            #expect(fixture.verdict == .unreadable && error.errorCode == 2)
        }
    }

    private func comparePurchases(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ content: ReceiptDetails
    ) {
        let expected = SwiftyStoreKit.verifyPurchases(productIds: productIds, inReceipt: info)
        #expect(content.verifyPurchases(productIds: productIds) == expected)
        for id in productIds {
            let one = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: info)
            #expect(content.verifyPurchase(productId: id) == one)
        }
        let offers = SwiftyStoreKit.offerEligibility(productIds: productIds, inReceipt: info)
        #expect(content.offerEligibility(productIds: productIds) == offers)
    }

    private func compareSubscriptions(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ content: ReceiptDetails
    ) {
        let date = Date(timeIntervalSince1970: 100)
        for type in Self.types {
            let expected = SwiftyStoreKit.verifySubscriptions(
                ofType: type,
                productIds: productIds,
                inReceipt: info,
                validUntil: date
            )
            let answer = content.verifySubscriptions(
                ofType: type,
                productIds: productIds,
                validUntil: date
            )
            #expect(answer == expected)
            for id in productIds {
                let one = SwiftyStoreKit.verifySubscription(
                    ofType: type,
                    productId: id,
                    inReceipt: info,
                    validUntil: date
                )
                let own = content.verifySubscription(ofType: type, productId: id, validUntil: date)
                #expect(own == one)
            }
        }
    }

    private func compareStatuses(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ content: ReceiptDetails
    ) {
        let date = Date(timeIntervalSince1970: 100)
        for durations in [[:], ["pass": 60, "hat": .infinity]] {
            for ids in [productIds, nil] {
                let expected = SwiftyStoreKit.productStatuses(
                    inReceipt: info,
                    productIds: ids,
                    nonRenewing: durations,
                    at: date
                )
                let answer = content.productStatuses(
                    productIds: ids,
                    nonRenewing: durations,
                    at: date
                )
                #expect(answer == expected)
            }
        }
    }

    private func compareOverviews(_ info: ReceiptInfo, _ content: ReceiptDetails) {
        for type in Self.types {
            let expected = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: info)
            #expect(content.distinctProductIds(ofType: type) == expected)
        }
        #expect(content.allProductIds() == SwiftyStoreKit.allProductIds(inReceipt: info))
        let renewals = SwiftyStoreKit.subscriptionRenewals(inReceipt: info)
        #expect(content.subscriptionRenewals() == renewals && content.renewals == renewals)
    }

    // Rule 78 and Q20.
    @Test func `the date that is used can be asked for`() throws {
        let given = Date(timeIntervalSince1970: 7)
        let dated = ReceiptDetails(
            receiptInfo: try TestReceipt.info(TestReceipt.make(requestDate: 100))
        )
        #expect(dated.referenceDate(validUntil: given) == given)
        #expect(dated.referenceDate() == Date(timeIntervalSince1970: 100))
        let before = Date()
        let now = ReceiptDetails(receiptInfo: [:]).referenceDate()
        #expect(before <= now && now <= Date())
    }

    // Rule 78.
    @Test func `the server's date decides where none is given`() throws {
        let entry = TestEntry.make("monthly", until: 150)
        for (asked, isActive) in [(100.0, true), (200, false)] {
            let content = ReceiptDetails(
                receiptInfo: try TestReceipt.info(
                    TestReceipt.make(latest: [entry], requestDate: asked)
                )
            )
            let answer = content.verifySubscriptions(productIds: ["monthly"])
            let items = content.latestItems
            let end = Date(timeIntervalSince1970: 150)
            #expect(
                answer
                    == (isActive
                        ? .purchased(expiryDate: end, items: items)
                        : .expired(expiryDate: end, items: items))
            )
            #expect(content.productStatuses()["monthly"]?.isEntitled == isActive)
        }
    }

    @Test func `an end that cannot be read and a list that is empty make another receipt`() throws {
        let kept = TestReceipt.make(inApp: [TestEntry.make("hat")])
        let others = [
            TestReceipt.make(inApp: [TestEntry.make("hat", more: ["cancellation_date": "?"])]),
            TestReceipt.make(inApp: [TestEntry.make("hat")], latest: [Any]()),
        ]
        let content = ReceiptDetails(receiptInfo: try TestReceipt.info(kept))
        #expect(content == ReceiptDetails(receiptInfo: try TestReceipt.info(kept, as: .cast)))
        for other in others {
            let read = ReceiptDetails(receiptInfo: try TestReceipt.info(other))
            #expect(read.items == content.items && read != content)
        }
    }
}
