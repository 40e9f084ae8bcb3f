import Foundation
import SwiftyStoreKit
import Testing

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

    // Rule 82.
    @Test(arguments: ReceiptForm.allCases)
    func `each list has its products, cancelled ones too`(form: ReceiptForm) throws {
        let receipt = try TestReceipt.info(lists, as: form)
        #expect(SwiftyStoreKit.getDistinctPurchaseIds(inReceipt: receipt) == ["monthly", "yearly"])
        let type = SubscriptionType.nonRenewing(validDuration: 1)
        let filed = SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt)
        #expect(filed == ["coins", "hat"])
    }

    // Rule 82.
    @Test func `no list and no purchase are nil`() throws {
        for json in [["status": 0], TestReceipt.make(inApp: [Any](), latest: [["quantity": "1"]])] {
            let receipt = try TestReceipt.info(json)
            for type in [SubscriptionType.autoRenewable, .nonRenewing(validDuration: 1)] {
                #expect(
                    SwiftyStoreKit.getDistinctPurchaseIds(ofType: type, inReceipt: receipt) == nil
                )
            }
        }
    }

    // Q40.
    @Test func `all products of both lists are a set, maybe an empty one`() throws {
        let all = SwiftyStoreKit.allProductIds(inReceipt: try TestReceipt.info(lists))
        #expect(all == ["coins", "hat", "monthly", "yearly"])
        #expect(SwiftyStoreKit.allProductIds(inReceipt: [:]) == [])
    }
}
