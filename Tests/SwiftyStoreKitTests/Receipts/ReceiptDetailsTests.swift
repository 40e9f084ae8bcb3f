import Foundation
import SwiftyStoreKit
import Testing

/// Queries to a receipt in types have the results of those to its dictionary.
@Suite struct ReceiptDetailsTests {
    private static let types = [
        SubscriptionType.autoRenewable, .nonRenewing(validDuration: 60),
        .nonRenewing(validDuration: .nan),
    ]

    @Test(arguments: QueriedReceipt.all, ReceiptForm.allCases)
    func `every query has the dictionary's result`(
        queried: QueriedReceipt,
        form: ReceiptForm
    ) throws {
        let info = try TestReceipt.info(queried.json, as: form)
        let details = ReceiptDetails(receiptInfo: info)
        for productIds in QueriedReceipt.productIDs {
            comparePurchases(productIds, info, details)
            compareSubscriptions(productIds, info, details)
            compareStatuses(productIds, info, details)
        }
        compareOverviews(info, details)
    }

    @Test func `there are responses that fuzzing found`() {
        #expect(ResponseFixture.all.count == 40)
    }

    @Test(arguments: ResponseFixture.all)
    func `what fuzzing found is accepted or refused, and all forms agree`(
        fixture: ResponseFixture
    ) {
        switch VerifyReceiptResult(json: fixture.json) {
        case .success(let info):
            #expect(fixture.verdict == .success)
            let details = ReceiptDetails(receiptInfo: info)
            let decoded = try? ReceiptDetails(json: fixture.json)
            #expect(decoded == details)
            let productIds = details.allProductIds().union(["a", ""])
            comparePurchases(productIds, info, details)
            compareSubscriptions(productIds, info, details)
            compareStatuses(productIds, info, details)
            compareOverviews(info, details)
        case .error(.receiptInvalid(_, let status)):
            #expect(fixture.verdict == .refused && status != .valid)
            #expect(Self.error(of: fixture)?.errorCode == 3)
        case .error(let error):
            #expect(fixture.verdict == .unreadable && error.errorCode == 2)
            #expect(Self.error(of: fixture)?.errorCode == 2)
        }
    }

    /// Why the response does not become a receipt in types.
    private static func error(of fixture: ResponseFixture) -> ReceiptError? {
        do throws(ReceiptError) {
            _ = try ReceiptDetails(json: fixture.json)
            return nil
        } catch {
            return error
        }
    }

    private func comparePurchases(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ details: ReceiptDetails
    ) {
        let expected = SwiftyStoreKit.verifyPurchases(productIds: productIds, inReceipt: info)
        #expect(details.verifyPurchases(productIds: productIds) == expected)
        for id in productIds {
            let one = SwiftyStoreKit.verifyPurchase(productId: id, inReceipt: info)
            #expect(details.verifyPurchase(productId: id) == one)
        }
        let offers = SwiftyStoreKit.offerEligibility(productIds: productIds, inReceipt: info)
        #expect(details.offerEligibility(productIds: productIds) == offers)
    }

    private func compareSubscriptions(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ details: ReceiptDetails
    ) {
        let date = Date(timeIntervalSince1970: 100)
        for type in Self.types {
            let expected = SwiftyStoreKit.verifySubscriptions(
                ofType: type,
                productIds: productIds,
                inReceipt: info,
                validUntil: date
            )
            let result = details.verifySubscriptions(
                ofType: type,
                productIds: productIds,
                validUntil: date
            )
            #expect(result == expected)
            for id in productIds {
                let one = SwiftyStoreKit.verifySubscription(
                    ofType: type,
                    productId: id,
                    inReceipt: info,
                    validUntil: date
                )
                let own = details.verifySubscription(ofType: type, productId: id, validUntil: date)
                #expect(own == one)
            }
        }
    }

    private func compareStatuses(
        _ productIds: Set<String>,
        _ info: ReceiptInfo,
        _ details: ReceiptDetails
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
                let result = details.productStatuses(
                    productIds: ids,
                    nonRenewing: durations,
                    at: date
                )
                #expect(result == expected)
            }
        }
    }

    private func compareOverviews(_ info: ReceiptInfo, _ details: ReceiptDetails) {
        for type in Self.types {
            let expected = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: info)
            #expect(details.distinctProductIds(ofType: type) == expected)
        }
        #expect(details.allProductIds() == SwiftyStoreKit.allProductIds(inReceipt: info))
        let renewals = SwiftyStoreKit.subscriptionRenewals(inReceipt: info)
        #expect(details.subscriptionRenewals() == renewals && details.renewals == renewals)
    }

    @Test func `the reference date is the given one, the receipt's or now`() throws {
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

    @Test func `the server's date decides where none is given`() throws {
        let entry = TestEntry.make("monthly", until: 150)
        for (requestDate, isActive) in [(100.0, true), (200, false)] {
            let details = ReceiptDetails(
                receiptInfo: try TestReceipt.info(
                    TestReceipt.make(latest: [entry], requestDate: requestDate)
                )
            )
            let result = details.verifySubscriptions(productIds: ["monthly"])
            let items = details.latestItems
            let end = Date(timeIntervalSince1970: 150)
            #expect(
                result
                    == (isActive
                        ? .purchased(expiryDate: end, items: items)
                        : .expired(expiryDate: end, items: items))
            )
            #expect(details.productStatuses()["monthly"]?.isEntitled == isActive)
        }
    }

    @Test func `a date that cannot be decoded makes another receipt, an empty list does not`()
        throws
    {
        func details(
            _ json: [String: Any],
            as form: ReceiptForm = .decoded
        ) throws -> ReceiptDetails {
            ReceiptDetails(receiptInfo: try TestReceipt.info(json, as: form))
        }
        let original = TestReceipt.make(inApp: [TestEntry.make("hat")])
        let cancelled = TestEntry.make("hat", more: ["cancellation_date": "?"])
        let other = try details(TestReceipt.make(inApp: [cancelled]))
        #expect(try details(original) == details(original, as: .cast))
        #expect(try other.items == details(original).items && other != details(original))
        let empty = TestReceipt.make(inApp: [TestEntry.make("hat")], latest: [Any]())
        #expect(try details(original) == details(empty))
    }
}
