import Foundation
import SwiftyStoreKit
import Testing

extension ReadmeTests {
    @MainActor
    @Suite struct AskingReceiptTests {
        private static let month = 3600.0 * 24 * 30

        @Test(arguments: Self.autoRenewable)
        func `a subscription that renews ends on the date in the receipt`(
            question: Question
        ) throws {
            #expect(try question.answer(to: receipt(until: 1500, at: 1400)) == "purchased 1500")
            #expect(try question.answer(to: receipt(until: 1500, at: 1600)) == "expired 1500")
            #expect(try question.answer(to: receipt(of: "Other", at: 1400)) == "notPurchased")
        }

        @Test(arguments: Self.nonRenewing)
        func `a subscription that does not renew ends a month after it was bought`(
            question: Question
        ) throws {
            let end = 1000 + Self.month
            #expect(
                try question.answer(to: receipt(until: nil, at: end - 1)) == "purchased \(Int(end))"
            )
            #expect(
                try question.answer(to: receipt(until: nil, at: end + 1)) == "expired \(Int(end))"
            )
            #expect(try question.answer(to: receipt(of: "Other", at: end)) == "notPurchased")
        }

        /// A receipt of one purchase, made 1000 seconds after 1970, as Apple's server tells it.
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

extension ReadmeTests.AskingReceiptTests {
    /// A sample of the documents that needs a receipt.
    struct Question: Sendable, CustomTestStringConvertible {
        let testDescription: String
        private let ask: @MainActor @Sendable (ReceiptInfo) -> VerifySubscriptionResult

        init(
            _ documents: String,
            _ ask: @escaping @MainActor @Sendable (ReceiptInfo) -> VerifySubscriptionResult
        ) {
            testDescription = documents
            self.ask = ask
        }

        /// The answer in words, with seconds since 1970.
        @MainActor
        func answer(to receipt: ReceiptInfo) -> String {
            switch ask(receipt) {
            case .purchased(let end, _): "purchased \(Int(end.timeIntervalSince1970))"
            case .expired(let end, _): "expired \(Int(end.timeIntervalSince1970))"
            case .notPurchased: "notPurchased"
            }
        }
    }

    fileprivate nonisolated static let autoRenewable = [
        Question("000, 001, 003, 004") { VerifySubscriptionSamples.autoRenewable($0) },
        Question("002") { VerifySubscriptionSamples.autoRenewableIn002($0) },
    ]

    fileprivate nonisolated static let nonRenewing = [
        Question("000, 001, 003, 004") { VerifySubscriptionSamples.nonRenewing($0) },
        Question("002") { VerifySubscriptionSamples.nonRenewingIn002($0) },
    ]
}
