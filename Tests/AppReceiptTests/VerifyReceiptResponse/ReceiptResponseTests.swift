import Foundation
import Testing

@testable import AppReceipt

@Suite struct ReceiptResponseTests {
    private func text(_ object: ResponseObject) -> String? {
        String(data: object.json(), encoding: .utf8)?
            .replacingOccurrences(of: ",\"", with: ",\n\"")
    }

    @Test func `a full content is answered in Apple's order`() {
        var content = ReceiptContent.makeFull()
        content.inAppPurchases = []
        let requestDate = Moment.created + 86.402
        #expect(
            text(content.responseObject(requestDate: requestDate)) == """
                {"receipt_type":"Production",
                "adam_id":1234567890,
                "app_item_id":1234567890,
                "bundle_id":"com.example.app",
                "application_version":"4.2.1",
                "download_id":9007199254740993,
                "version_external_identifier":861234567,
                "receipt_creation_date":"2024-06-01 12:00:00 Etc/GMT",
                "receipt_creation_date_ms":"1717243200000",
                "receipt_creation_date_pst":"2024-06-01 05:00:00 America/Los_Angeles",
                "request_date":"2024-06-01 12:01:26 Etc/GMT",
                "request_date_ms":"1717243286402",
                "request_date_pst":"2024-06-01 05:01:26 America/Los_Angeles",
                "original_purchase_date":"2020-01-01 00:00:00 Etc/GMT",
                "original_purchase_date_ms":"1577836800000",
                "original_purchase_date_pst":"2019-12-31 16:00:00 America/Los_Angeles",
                "preorder_date":"2019-12-31 00:00:00 Etc/GMT",
                "preorder_date_ms":"1577750400000",
                "preorder_date_pst":"2019-12-30 16:00:00 America/Los_Angeles",
                "expiration_date":"2040-01-01 00:00:00 Etc/GMT",
                "expiration_date_ms":"2208988800000",
                "expiration_date_pst":"2039-12-31 16:00:00 America/Los_Angeles",
                "original_application_version":"1.0",
                "in_app":[]}
                """
        )
    }

    @Test func `a content answers nothing that it does not say`() {
        let content = ReceiptContent(
            type: nil,
            bundleIdentifier: "com.example.app",
            appVersion: "7",
            creationDate: Moment.created
        )
        #expect(
            text(content.responseObject(requestDate: Moment.created)) == """
                {"bundle_id":"com.example.app",
                "application_version":"7",
                "receipt_creation_date":"2024-06-01 12:00:00 Etc/GMT",
                "receipt_creation_date_ms":"1717243200000",
                "receipt_creation_date_pst":"2024-06-01 05:00:00 America/Los_Angeles",
                "request_date":"2024-06-01 12:00:00 Etc/GMT",
                "request_date_ms":"1717243200000",
                "request_date_pst":"2024-06-01 05:00:00 America/Los_Angeles",
                "in_app":[]}
                """
        )
    }

    @Test func `a full purchase is answered in Apple's order and in texts`() {
        #expect(
            text(Receipt.InAppPurchase.makeFull().responseObject) == """
                {"quantity":"3",
                "product_id":"com.example.app.sub.monthly",
                "transaction_id":"100000000000001",
                "original_transaction_id":"100000000000000",
                "purchase_date":"2024-05-01 09:30:00 Etc/GMT",
                "purchase_date_ms":"1714555800000",
                "purchase_date_pst":"2024-05-01 02:30:00 America/Los_Angeles",
                "original_purchase_date":"2024-04-30 09:30:00 Etc/GMT",
                "original_purchase_date_ms":"1714469400000",
                "original_purchase_date_pst":"2024-04-30 02:30:00 America/Los_Angeles",
                "expires_date":"2024-05-31 09:30:00 Etc/GMT",
                "expires_date_ms":"1717147800000",
                "expires_date_pst":"2024-05-31 02:30:00 America/Los_Angeles",
                "web_order_line_item_id":"9223372036854775807",
                "is_trial_period":"true",
                "is_in_intro_offer_period":"false",
                "cancellation_date":"2024-05-02 09:30:00 Etc/GMT",
                "cancellation_date_ms":"1714642200000",
                "cancellation_date_pst":"2024-05-02 02:30:00 America/Los_Angeles",
                "cancellation_reason":"1",
                "promotional_offer_id":"spring"}
                """
        )
    }

    @Test func `a consumable has no web order and no flag that its receipt lacks`() {
        var purchase = Receipt.InAppPurchase.make(productIdentifier: "coins", quantity: 2)
        purchase.originalTransactionIdentifier = purchase.transactionIdentifier
        purchase.originalPurchaseDate = purchase.purchaseDate
        purchase.productKind = .consumable
        purchase.webOrderLineItemIdentifier = 0
        purchase.isTrialPeriod = false
        let names = purchase.responseObject.members.map(\.name)
        #expect(
            names == [
                "quantity", "product_id", "transaction_id", "original_transaction_id",
                "purchase_date", "purchase_date_ms", "purchase_date_pst",
                "original_purchase_date", "original_purchase_date_ms",
                "original_purchase_date_pst", "is_trial_period",
            ]
        )
    }

    @Test func `a purchase of Xcode's answers what little it says`() {
        let names = Receipt.InAppPurchase.make().responseObject.members.map(\.name)
        #expect(
            names == [
                "quantity", "product_id", "transaction_id", "purchase_date", "purchase_date_ms",
                "purchase_date_pst",
            ]
        )
    }

    @Test func `purchases keep the receipt's order`() {
        let purchases = ["3", "1", "2"].map {
            Receipt.InAppPurchase.make(transactionIdentifier: $0)
        }
        let object = ReceiptContent.make(purchases: purchases)
            .responseObject(requestDate: Moment.created)
        #expect(object["in_app"] == .list(purchases.map(\.responseObject)))
    }
}
