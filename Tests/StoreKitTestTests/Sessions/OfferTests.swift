import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

extension StoreInUse {
    @Suite("Offers in a session")
    struct OfferTests {
        let session: SKTestSession
        let recorder: QueueRecorder
        let queue: SKPaymentQueue
        let friends = SKTestSession.OfferCode(
            referenceName: "Friends",
            productIdentifier: SampleProducts.monthly
        )

        init() throws {
            session = try .make()
            (recorder, queue) = QueueRecorder.ofStoreInUse()
        }

        private func payment(_ discount: SKPaymentDiscount, user: String? = nil) -> SKPayment {
            let payment = SKMutablePayment()
            payment.productIdentifier = SampleProducts.monthly
            payment.applicationUsername = user
            payment.paymentDiscount = discount
            return payment
        }

        private func signed(user: String? = nil) throws -> SKPaymentDiscount {
            try session.signedDiscount(
                offerIdentifier: "comeback",
                productIdentifier: SampleProducts.monthly,
                applicationUsername: user
            )
        }

        @Test("A signed discount is accepted for its user and the session's app")
        func accepted() async throws {
            session.receiptBundleIdentifier = "com.example.app"
            try session.buyProduct(productIdentifier: SampleProducts.weekly)
            queue.add(payment(try signed(user: "Ann"), user: "Ann"))
            #expect(await recorder.receives(.updated(SampleProducts.monthly, .purchased)))
            let delivered = recorder.transaction(of: SampleProducts.monthly)
            #expect(delivered?.payment.paymentDiscount?.identifier == "comeback")
            #expect(delivered?.payment.paymentDiscount?.keyIdentifier == "A2E1039F")
        }

        @Test("A discount that nobody signed is refused with the reason")
        func refused() async throws {
            try session.buyProduct(productIdentifier: SampleProducts.weekly)
            let good = try signed()
            let discount = SKPaymentDiscount(
                identifier: good.identifier,
                keyIdentifier: good.keyIdentifier,
                nonce: UUID(),
                signature: good.signature,
                timestamp: good.timestamp
            )
            queue.add(payment(discount))
            #expect(await recorder.receives(.updated(SampleProducts.monthly, .failed)))
            let error = recorder.transaction(of: SampleProducts.monthly)?.error as? SKError
            #expect(error?.code == .invalidSignature)
            let reason = error?.userInfo[NSDebugDescriptionErrorKey] as? String
            #expect(reason?.hasPrefix("The signature does not verify. It was checked") == true)
        }

        @Test("Without a key pair a session cannot sign")
        func noKeyPair() throws {
            let folder = try TemporaryFolder()
            let file = folder.file("Empty.storekit")
            try Data("{}".utf8).write(to: file)
            let session = try SKTestSession(contentsOf: file)
            let error = #expect(throws: (any Error).self) {
                try session.signedDiscount(offerIdentifier: "x", productIdentifier: "y")
            }
            #expect(error?.localizedDescription.contains("subscriptionOffersKeyPair") == true)
        }

        @Test("The code that the customer enters arrives as a transaction, once")
        func code() async throws {
            session.offerCodeToRedeem = friends
            #expect(session.offerCodeToRedeem == friends)
            queue.presentCodeRedemptionSheet()
            #expect(await recorder.receives(.updated(SampleProducts.monthly, .purchased)))
            #expect(session.offerCodeToRedeem == nil)
            #expect(session.allTransactions().map(\.state) == [.purchased])
        }

        @Test("The code of a product that does not renew arrives as its transaction")
        func oneTimeCode() async throws {
            session.offerCodeToRedeem = .init(
                referenceName: "Welcome",
                productIdentifier: SampleProducts.hints
            )
            queue.presentCodeRedemptionSheet()
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            try session.redeemOfferCode(
                .init(referenceName: "Welcome", productIdentifier: SampleProducts.colours)
            )
            #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
            #expect(session.balance == ["USD": Decimal(string: "0.49")])
        }

        @Test("A closed sheet and a refused code make no transaction, and are reported")
        func noTransaction() async throws {
            let messages = Recorder<String>()
            let before = StoreScope.current.diagnostics.handler
            StoreScope.current.diagnostics.handler = { messages.record($1) }
            defer { StoreScope.current.diagnostics.handler = before }
            queue.presentCodeRedemptionSheet()
            #expect(await messages.first { $0.contains("without a code") } != nil)
            let unknown = SKTestSession.OfferCode(
                referenceName: "Strangers",
                productIdentifier: SampleProducts.monthly
            )
            session.offerCodeToRedeem = unknown
            queue.presentCodeRedemptionSheet()
            #expect(
                await messages.first { $0.contains("Strangers") }
                    == "The offer code was not redeemed: The store refused the purchase with code "
                    + "11: \"\(SampleProducts.monthly)\" has no offer code \"Strangers\"; it has "
                    + "\"Friends\"."
            )
            #expect(session.allTransactions().isEmpty)
            #expect(session.offerCodeToRedeem == unknown)
        }

        @Test("A code redeemed in the App Store is delivered to the observers")
        func elsewhere() async throws {
            try session.redeemOfferCode(friends)
            #expect(await recorder.receives(.updated(SampleProducts.monthly, .purchased)))
            #expect(throws: (any Error).self) { try session.redeemOfferCode(friends) }
            #expect(session.allTransactions().count == 1)
        }

        @Test("A win-back offer is refused to a customer who is not a former subscriber")
        func winBack() throws {
            let error = #expect(throws: (any Error).self) {
                try session.acceptWinBackOffer(
                    identifier: "none",
                    productIdentifier: SampleProducts.monthly
                )
            }
            #expect(error?.localizedDescription.contains("has no win-back offer") == true)
        }
    }
}
