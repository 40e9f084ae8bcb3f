import Foundation
import StoreKit
import StoreKitTest
import Testing

extension StoreInUse {
    @Suite("What a session does to purchases")
    struct PurchaseTests {
        let session: SKTestSession
        let watcher: Watcher
        let queue: SKPaymentQueue

        init() throws {
            session = try .make()
            (watcher, queue) = Watcher.ofStoreInUse()
        }

        @Test(
            "A purchase made elsewhere is told to the observers",
            arguments: [Wares.hints, Wares.colours, Wares.pass, Wares.monthly]
        )
        func elsewhere(product: String) async throws {
            try session.buyProduct(productIdentifier: product)
            #expect(await watcher.hears(.updated(product, .purchased)))
            let told = try #require(watcher.transaction(of: product))
            let known = try #require(session.allTransactions().first)
            #expect(told.transactionIdentifier == "\(known.identifier)")
            #expect(told.transactionDate == known.purchaseDate)
        }

        @Test("A purchase of what is not sold is refused by name, and nothing is recorded")
        func unknown() throws {
            let error = try #require(throws: (any Error).self) {
                try session.buyProduct(productIdentifier: "bricks")
            }
            #expect(error.localizedDescription == "The store has no product bricks")
            #expect(session.allTransactions().isEmpty)
        }

        @Test("A purchase elsewhere throws when purchases fail, and keeps the failure")
        func refused() throws {
            session.failTransactionsEnabled = true
            session.failureError = .paymentNotAllowed
            let error = try #require(throws: (any Error).self) {
                try session.buyProduct(productIdentifier: Wares.hints)
            }
            #expect(error.localizedDescription.contains("code 4"))
            #expect(session.allTransactions().map(\.state) == [.failed])
        }

        @Test("With ask to buy, a purchase waits, and is made when it is approved")
        func approved() async throws {
            session.askToBuyEnabled = true
            queue.add(SKPayment.make(Wares.colours))
            #expect(await watcher.hears(.updated(Wares.colours, .deferred)))
            let waiting = try session.newest()
            #expect(waiting.pendingAskToBuyConfirmation)
            #expect(waiting.state == .deferred)
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
            let approved = try session.newest()
            #expect(approved.identifier == waiting.identifier)
            #expect(!approved.pendingAskToBuyConfirmation)
        }

        @Test("With ask to buy, a purchase fails as cancelled when it is declined")
        func declined() async throws {
            session.askToBuyEnabled = true
            queue.add(SKPayment.make(Wares.colours))
            #expect(await watcher.hears(.updated(Wares.colours, .deferred)))
            try session.declineAskToBuyTransaction(identifier: session.newest().identifier)
            #expect(await watcher.hears(.updated(Wares.colours, .failed)))
            let error = watcher.transaction(of: Wares.colours)?.error as? SKError
            #expect(error?.code == .paymentCancelled)
            #expect(try !session.newest().pendingAskToBuyConfirmation)
        }

        @Test(
            "An interrupted purchase fails with an issue; resolved, it comes as a new transaction"
        )
        func interrupted() async throws {
            session.interruptedPurchasesEnabled = true
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .failed)))
            let failed = try session.newest()
            #expect(failed.hasPurchaseIssue)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            #expect(await watcher.hears(.updated(Wares.hints, .purchased)))
            let all = session.allTransactions()
            #expect(all.map(\.state) == [.failed, .purchased])
            #expect(all.map(\.hasPurchaseIssue) == [false, false])
        }

        @Test("Purchases fail with the code that was set, whichever it is", arguments: 0...21)
        func failing(number: Int) async throws {
            session.failTransactionsEnabled = true
            session.failureError = try #require(SKError.Code(rawValue: number))
            queue.add(SKPayment.make(Wares.hints))
            #expect(await watcher.hears(.updated(Wares.hints, .failed)))
            let error = watcher.transaction(of: Wares.hints)?.error as? SKError
            #expect(error?.code.rawValue == number)
            session.failTransactionsEnabled = false
            queue.add(SKPayment.make(Wares.colours))
            #expect(await watcher.hears(.updated(Wares.colours, .purchased)))
        }

        @Test("A refund is told to the observers as a revocation, and dates the transaction")
        func refunded() async throws {
            let bought = try session.bought(Wares.colours)
            #expect(bought.cancelDate == nil)
            try session.refundTransaction(identifier: bought.identifier)
            #expect(await watcher.hears(.revoked([Wares.colours])))
            #expect(try session.newest().cancelDate == .opening)
        }

        @Test("A refunded consumable has nothing to revoke")
        func refundedConsumable() async throws {
            let hints = try session.bought(Wares.hints)
            let colours = try session.bought(Wares.colours)
            try session.refundTransaction(identifier: hints.identifier)
            try session.refundTransaction(identifier: colours.identifier)
            #expect(await watcher.hears(.revoked([Wares.colours])))
            #expect(watcher.news.all.filter { $0 == .revoked([Wares.hints]) }.isEmpty)
            #expect(session.allTransactions().map(\.cancelDate) == [.opening, .opening])
        }
    }
}
