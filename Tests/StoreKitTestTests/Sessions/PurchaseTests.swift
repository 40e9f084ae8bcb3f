import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("Purchases in a session")
    struct PurchaseTests {
        let session: SKTestSession
        let recorder: QueueRecorder
        let queue: SKPaymentQueue

        init() throws {
            session = try .make()
            (recorder, queue) = QueueRecorder.ofStoreInUse()
        }

        @Test(
            "A purchase made outside of the app is delivered to the observers",
            arguments: [
                SampleProducts.hints, SampleProducts.colours, SampleProducts.pass,
                SampleProducts.monthly,
            ]
        )
        func elsewhere(product: String) async throws {
            try session.buyProduct(productIdentifier: product)
            #expect(await recorder.receives(.updated(product, .purchased)))
            let delivered = try #require(recorder.transaction(of: product))
            let known = try #require(session.allTransactions().first)
            #expect(delivered.transactionIdentifier == "\(known.identifier)")
            #expect(delivered.transactionDate == known.purchaseDate)
        }

        @Test("A purchase of an unknown product is refused, and nothing is recorded")
        func unknown() throws {
            let error = try #require(throws: SKTestError.self) {
                try session.buyProduct(productIdentifier: "bricks")
            }
            #expect(error.code == .invalidProductIdentifier)
            #expect(error.localizedDescription == "The store has no product bricks")
            #expect(session.allTransactions().isEmpty)
        }

        @Test(
            "A purchase outside of the app throws when purchases fail, and the failure is recorded"
        )
        func refused() throws {
            session.failTransactionsEnabled = true
            session.failureError = .paymentNotAllowed
            let error = try #require(throws: SKTestError.self) {
                try session.buyProduct(productIdentifier: SampleProducts.hints)
            }
            #expect(error.code == .invalidAction)
            #expect(error.localizedDescription.contains("code 4"))
            #expect(session.allTransactions().map(\.state) == [.failed])
        }

        @Test("With ask to buy, a purchase is deferred until it is approved")
        func approved() async throws {
            session.askToBuyEnabled = true
            queue.add(SKPayment.make(SampleProducts.colours))
            #expect(await recorder.receives(.updated(SampleProducts.colours, .deferred)))
            let waiting = try session.newest()
            #expect(waiting.pendingAskToBuyConfirmation)
            #expect(waiting.state == .deferred)
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
            let approved = try session.newest()
            #expect(approved.identifier == waiting.identifier)
            #expect(!approved.pendingAskToBuyConfirmation)
        }

        @Test("With ask to buy, a purchase fails as cancelled when it is declined")
        func declined() async throws {
            session.askToBuyEnabled = true
            queue.add(SKPayment.make(SampleProducts.colours))
            #expect(await recorder.receives(.updated(SampleProducts.colours, .deferred)))
            try session.declineAskToBuyTransaction(identifier: session.newest().identifier)
            #expect(await recorder.receives(.updated(SampleProducts.colours, .failed)))
            let error = recorder.transaction(of: SampleProducts.colours)?.error as? SKError
            #expect(error?.code == .paymentCancelled)
            #expect(try !session.newest().pendingAskToBuyConfirmation)
        }

        @Test(
            "An interrupted purchase fails with an issue; resolved, it is a new transaction"
        )
        func interrupted() async throws {
            session.interruptedPurchasesEnabled = true
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .failed)))
            let failed = try session.newest()
            #expect(failed.hasPurchaseIssue)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            #expect(await recorder.receives(.updated(SampleProducts.hints, .purchased)))
            let all = session.allTransactions()
            #expect(all.map(\.state) == [.failed, .purchased])
            #expect(all.map(\.hasPurchaseIssue) == [false, false])
        }

        @Test("Purchases fail with any code that is set", arguments: 0...21)
        func failing(number: Int) async throws {
            session.failTransactionsEnabled = true
            session.failureError = try #require(SKError.Code(rawValue: number))
            queue.add(SKPayment.make(SampleProducts.hints))
            #expect(await recorder.receives(.updated(SampleProducts.hints, .failed)))
            let error = recorder.transaction(of: SampleProducts.hints)?.error as? SKError
            #expect(error?.code.rawValue == number)
            session.failTransactionsEnabled = false
            queue.add(SKPayment.make(SampleProducts.colours))
            #expect(await recorder.receives(.updated(SampleProducts.colours, .purchased)))
        }

        @Test("A refund is reported to the observers as a revocation, and has a date")
        func refunded() async throws {
            let bought = try session.bought(SampleProducts.colours)
            #expect(bought.cancelDate == nil)
            try session.refundTransaction(identifier: bought.identifier)
            #expect(await recorder.receives(.revoked([SampleProducts.colours])))
            #expect(try session.newest().cancelDate == .opening)
        }

        @Test("A refunded consumable is not reported as a revocation")
        func refundedConsumable() async throws {
            let hints = try session.bought(SampleProducts.hints)
            let colours = try session.bought(SampleProducts.colours)
            try session.refundTransaction(identifier: hints.identifier)
            try session.refundTransaction(identifier: colours.identifier)
            #expect(await recorder.receives(.revoked([SampleProducts.colours])))
            #expect(recorder.events.all.filter { $0 == .revoked([SampleProducts.hints]) }.isEmpty)
            #expect(session.allTransactions().map(\.cancelDate) == [.opening, .opening])
        }
    }
}
