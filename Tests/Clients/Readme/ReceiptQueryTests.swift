import Foundation
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct ReceiptQueryTests {
        private static let month = 3600.0 * 24 * 30

        @Test(arguments: Self.autoRenewable)
        func `a subscription that renews ends on the date in the receipt`(
            query: Query
        ) throws {
            #expect(try query.result(of: receipt(until: 1500, at: 1400)) == "purchased 1500")
            #expect(try query.result(of: receipt(until: 1500, at: 1600)) == "expired 1500")
            #expect(try query.result(of: receipt(of: "Other", at: 1400)) == "notPurchased")
        }

        @Test(arguments: Self.nonRenewing)
        func `a subscription that does not renew ends a month after it was bought`(
            query: Query
        ) throws {
            let end = 1000 + Self.month
            #expect(
                try query.result(of: receipt(until: nil, at: end - 1)) == "purchased \(Int(end))"
            )
            #expect(
                try query.result(of: receipt(until: nil, at: end + 1)) == "expired \(Int(end))"
            )
            #expect(try query.result(of: receipt(of: "Other", at: end)) == "notPurchased")
        }

        /// A receipt of one purchase, made 1000 seconds after 1970, as Apple's server returns it.
        private func receipt(
            of product: String = "Subscription",
            until end: Double? = 1500,
            at date: Double
        ) throws -> ReceiptInfo {
            let expiry = end.map { #", "expires_date_ms": "\#(Int($0))000""# } ?? ""
            let purchase = """
                [{"product_id": "com.musevisions.SwiftyStoreKit.\(product)", "quantity": "1", \
                "transaction_id": "1", "purchase_date_ms": "1000000"\(expiry)}]
                """
            let json = """
                {"status": 0, "latest_receipt_info": \(purchase), \
                "receipt": {"request_date_ms": "\(Int(date))000", "in_app": \(purchase)}}
                """
            return try VerifyReceiptResult(json: Data(json.utf8)).get()
        }
    }
}

extension ReadmeTests.ReceiptQueryTests {
    /// A sample of the documents that needs a receipt.
    struct Query: Sendable, CustomTestStringConvertible {
        let testDescription: String
        private let run: @MainActor @Sendable (ReceiptInfo) -> VerifySubscriptionResult

        init(
            _ documents: String,
            _ run: @escaping @MainActor @Sendable (ReceiptInfo) -> VerifySubscriptionResult
        ) {
            testDescription = documents
            self.run = run
        }

        /// The result in words, with seconds since 1970.
        @MainActor
        func result(of receipt: ReceiptInfo) -> String {
            switch run(receipt) {
            case .purchased(let end, _): "purchased \(Int(end.timeIntervalSince1970))"
            case .expired(let end, _): "expired \(Int(end.timeIntervalSince1970))"
            case .notPurchased: "notPurchased"
            }
        }
    }

    fileprivate nonisolated static let autoRenewable = [
        Query("current form") { VerifySubscriptionSamples.autoRenewable($0) },
        Query("older form") { VerifySubscriptionSamples.autoRenewableInOlderForm($0) },
    ]

    fileprivate nonisolated static let nonRenewing = [
        Query("current form") { VerifySubscriptionSamples.nonRenewing($0) },
        Query("older form") { VerifySubscriptionSamples.nonRenewingInOlderForm($0) },
    ]
}
