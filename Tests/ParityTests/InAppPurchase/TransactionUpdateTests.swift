import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Updates of transactions")
    struct TransactionUpdateTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // updates: a renewal is a new transaction.
        @Test("A renewal arrives")
        func renewal() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            var update = try await updates.transaction()
            // The end of the former period may be news, too.
            if update.id == first.id { update = try await updates.transaction() }
            #expect(update.id != first.id)
            #expect(update.originalID == first.id)
            #expect(update.reason == .renewal)
        }

        // updates: a refund arrives as the same transaction, with a date of revocation.
        @Test("A refund arrives as the same transaction", arguments: Shop.all)
        func refund(id: String) async throws {
            let bought = try await shop.buyAndFinish(id)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.refundTransaction(identifier: UInt(bought.id))
            let update = try await updates.transaction()
            #expect(update.id == bought.id)
            #expect(update.revocationDate != nil)
            // Inference from observations: the entitlement has ended by then.
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
        }

        // updates: what is unfinished is received by the listener that begins.
        @Test("An iteration begins with what is unfinished")
        func unfinished() async throws {
            let book = try shop.bought(Shop.book)
            let coins = try shop.bought(Shop.coins)
            var updates = Transaction.updates.makeAsyncIterator()
            var ids: Set<UInt64> = []
            for _ in 1...2 { ids.insert(try await updates.transaction().id) }
            #expect(ids == [UInt64(book.identifier), UInt64(coins.identifier)])
        }

        // Inference from observations: a later iteration gets what is unfinished still.
        @Test("A later iteration begins with what is unfinished still")
        func laterIteration() async throws {
            let book = try shop.bought(Shop.book)
            let coins = try shop.bought(Shop.coins)
            var first = Transaction.updates.makeAsyncIterator()
            for _ in 1...2 {
                let update = try await first.transaction()
                if update.productID == Shop.book { await update.finish() }
            }
            // Changes arrive in order, so the song is the last one before the second iterator.
            _ = try shop.bought(Shop.song)
            await (try await first.transaction()).finish()
            var second = Transaction.updates.makeAsyncIterator()
            #expect(try await second.transaction().id == UInt64(coins.identifier))
            let marker = try shop.bought(Shop.season)
            #expect(try await second.transaction().id == UInt64(marker.identifier))
            #expect(book.identifier != coins.identifier)
        }

        // updates: the app's own purchase is returned by purchase() and not sent.
        @Test("A purchase of the app does not arrive", arguments: Shop.all)
        func ownPurchase(id: String) async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            try await shop.buyAndFinish(id)
            let marker = try shop.bought(Shop.song)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
        }

        // Inference: nor is it sent to an iteration that begins before it is finished.
        @Test("An unfinished purchase of the app does not arrive later")
        func ownUnfinishedPurchase() async throws {
            _ = try await shop.buy(Shop.book)
            var updates = Transaction.updates.makeAsyncIterator()
            let marker = try shop.bought(Shop.coins)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
        }

        // finish(): changes nothing that the app would have to know.
        @Test("Finishing does not arrive")
        func finishing() async throws {
            let book = try shop.bought(Shop.book)
            var updates = Transaction.updates.makeAsyncIterator()
            let update = try await updates.transaction()
            #expect(update.id == UInt64(book.identifier))
            await update.finish()
            let marker = try shop.bought(Shop.coins)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
        }

        // Inference: each of several listeners gets everything.
        @Test("Several iterations get each update")
        func severalIterations() async throws {
            var first = Transaction.updates.makeAsyncIterator()
            var second = Transaction.updates.makeAsyncIterator()
            let book = try shop.bought(Shop.book)
            #expect(try await first.transaction().id == UInt64(book.identifier))
            #expect(try await second.transaction().id == UInt64(book.identifier))
            try session.refundTransaction(identifier: book.identifier)
            #expect(try await second.transaction().revocationDate != nil)
            #expect(try await first.transaction().revocationDate != nil)
        }

        // Coalesced: of what changes twice quickly, the latest state may come alone.
        @Test("A slow reader gets the latest state")
        func latestState() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let book = try shop.bought(Shop.book)
            try session.refundTransaction(identifier: book.identifier)
            var update = try await updates.transaction()
            if update.revocationDate == nil { update = try await updates.transaction() }
            #expect(update.id == UInt64(book.identifier))
            #expect(update.revocationDate != nil)
        }

        // updates: endless; cancellation of the task ends it.
        @Test("Cancellation ends an iteration that waits")
        func cancellation() async throws {
            #expect(try await nextInCancelledTask(of: Transaction.updates) == nil)
        }

        // The same for a task that was cancelled before.
        @Test("In a cancelled task nothing arrives")
        func cancelled() async throws {
            _ = try shop.bought(Shop.book)
            let count = try await inCancelledTask { try await Transaction.updates.ids.count }
            #expect(count == 0)
        }

        // Inference from observations: only that transaction is revoked.
        @Test("The refund of a past period leaves the subscription")
        func pastPeriod() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            try session.refundTransaction(identifier: UInt(first.id))
            #expect(try await shop.status().state == .subscribed)
            let newest = try shop.newest(of: Shop.silver)
            #expect(try await Transaction.currentEntitlements.ids == [UInt64(newest.identifier)])
        }

        // resolveIssueForTransaction: the renewal arrives.
        @Test("A recovered renewal arrives")
        func recovered() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            var update = try await updates.transaction()
            if update.id == first.id { update = try await updates.transaction() }
            #expect(update.originalID == first.id)
            #expect(update.id != first.id)
        }

        // updates: verified as all transactions are.
        @Test("Updates are verified and listed")
        func listed() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try shop.bought(Shop.book)
            let update = try await updates.transaction()
            #expect(try await Transaction.all.ids == [update.id])
            #expect(try await Transaction.latest(for: Shop.book)?.payloadValue == update)
        }
    }
}
