import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit
import TestSupport
import Testing

@Suite struct QueryTests {
    private static let purchases: [Receipt.InAppPurchase] = [
        .make("coins", id: "1", day: -2),
        .make("hat", id: "2", day: -30),
        .make("hat", id: "3", day: -20),
        .make("refunded", id: "4", day: -9, cancelled: -3),
        .make("monthly", id: "5", day: -40, until: -10, isTrial: true),
        .make("monthly", id: "6", day: -10, until: 20),
        .make("yearly", id: "7", day: -400, until: -35),
        .make("season", id: "8", day: -5),
    ]

    private func info(day: Double = 0) throws -> ReceiptInfo {
        let data = try Issuing.receipt(.make(purchases: Self.purchases))
        return try LocalReceiptValidator.make(day: day).validate(data).get()
    }

    private func date(_ day: Double) -> Date { Moment.created + day * Moment.day }

    @Test(arguments: [
        ("coins", "1"), ("hat", "3"), ("refunded", nil), ("monthly", "6"), ("never", String?.none),
    ])
    func `a purchase is found`(productId: String, transactionId: String?) throws {
        switch SwiftyStoreKit.verifyPurchase(productId: productId, inReceipt: try info()) {
        case .purchased(let item): #expect(item.transactionId == transactionId)
        case .notPurchased: #expect(transactionId == nil)
        }
    }

    @Test func `several purchases are found at once`() throws {
        let results = SwiftyStoreKit.verifyPurchases(
            productIds: ["hat", "refunded"],
            inReceipt: try info()
        )
        #expect(results.count == 2)
        #expect(results["refunded"]?.item == nil)
        #expect(results["hat"]?.item?.productId == "hat")
    }

    @Test(arguments: [(0, true), (19.9, true), (20, false), (500, false), (-39, true)])
    func `the reference date decides whether a subscription is active`(
        day: Double,
        isActive: Bool
    ) throws {
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "monthly",
            inReceipt: try info(day: day)
        )
        switch result {
        case .purchased(let end, let items):
            #expect(isActive)
            #expect(end == date(20))
            #expect(items.map(\.transactionId) == ["6", "5"])
        case .expired(let end, let items):
            #expect(!isActive)
            #expect(end == date(20))
            #expect(items.map(\.transactionId) == ["6", "5"])
        case .notPurchased: Issue.record("it was bought")
        }
    }

    @Test func `a clock that was set back makes no subscription active`() throws {
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "yearly",
            inReceipt: try info(day: -100)
        )
        guard case .expired(let end, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(end == date(-35))
    }

    @Test(arguments: [(24.9, true), (25, false)])
    func `a subscription that does not renew lasts as long as the app says`(
        day: Double,
        isActive: Bool
    ) throws {
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .nonRenewing(validDuration: 30 * Moment.day),
            productId: "season",
            inReceipt: try info(day: day)
        )
        switch result {
        case .purchased(let end, _): #expect(isActive && end == date(25))
        case .expired(let end, _): #expect(!isActive && end == date(25))
        case .notPurchased: Issue.record("it was bought")
        }
    }

    @Test func `a group of subscriptions has one result`() throws {
        let result = SwiftyStoreKit.verifySubscriptions(
            productIds: ["monthly", "yearly", "coins"],
            inReceipt: try info()
        )
        guard case .purchased(let end, let items) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(end == date(20))
        #expect(items.map(\.transactionId) == ["6", "5", "7"])
    }

    @Test func `the products are those of the file`() throws {
        let info = try info()
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: info) == ["monthly", "yearly"])
        let all: Set = ["coins", "hat", "refunded", "monthly", "yearly", "season"]
        let type = SubscriptionType.nonRenewing(validDuration: 1)
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: info) == all)
        #expect(SwiftyStoreKit.allProductIds(inReceipt: info) == all)
    }

    @Test func `every product has a status`() throws {
        let statuses = SwiftyStoreKit.productStatuses(
            inReceipt: try info(),
            nonRenewing: ["season": 3 * Moment.day]
        )
        #expect(
            statuses.mapValues(\.state) == [
                "coins": .owned, "hat": .owned, "refunded": .revoked(on: date(-3)),
                "monthly": .active(until: date(20)), "yearly": .expired(since: date(-35)),
                "season": .expired(since: date(-2)),
            ]
        )
    }

    @Test func `used offers are known, and renewals are not`() throws {
        let info = try info()
        let monthly = SwiftyStoreKit.offerEligibility(productIds: ["monthly"], inReceipt: info)
        #expect(monthly == OfferEligibility(introductory: false, promotional: true))
        let yearly = SwiftyStoreKit.offerEligibility(productIds: ["yearly"], inReceipt: info)
        #expect(yearly == OfferEligibility(introductory: true, promotional: true))
        let never = SwiftyStoreKit.offerEligibility(productIds: ["weekly"], inReceipt: info)
        #expect(never == OfferEligibility(introductory: true, promotional: false))
        #expect(SwiftyStoreKit.subscriptionRenewals(inReceipt: info) == [])
    }

    @Test func `a receipt without purchases is valid`() throws {
        let info = try LocalReceiptValidator.make().validate(Issuing.receipt()).get()
        #expect(SwiftyStoreKit.allProductIds(inReceipt: info) == [])
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: info) == nil)
    }

    @Test func `many purchases are verified and queried`() throws {
        let count = TestVolume.count(1_000, all: 10_000)
        let purchases = (0..<count).map { index in
            let day = Double(index - count)
            return Receipt.InAppPurchase.make("monthly", id: "\(index)", day: day, until: day + 1)
        }
        let data = try Issuing.receipt(.make(purchases: purchases))
        let validator = try LocalReceiptValidator.make(day: 1)
        let info = try validator.validate(data).get()
        let result = SwiftyStoreKit.verifySubscription(
            ofType: .autoRenewable,
            productId: "monthly",
            inReceipt: info
        )
        guard case .expired(let end, let items) = result else {
            Issue.record("the last period has ended")
            return
        }
        #expect(end == Moment.created)
        #expect(items.count == count)
        #expect(items.first?.transactionId == "\(count - 1)")
    }
}
