import Foundation
import SwiftyStoreKit
import Testing

@Suite struct ReceiptItemTests {
    private func item(_ entry: [String: Any], without keys: String...) throws -> ReceiptItem? {
        let entry = entry.filter { !keys.contains($0.key) }
        return ReceiptItem(receiptInfo: try TestReceipt.info(entry, as: .foundation))
    }

    @Test func `a purchase is decoded as Apple encodes it`() throws {
        let entry = TestEntry.make(
            "monthly",
            id: "7",
            originalId: "5",
            at: 2000,
            originallyAt: 1000,
            until: 3000,
            cancelledAt: 2500,
            more: ["quantity": "3", "web_order_line_item_id": "9"]
        )
        let expected = ReceiptItem(
            productId: "monthly",
            quantity: 3,
            transactionId: "7",
            originalTransactionId: "5",
            purchaseDate: Date(timeIntervalSince1970: 2000),
            originalPurchaseDate: Date(timeIntervalSince1970: 1000),
            webOrderLineItemId: "9",
            subscriptionExpirationDate: Date(timeIntervalSince1970: 3000),
            cancellationDate: Date(timeIntervalSince1970: 2500),
            isTrialPeriod: false,
            isInIntroOfferPeriod: false,
            isUpgraded: false
        )
        #expect(try item(entry) == expected)
    }

    @Test(arguments: [
        ["product_id"], ["transaction_id", "original_transaction_id"],
        ["purchase_date_ms", "original_purchase_date_ms"],
    ])
    func `an entry without these fields is no purchase`(keys: [String]) throws {
        for value in [nil, NSNull(), "" as Any] {
            var entry = TestEntry.make()
            for key in keys { entry[key] = value }
            #expect(try item(entry) == nil)
        }
    }

    @Test func `other missing fields have a value that follows from the rest`() throws {
        let entry = TestEntry.make(id: "7", at: 2000)
        let sparse = try item(
            entry,
            without: "quantity",
            "original_transaction_id",
            "original_purchase_date_ms",
            "is_trial_period"
        )
        #expect(try sparse == item(entry))
        let first = try item(entry, without: "transaction_id", "purchase_date_ms")
        #expect(try first == item(entry))
    }

    @Test func `numbers are decoded as texts are`() throws {
        let texts = TestEntry.make(
            "1",
            id: "1000000104232856",
            at: 1_394_619_485.5,
            until: 2_000_000_000,
            more: ["quantity": "2"]
        )
        let numbers: [String: Any] = [
            "product_id": 1,
            "quantity": 2,
            "transaction_id": 1_000_000_104_232_856,
            "original_transaction_id": 1_000_000_104_232_856,
            "purchase_date_ms": 1_394_619_485_500,
            "original_purchase_date_ms": 1_394_619_485_500.0,
            "expires_date_ms": 2_000_000_000_000,
        ]
        for form in [ReceiptForm.decoded, .foundation] {
            let info = try TestReceipt.info(["status": 0].merging(numbers) { $1 }, as: form)
            #expect(try ReceiptItem(receiptInfo: info) == item(texts))
        }
    }

    @Test(arguments: [
        "tomorrow", "", "2020-13-01 00:00:00 Etc/GMT", "2020-01-01 25:00:00 Etc/GMT",
        "2020-01-01 00:00:00 Asia/Tokyo", "nan", "inf",
    ])
    func `a date that cannot be decoded is none`(text: String) throws {
        let entry = TestEntry.make(
            "monthly",
            more: ["expires_date_ms": text, "expires_date": text]
        )
        #expect(try #require(try item(entry)).subscriptionExpirationDate == nil)
    }

    @Test(arguments: [
        ("1595439548000", 1_595_439_548.0), ("2020-07-22 17:39:08 Etc/GMT", 1_595_439_548),
        ("2020-07-22T17:39:08Z", 1_595_439_548), ("2000-02-29 00:00:00 Etc/GMT", 951_782_400),
        ("1970-01-01 00:00:00 Etc/GMT", 0), ("1969-12-31 23:59:59 Etc/GMT", -1),
        ("2100-03-01 00:00:00 Etc/GMT", 4_107_542_400),
    ])
    func `a date without milliseconds is decoded from its text`(
        text: String,
        seconds: Double
    ) throws {
        let entry = TestEntry.make("monthly", more: ["expires_date": text])
        #expect(try item(entry)?.subscriptionExpirationDate == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["is_trial_period", "is_in_intro_offer_period", "is_upgraded"])
    func `flags are decoded in every spelling`(key: String) throws {
        let spellings: [(Any, Bool)] = [
            ("true", true), ("1", true), (true, true), (1, true), ("false", false), ("0", false),
            (false, false), (0, false), (NSNull(), false), ("maybe", false), ("", false),
        ]
        for (value, expected) in spellings {
            for form in [ReceiptForm.decoded, .foundation] {
                let entry = TestEntry.make(more: [key: value]).merging(["status": 0]) { $1 }
                let info = try TestReceipt.info(entry, as: form)
                let item = try #require(ReceiptItem(receiptInfo: info))
                let flags = [item.isTrialPeriod, item.isInIntroOfferPeriod, item.isUpgraded]
                #expect(flags.contains(true) == expected, "\(value)")
            }
        }
    }

    @Test func `fields that only the server has are decoded`() throws {
        let token = UUID()
        let item = try item(
            TestEntry.make(
                cancelledAt: 5,
                more: [
                    "subscription_group_identifier": "20", "in_app_ownership_type": "FAMILY_SHARED",
                    "promotional_offer_id": "spring", "offer_code_ref_name": "code",
                    "app_account_token": token.uuidString.lowercased(), "cancellation_reason": "1",
                ]
            )
        )
        let read = try #require(item)
        #expect(read.subscriptionGroupId == "20" && read.ownership == .familyShared)
        #expect(read.promotionalOfferId == "spring" && read.offerCodeName == "code")
        #expect(read.appAccountToken == token && read.cancellationReason == .appIssue)
    }

    @Test func `an item is encoded with the names of its properties`() throws {
        let item = try #require(
            try item(TestEntry.make(until: 3000, more: ["in_app_ownership_type": "PURCHASED"]))
        )
        let data = try JSONEncoder().encode(item)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(json["productId"] as? String == "coins")
        #expect(json["subscriptionExpirationDate"] != nil && json["product_id"] == nil)
        #expect(try JSONDecoder().decode(ReceiptItem.self, from: data) == item)
    }

    @Test func `an item of an older release is decoded`() throws {
        let json = """
            {"productId":"coins","quantity":1,"transactionId":"1","originalTransactionId":"1",\
            "purchaseDate":0,"originalPurchaseDate":0,"isTrialPeriod":false,\
            "isInIntroOfferPeriod":true}
            """
        let item = try JSONDecoder().decode(ReceiptItem.self, from: Data(json.utf8))
        #expect(item.isInIntroOfferPeriod && !item.isUpgraded && item.ownership == nil)
    }
}
