import Foundation
import Testing

@testable import AppReceipt
@testable import LocalAppStore

@Suite("Responses of verifyReceipt")
struct VerifyReceiptResponseTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(clock: clock)
        store.app = StoreApp(bundleIdentifier: "com.example.shop", version: "12")
    }

    @Test("The response for a purchase has the members of Apple's, in the same order")
    func purchase() throws {
        try store.pay("coins", quantity: 2)
        clock.advance(by: 60.5)
        let expected = """
            {"status":0,"environment":"Sandbox","receipt":{"receipt_type":"ProductionSandbox",\
            "adam_id":0,"app_item_id":0,"bundle_id":"com.example.shop","application_version":"12",\
            "download_id":0,"version_external_identifier":0,\
            "receipt_creation_date":"2024-03-01 12:00:00 Etc/GMT",\
            "receipt_creation_date_ms":"1709294400000",\
            "receipt_creation_date_pst":"2024-03-01 04:00:00 America/Los_Angeles",\
            "request_date":"2024-03-01 12:01:00 Etc/GMT","request_date_ms":"1709294460500",\
            "request_date_pst":"2024-03-01 04:01:00 America/Los_Angeles",\
            "original_purchase_date":"2013-08-01 07:00:00 Etc/GMT",\
            "original_purchase_date_ms":"1375340400000",\
            "original_purchase_date_pst":"2013-08-01 00:00:00 America/Los_Angeles",\
            "original_application_version":"1.0","in_app":[{"quantity":"2","product_id":"coins",\
            "transaction_id":"1","original_transaction_id":"1",\
            "purchase_date":"2024-03-01 12:00:00 Etc/GMT","purchase_date_ms":"1709294400000",\
            "purchase_date_pst":"2024-03-01 04:00:00 America/Los_Angeles",\
            "original_purchase_date":"2024-03-01 12:00:00 Etc/GMT",\
            "original_purchase_date_ms":"1709294400000",\
            "original_purchase_date_pst":"2024-03-01 04:00:00 America/Los_Angeles",\
            "is_trial_period":"false"}]}}
            """
        #expect(try store.verifyOwnReceipt().text == expected)
    }

    @Test("A stale receipt is its customer's, even if its first purchase was deleted")
    func staleReceipt() throws {
        try store.pay("yearly")
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        let level = try ben.pay("level")
        try ben.pay("monthly")
        let receipt = try #require(try ben.receipt()).base64Encoded
        try ben.delete(level.id)
        let answer = store.verifyReceipt(
            Data(#"{"receipt-data":"\#(receipt)"}"#.utf8),
            at: .sandbox
        )
        let object = try #require(
            try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        )
        let info = try #require(object["latest_receipt_info"] as? [[String: Any]])
        #expect(info.map { $0["product_id"] as? String } == ["monthly"])
    }

    @Test("The response for a subscription also has the server's lists, in Apple's order")
    func members() throws {
        try store.pay("monthly")
        let text = try store.verifyOwnReceipt().text
        let names = [
            "status", "environment", "receipt", "latest_receipt_info", "latest_receipt",
            "pending_renewal_info",
        ]
        let places = names.compactMap { text.range(of: "\"\($0)\":")?.lowerBound }
        #expect(places.count == names.count)
        #expect(places == places.sorted())
    }

    @Test("latest_receipt_info has the members that only the server adds")
    func latestInfo() throws {
        let account = UUID()
        try store.pay("monthly", user: account.uuidString)
        let info = try #require(try store.verifyOwnReceipt().list("latest_receipt_info")?.first)
        #expect(info["subscription_group_identifier"] as? String == "magazine")
        #expect(info["in_app_ownership_type"] as? String == "PURCHASED")
        #expect(info["app_account_token"] as? String == account.uuidString.lowercased())
        #expect(info["is_trial_period"] as? String == "true")
        #expect(info["is_in_intro_offer_period"] as? String == "false")
        #expect(info["web_order_line_item_id"] as? String == "1")
        #expect(info["expires_date"] as? String == "2024-03-08 12:00:00 Etc/GMT")
        #expect(info["expires_date_pst"] as? String == "2024-03-08 04:00:00 America/Los_Angeles")
        #expect(info["is_upgraded"] == nil)
    }

    @Test("latest_receipt_info is sorted from the newest, without finished consumables")
    func order() throws {
        let coins = try store.pay("coins")
        for product in ["level", "monthly"] {
            clock.advance(by: 60)
            try store.pay(product)
        }
        try store.finish([coins.id])
        let receipt = try #require(try store.receipt()).base64Encoded
        clock.advance(by: .days(30))
        let response = try store.verifyOwnReceipt(["receipt-data": receipt])
        #expect(response.products(in: "latest_receipt_info") == ["monthly", "monthly", "level"])
        let filed = try #require(response.receipt?["in_app"] as? [[String: Any]])
        #expect(filed.count == 3)
        #expect(response.fields["latest_receipt"] as? String != receipt)
        #expect(
            response.fields["latest_receipt"] as? String == (try store.receipt()?.base64Encoded)
        )
    }

    @Test("Old transactions can be excluded, except the newest of each subscription")
    func oldTransactions() throws {
        try store.pay("level")
        try store.pay("monthly")
        clock.advance(by: .days(30))
        let newest = try #require(try store.entries().last)
        let response = try store.verifyOwnReceipt(["exclude-old-transactions": true])
        let identifiers = response.list("latest_receipt_info")?.map {
            $0["transaction_id"] as? String
        }
        #expect(identifiers == [String(newest.id), "1"])
        #expect(try store.verifyOwnReceipt().list("latest_receipt_info")?.count == 3)
    }

    @Test("Upgraded and refunded transactions are marked")
    func upgraded() throws {
        try store.pay("monthly")
        clock.advance(by: 60)
        let yearly = try store.pay("yearly")
        let upgraded = try #require(try store.verifyOwnReceipt().list("latest_receipt_info"))
        #expect(upgraded.map { $0["is_upgraded"] as? String } == [nil, "true"])
        let cancelled = upgraded.map { $0["cancellation_date"] as? String }
        #expect(cancelled == [nil, "2024-03-01 12:01:00 Etc/GMT"])
        #expect(upgraded.allSatisfy { $0["cancellation_reason"] == nil })
        try store.refunds.refund(yearly.id)
        let list = try #require(try store.verifyOwnReceipt().list("latest_receipt_info"))
        #expect(list.map { $0["is_upgraded"] as? String } == [nil, "true"])
        #expect(list.first?["cancellation_date"] as? String == "2024-03-01 12:01:00 Etc/GMT")
        #expect(list.first?["cancellation_reason"] as? String == "0")
    }

    @Test("The dates of a transaction are whole seconds, and the same in all members")
    func wholeSeconds() throws {
        clock.advance(by: 0.9996)
        let level = try store.pay("level")
        clock.advance(by: 0.75)
        try store.pay("monthly")
        clock.advance(by: 3.123)
        try store.refunds.refund(level.id)
        let response = try store.verifyOwnReceipt()
        let filed = try #require(response.receipt?["in_app"] as? [[String: Any]])
        let listed = try #require(response.list("latest_receipt_info"))
        #expect(filed.count == 2 && listed.count == 2)
        for purchase in filed {
            let number = purchase["transaction_id"] as? String
            let same = listed.first { $0["transaction_id"] as? String == number }
            for (name, value) in purchase where name.contains("_date") {
                #expect(same?[name] as? String == value as? String, "\(name)")
                #expect(!name.hasSuffix("_ms") || (value as? String)?.hasSuffix("000") == true)
            }
        }
        #expect(listed.first?["expires_date_ms"] as? String == "1709899201000")
        let created = response.receipt?["receipt_creation_date_ms"] as? String
        #expect(created?.hasSuffix("000") == true)
    }

    @Test("One verifier serves all requests, and caches the chain")
    func oneVerifier() throws {
        try store.pay("level")
        let first = try store.receipts.verifier()
        #expect(try store.verifyOwnReceipt().status == 0)
        #expect(first.cache.count == 1)
        #expect(try store.receipts.verifier().cache === first.cache)
    }

    @Test("An active subscription is stated to renew, and an expired one is not")
    func renewals() throws {
        let first = try store.pay("monthly")
        let active = try #require(try store.verifyOwnReceipt().list("pending_renewal_info"))
        #expect(active.count == 1)
        #expect(
            active.first as? [String: String] == [
                "auto_renew_product_id": "monthly", "product_id": "monthly",
                "original_transaction_id": String(first.id), "auto_renew_status": "1",
            ]
        )
        try store.subscriptions.setAutoRenew(false, of: first.id)
        clock.advance(by: .days(40))
        let expired = try #require(try store.verifyOwnReceipt().list("pending_renewal_info"))
        #expect(
            expired.first as? [String: String] == [
                "auto_renew_product_id": "monthly", "product_id": "monthly",
                "original_transaction_id": String(first.id), "auto_renew_status": "0",
                "expiration_intent": "1", "is_in_billing_retry_period": "0",
            ]
        )
    }

    @Test("An expired receipt of a volume purchase is valid, and has its expiration date")
    func volumePurchase() throws {
        try store.refreshReceipt(ReceiptProperties(isExpired: true, isVolumePurchase: true))
        let receipt = try #require(try store.verifyOwnReceipt().receipt)
        #expect(receipt["receipt_type"] as? String == "ProductionVPPSandbox")
        #expect(receipt["expiration_date"] as? String == "2024-02-29 12:00:00 Etc/GMT")
        #expect((receipt["in_app"] as? [Any])?.isEmpty == true)
    }
}
