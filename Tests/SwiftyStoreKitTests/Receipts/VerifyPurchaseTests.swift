import Foundation
import SwiftyStoreKit
import Testing

@Suite struct VerifyPurchaseTests {
    private func bought(_ json: [String: Any], as form: ReceiptForm = .decoded) throws -> String? {
        let receipt = try TestReceipt.info(json, as: form)
        return SwiftyStoreKit.verifyPurchase(productId: "coins", inReceipt: receipt).item?
            .transactionId
    }

    @Test(arguments: ReceiptForm.allCases)
    func `the newest purchase counts wherever it stands`(form: ReceiptForm) throws {
        let entries = [
            TestEntry.make(id: "old", at: 1), TestEntry.make("gems", id: "other", at: 9),
            TestEntry.make(id: "new", at: 3), TestEntry.make(id: "middle", at: 2),
        ]
        #expect(try bought(TestReceipt.make(inApp: entries), as: form) == "new")
    }

    @Test func `a purchase in the server's list counts too`() throws {
        let json = TestReceipt.make(
            inApp: [TestEntry.make(id: "old", at: 1)],
            latest: [TestEntry.make(id: "new", at: 2)]
        )
        #expect(try bought(json) == "new")
        #expect(try bought(TestReceipt.make(latest: [TestEntry.make(id: "only")])) == "only")
    }

    @Test func `of equal dates the first counts, in the server's list before the file's`() throws {
        let (one, other) = (TestEntry.make(id: "2", at: 5), TestEntry.make(id: "1", at: 5))
        let older = TestEntry.make(id: "3", at: 4)
        #expect(try bought(TestReceipt.make(inApp: [older, one, other])) == "2")
        #expect(try bought(TestReceipt.make(inApp: [one], latest: [older, other])) == "1")
    }

    @Test func `one transaction number with two products is two purchases`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(
                inApp: [TestEntry.make("gems", id: "7"), TestEntry.make(id: "7")],
                latest: [TestEntry.make("gems", id: "7")]
            ),
            as: .decoded
        )
        let results = SwiftyStoreKit.verifyPurchases(
            productIds: ["coins", "gems"],
            inReceipt: receipt
        )
        #expect(results["coins"]?.item?.transactionId == "7")
        #expect(results["gems"]?.item?.transactionId == "7")
        let statuses = SwiftyStoreKit.productStatuses(inReceipt: receipt)
        #expect(statuses.mapValues(\.items.count) == ["coins": 1, "gems": 1])
    }

    @Test func `a refunded purchase does not count in any spelling of its cancellation`() throws {
        let marks: [[String: Any]] = [
            ["cancellation_date": "2020-07-22 17:39:08 Etc/GMT"], ["cancellation_date_ms": "1"],
            ["cancellation_date_ms": 1], ["cancellation_date": "some day"],
        ]
        for mark in marks {
            #expect(try bought(TestReceipt.make(inApp: [TestEntry.make(more: mark)])) == nil)
        }
        for none in [NSNull() as Any, ""] {
            let entry = TestEntry.make(more: [
                "cancellation_date": none, "cancellation_date_ms": none,
            ])
            #expect(try bought(TestReceipt.make(inApp: [entry])) == "1")
        }
    }

    @Test func `a purchase before a refunded one counts`() throws {
        let entries = [
            TestEntry.make(id: "valid", at: 1),
            TestEntry.make(id: "refunded", at: 2, cancelledAt: 3),
        ]
        #expect(try bought(TestReceipt.make(inApp: entries)) == "valid")
    }

    @Test func `a purchase that the server lists as refunded does not count in an older file`()
        throws
    {
        let json = TestReceipt.make(
            inApp: [TestEntry.make(id: "1")],
            latest: [TestEntry.make(id: "1", cancelledAt: 5)]
        )
        #expect(try bought(json) == nil)
    }

    @Test func `an upgraded purchase does not count`() throws {
        let entry = TestEntry.make(more: ["is_upgraded": "true"])
        #expect(try bought(TestReceipt.make(latest: [entry])) == nil)
    }

    @Test func `a receipt without lists has no purchases`() throws {
        let receipts: [[String: Any]] = [
            ["status": 0], ["status": 0, "receipt": NSNull()], ["status": 0, "receipt": "x"],
            TestReceipt.make(inApp: "x"), TestReceipt.make(inApp: [Any]()),
            TestReceipt.make(inApp: [1, "x", NSNull(), ["product_id": "coins"], [String: Any]()]),
        ]
        for json in receipts { #expect(try bought(json) == nil) }
    }

    @Test func `an entry that cannot be decoded does not hide the others`() throws {
        let json = TestReceipt.make(inApp: [["product_id": "coins"], TestEntry.make(id: "good")])
        #expect(try bought(json) == "good")
    }

    @Test func `a receipt from before iOS 7 is one purchase`() throws {
        let json: [String: Any] = [
            "status": 0, "receipt": TestEntry.make(id: "old", more: ["bid": "com.example.app"]),
        ]
        #expect(try bought(json) == "old")
    }

    @Test func `one call verifies several products`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(inApp: [
                TestEntry.make(), TestEntry.make("gems", id: "2", cancelledAt: 3),
            ])
        )
        let results = SwiftyStoreKit.verifyPurchases(
            productIds: ["coins", "gems", "hats"],
            inReceipt: receipt
        )
        #expect(
            results.mapValues { $0.item?.transactionId } == [
                "coins": "1", "gems": nil, "hats": nil,
            ]
        )
    }
}

@Suite struct DistinctProductTests {
    private let lists = TestReceipt.make(
        inApp: [
            TestEntry.make("coins"), TestEntry.make("coins", id: "2"),
            TestEntry.make("hat", id: "3"),
        ],
        latest: [
            TestEntry.make("monthly", id: "4", until: 9),
            TestEntry.make("yearly", id: "5", cancelledAt: 9),
        ]
    )

    @Test(arguments: ReceiptForm.allCases)
    func `each list has its products, refunded ones too`(form: ReceiptForm) throws {
        let receipt = try TestReceipt.info(lists, as: form)
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt) == ["monthly", "yearly"])
        let type = SubscriptionType.nonRenewing(validDuration: 1)
        let filed = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt)
        #expect(filed == ["coins", "hat"])
    }

    @Test func `a subscription that only the file has is among the auto-renewable ones`() throws {
        let file = [TestEntry.make("monthly", until: 9), TestEntry.make("hat", id: "2")]
        for latest in [nil, [Any](), [TestEntry.make("yearly", id: "3", until: 9)]] {
            let receipt = try TestReceipt.info(TestReceipt.make(inApp: file, latest: latest))
            let products = SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt)
            #expect(products?.contains("monthly") == true && products?.contains("hat") == false)
        }
    }

    @Test func `a missing list and one without purchases have no products`() throws {
        for json in [["status": 0], TestReceipt.make(inApp: [Any](), latest: [["quantity": "1"]])] {
            let receipt = try TestReceipt.info(json)
            for type in [SubscriptionType.autoRenewable, .nonRenewing(validDuration: 1)] {
                #expect(
                    SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt) == nil
                )
            }
        }
    }

    @Test func `the products of both lists are a set, which may be empty`() throws {
        let all = SwiftyStoreKit.allProductIds(inReceipt: try TestReceipt.info(lists))
        #expect(all == ["coins", "hat", "monthly", "yearly"])
        #expect(SwiftyStoreKit.allProductIds(inReceipt: [:]) == [])
    }
}

extension VerifyPurchaseResult {
    fileprivate var item: ReceiptItem? {
        guard case .purchased(let item) = self else { return nil }
        return item
    }
}
