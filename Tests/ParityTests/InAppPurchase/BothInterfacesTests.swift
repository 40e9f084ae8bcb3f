import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Both programming interfaces")
    struct BothInterfacesTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        /// Pays by the original interface.
        private func pay(_ id: String, user: String? = nil) async throws -> SKPaymentTransaction {
            let payment = SKMutablePayment()
            payment.productIdentifier = id
            payment.applicationUsername = user
            SKPaymentQueue.default().add(payment)
            #expect(await shop.observer.receives(.updated(id, .purchased)))
            return try #require(
                SKPaymentQueue.default().transactions.first { $0.payment.productIdentifier == id }
            )
        }

        // Transaction: purchases by the original interface are available at once.
        @Test("A payment of the queue is a transaction at once", arguments: Shop.all)
        func paid(id: String) async throws {
            let payment = try await pay(id)
            let transaction = try #require(await Transaction.latest(for: id)).payloadValue
            #expect("\(transaction.id)" == payment.transactionIdentifier)
            #expect(transaction.purchaseDate == payment.transactionDate)
            #expect(try await Transaction.all.ids == [transaction.id])
            #expect(try await Transaction.unfinished.ids == [transaction.id])
        }

        // currentEntitlements: whichever interface bought it.
        @Test("A payment of the queue entitles")
        func entitlement() async throws {
            _ = try await pay(Shop.book)
            _ = try await pay(Shop.silver)
            let products = try await Transaction.currentEntitlements.list.map(\.productID)
            #expect(Set(products) == [Shop.book, Shop.silver])
            #expect(try await shop.status().state == .subscribed)
        }

        // Apple's engineers: a payment of the queue is not sent to updates.
        @Test("A payment of the queue does not arrive by updates")
        func updates() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await pay(Shop.book)
            let marker = try shop.bought(Shop.coins)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
        }

        // Apple's engineers: its renewals are sent.
        @Test("A renewal of the queue's payment arrives by updates")
        func renewal() async throws {
            let payment = try await pay(Shop.silver)
            SKPaymentQueue.default().finishTransaction(payment)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            var update = try await updates.transaction()
            if update.reason == .purchase { update = try await updates.transaction() }
            #expect(update.reason == .renewal)
            #expect("\(update.originalID)" == payment.transactionIdentifier)
        }

        // Inference from observations: finishing by the queue leaves nothing unfinished.
        @Test("Finishing by the queue finishes the transaction")
        func finishByQueue() async throws {
            let payment = try await pay(Shop.book)
            SKPaymentQueue.default().finishTransaction(payment)
            #expect(await shop.observer.receives(.removed(Shop.book)))
            #expect(try await Transaction.unfinished.ids.isEmpty)
            #expect(try await Transaction.all.ids.count == 1)
        }

        // Inference: and the reverse.
        @Test("Finishing the transaction removes the payment from the queue")
        func finishByTransaction() async throws {
            _ = try await pay(Shop.book)
            let transaction = try #require(await Transaction.latest(for: Shop.book)).payloadValue
            await transaction.finish()
            #expect(await shop.observer.receives(.removed(Shop.book)))
            #expect(SKPaymentQueue.default().transactions.isEmpty)
            #expect(try await Transaction.unfinished.ids.isEmpty)
        }

        // applicationUsername: the account token if it is a UUID.
        @Test("A user name that is a UUID is the account token")
        func userName() async throws {
            let token = UUID()
            _ = try await pay(Shop.book, user: token.uuidString)
            let book = try #require(await Transaction.latest(for: Shop.book)).payloadValue
            #expect(book.appAccountToken == token)
        }

        // applicationUsername: a string that isn't a UUID gives no account token.
        @Test("Another user name is no account token")
        func otherUserName() async throws {
            _ = try await pay(Shop.book, user: "somebody")
            let book = try #require(await Transaction.latest(for: Shop.book)).payloadValue
            #expect(book.appAccountToken == nil)
        }

        // Inference: both interfaces know of one purchase of a non-consumable.
        @Test("What the queue paid for is owned")
        func owned() async throws {
            let payment = try await pay(Shop.book)
            SKPaymentQueue.default().finishTransaction(payment)
            let transaction = try await shop.buy(Shop.book)
            #expect("\(transaction.id)" == payment.transactionIdentifier)
        }

        // Inference: a repeated purchase by StoreKit 2 isn't a failed payment of the queue.
        @Test("Buying a subscribed product again is no failure for the queue")
        func subscribedAgain() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try await shop.buyAndFinish(Shop.silver)
            let marker = SKMutablePayment()
            marker.productIdentifier = Shop.book
            SKPaymentQueue.default().add(marker)
            let events = await shop.observer.received(before: .updated(Shop.book, .purchased))
            let failures = try #require(events).filter {
                if case .failed = $0 { true } else { false }
            }
            #expect(failures.isEmpty)
        }

        // Inference: the restored copies in the queue aren't transactions of StoreKit 2.
        @Test("Restoring by the queue adds no transactions")
        func restore() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            SKPaymentQueue.default().restoreCompletedTransactions()
            #expect(await shop.observer.receives(.updated(Shop.book, .restored)))
            #expect(try await Transaction.all.ids == [book.id])
            #expect(try await Transaction.unfinished.ids.isEmpty)
        }

        // A refund is signalled by both.
        @Test("A refund reaches both")
        func refund() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.refundTransaction(identifier: UInt(book.id))
            #expect(try await updates.transaction().revocationDate != nil)
            #expect(await shop.observer.receives(.revoked([Shop.book])))
        }
    }
}
