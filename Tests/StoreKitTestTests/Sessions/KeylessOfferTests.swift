import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("Promotional offers of a file without a key")
    struct KeylessOfferTests {
        let session: SKTestSession
        let folder: TemporaryFolder

        /// The file has three offers with one identifier.
        init() throws {
            folder = try TemporaryFolder()
            let offers = ["0.99", "1.99", "2.99"].map {
                """
                {"offerID": "x", "paymentMode": "payUpFront", "displayPrice": "\($0)",
                "subscriptionPeriod": "P1M"}
                """
            }
            let text = """
                {"subscriptionGroups": [{"id": "G", "subscriptions": [{
                    "productID": "plan", "type": "RecurringSubscription", "displayPrice": "9.99",
                    "groupNumber": 1, "recurringSubscriptionPeriod": "P1M",
                    "adHocOffers": [\(offers.joined(separator: ", "))]
                }, {
                    "productID": "basic", "type": "RecurringSubscription", "displayPrice": "1.99",
                    "groupNumber": 2, "recurringSubscriptionPeriod": "P1M"
                }]}]}
                """
            let file = folder.file("Offers.storekit")
            try Data(text.utf8).write(to: file)
            session = try SKTestSession(contentsOf: file)
            session.disableDialogs = true
            try session.buyProduct(productIdentifier: "basic")
            try session.expireSubscription(productIdentifier: "basic")
        }

        @Test("Both APIs list every offer of the file, and the first with an identifier is bought")
        func repeatedOffers() async throws {
            let discounts = try await ProductsLoader.products("plan").first?.discounts
            #expect(discounts?.map(\.identifier) == ["x", "x", "x"])
            #expect(discounts?.map { "\($0.price)" } == ["0.99", "1.99", "2.99"])
            let offers = try await plan.subscription?.promotionalOffers
            #expect(offers?.map { "\($0.price)" } == ["0.99", "1.99", "2.99"])
            let bought = try await plan.purchase(options: [.promotionalOffer(id: "x")])
            #expect(try bought.verification?.payloadValue.price == Decimal(string: "0.99"))
        }

        @Test("Bytes that cannot be a signature are refused by StoreKit 2, and others are not")
        func signatures() async throws {
            let plan = try await plan
            await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
                try await plan.purchase(options: [offer(Data([1, 2, 3]))])
            }
            let wellFormed = Data([0x30, 6, 2, 1, 1, 2, 1, 1])
            let bought = try await plan.purchase(options: [offer(wellFormed)])
            #expect(try bought.verification?.payloadValue.offer?.id == "x")
        }

        @Test("Text that cannot be a signature is refused by the original API")
        func originalAPI() async throws {
            let (recorder, queue) = QueueRecorder.ofStoreInUse()
            let payment = SKMutablePayment()
            payment.productIdentifier = "plan"
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: "x",
                keyIdentifier: "key",
                nonce: UUID(),
                signature: "AQID",
                timestamp: 1
            )
            queue.add(payment)
            #expect(await recorder.receives(.updated("plan", .failed)))
            let error = recorder.transaction(of: "plan")?.error as? SKError
            #expect(error?.code == .invalidSignature)
        }

        private func offer(_ signature: Data) -> Product.PurchaseOption {
            .promotionalOffer(
                offerID: "x",
                keyID: "key",
                nonce: UUID(),
                signature: signature,
                timestamp: 1
            )
        }

        private var plan: Product {
            get async throws { try #require(try await Product.products(for: ["plan"]).first) }
        }
    }
}
