import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Lists of transactions")
    struct TransactionListTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // all, unfinished, currentEntitlements are finite.
        @Test("Without purchases the lists are empty and end")
        func empty() async throws {
            #expect(try await Transaction.all.ids.isEmpty)
            #expect(try await Transaction.unfinished.ids.isEmpty)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
            #expect(await Transaction.latest(for: Shop.book) == nil)
        }

        // unfinished: all types, until finish().
        @Test("Each type is unfinished until it is finished", arguments: Shop.all)
        func unfinished(id: String) async throws {
            let transaction = try await shop.buy(id)
            #expect(try await Transaction.unfinished.ids == [transaction.id])
            await transaction.finish()
            #expect(try await Transaction.unfinished.ids.isEmpty)
        }

        // all: unfinished consumables, not finished ones.
        @Test("A consumable is in the history until it is finished")
        func consumable() async throws {
            let coins = try await shop.buy(Shop.coins)
            #expect(try await Transaction.all.ids == [coins.id])
            await coins.finish()
            #expect(try await Transaction.all.ids.isEmpty)
            #expect(await Transaction.latest(for: Shop.coins) == nil)
        }

        // all: finished consumables that were refunded.
        @Test("A refunded consumable is in the history again")
        func refundedConsumable() async throws {
            let coins = try await shop.buyAndFinish(Shop.coins)
            try session.refundTransaction(identifier: UInt(coins.id))
            let all = try await Transaction.all.list
            #expect(all.map(\.id) == [coins.id])
            #expect(all.first?.revocationDate != nil)
        }

        // all: non-consumables, non-renewing subscriptions, and subscriptions with all renewals.
        @Test("The history has what was finished, with renewals")
        func history() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            let season = try await shop.buyAndFinish(Shop.season)
            let silver = try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let renewal = try await shop.status().transaction.payloadValue
            let ids = [book.id, season.id, silver.id, renewal.id]
            #expect(Set(try await Transaction.all.ids) == Set(ids))
            #expect(try await Transaction.all.ids.count == 4)
        }

        // Inference from observations: the newest first.
        @Test("The newest transaction comes first")
        func order() async throws {
            try await shop.buyAndFinish(Shop.silver)
            for _ in 1...3 {
                try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            }
            let dates = try await Transaction.all.list.map(\.purchaseDate)
            #expect(dates.count == 4)
            #expect(dates == dates.sorted(by: >))
        }

        // all(for:): the history of one product.
        @Test("The history of a product has its transactions alone")
        func historyOfProduct() async throws {
            let first = try await shop.buyAndFinish(Shop.season)
            try await shop.buyAndFinish(Shop.book)
            let second = try await shop.buyAndFinish(Shop.season)
            #expect(Set(try await Transaction.all(for: Shop.season).ids) == [first.id, second.id])
            #expect(try await Transaction.all(for: "nothing").ids.isEmpty)
        }

        // latest(for:): the newest transaction of a product.
        @Test("The latest transaction is the newest")
        func latest() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let newest = try shop.newest(of: Shop.silver)
            let latest = try await Transaction.latest(for: Shop.silver)?.payloadValue
            #expect(latest?.id == UInt64(newest.identifier))
        }

        // currentEntitlements: no consumables, not even unfinished ones.
        @Test("A consumable entitles to nothing")
        func consumableEntitlement() async throws {
            _ = try await shop.buy(Shop.coins)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
        }

        // currentEntitlements: finished or not.
        @Test("Other types entitle", arguments: [Shop.book, Shop.season, Shop.silver])
        func entitlement(id: String) async throws {
            let transaction = try await shop.buy(id)
            #expect(try await Transaction.currentEntitlements.ids == [transaction.id])
            await transaction.finish()
            #expect(try await Transaction.currentEntitlements.ids == [transaction.id])
        }

        // currentEntitlements: the latest transaction of each product.
        @Test("A subscription entitles by its latest period alone")
        func latestPeriod() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let newest = try shop.newest(of: Shop.silver)
            let ids = try await Transaction.currentEntitlements.ids
            #expect(ids == [UInt64(newest.identifier)])
        }

        // currentEntitlements: nothing refunded.
        @Test(
            "What was refunded does not entitle",
            arguments: [Shop.book, Shop.season, Shop.silver]
        )
        func refunded(id: String) async throws {
            let transaction = try await shop.buyAndFinish(id)
            try session.refundTransaction(identifier: UInt(transaction.id))
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
            #expect(try await Transaction.all.ids == [transaction.id])
        }

        // currentEntitlements: subscriptions while the state is subscribed.
        @Test("An expired subscription does not entitle, and stays in the history")
        func expired() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
            #expect(try await Transaction.all.ids == [silver.id])
        }

        // currentEntitlements: also while the state is inGracePeriod, not inBillingRetryPeriod.
        @Test("A grace period entitles, billing retry alone does not", arguments: [true, false])
        func failedRenewal(hasGracePeriod: Bool) async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: hasGracePeriod)
            let ids = try await Transaction.currentEntitlements.ids
            #expect(ids == (hasGracePeriod ? [silver.id] : []))
        }

        // Inference from observations: an upgraded one is in the history alone.
        @Test("After an upgrade the higher product entitles")
        func upgraded() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let gold = try await shop.buyAndFinish(Shop.gold)
            #expect(try await Transaction.currentEntitlements.ids == [gold.id])
            #expect(Set(try await Transaction.all.ids) == [silver.id, gold.id])
        }

        // currentEntitlements(for:): those of one product.
        @Test("Entitlements of a product are its own")
        func entitlementsOfProduct() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            try await shop.buyAndFinish(Shop.silver)
            #expect(try await Transaction.currentEntitlements(for: Shop.book).ids == [book.id])
            #expect(try await Transaction.currentEntitlements(for: Shop.gold).ids.isEmpty)
        }

        // Inference from observations: a cancelled task reads nothing.
        @Test("In a cancelled task the lists are empty")
        func cancelled() async throws {
            try await shop.buyAndFinish(Shop.book)
            let counts = try await inCancelledTask {
                [
                    try await Transaction.all.ids.count,
                    try await Transaction.currentEntitlements.ids.count,
                    try await Transaction.unfinished.ids.count,
                ]
            }
            #expect(counts == [0, 0, 0])
            #expect(try await Transaction.all.ids.count == 1)
        }

        // AsyncSequence: an iteration that ended gives nothing more; another begins again.
        @Test("A list can be read again")
        func readTwice() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            let all = Transaction.all
            var iterator = all.makeAsyncIterator()
            #expect(try await iterator.transaction().id == book.id)
            #expect(await iterator.next() == nil)
            #expect(await iterator.next() == nil)
            #expect(try await all.ids == [book.id])
        }

        // all: what arrives during the iteration goes to updates.
        @Test("A transaction that arrives is not in the iteration that runs")
        func arrival() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            var iterator = Transaction.all.makeAsyncIterator()
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await iterator.transaction().id == book.id)
            let outside = try shop.bought(Shop.season)
            #expect(await iterator.next() == nil)
            #expect(try await updates.transaction().id == UInt64(outside.identifier))
        }

        // clearTransactions(): the environment has no transactions.
        @Test("After all transactions are cleared there are none")
        func cleared() async throws {
            _ = try await shop.buy(Shop.book)
            _ = try await shop.buy(Shop.silver)
            session.clearTransactions()
            #expect(try await Transaction.all.ids.isEmpty)
            #expect(try await Transaction.unfinished.ids.isEmpty)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
            #expect(try await Product.SubscriptionInfo.status(for: Shop.plans).isEmpty)
        }

        // deleteTransaction(identifier:): removes it from the history.
        @Test("A deleted transaction is not listed")
        func deleted() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            let season = try await shop.buyAndFinish(Shop.season)
            try session.deleteTransaction(identifier: UInt(book.id))
            #expect(try await Transaction.all.ids == [season.id])
        }

        // finish(): no result; a second time is inference.
        @Test("Finishing twice has no effect")
        func finishTwice() async throws {
            let book = try await shop.buyAndFinish(Shop.book)
            await book.finish()
            #expect(try await Transaction.all.ids == [book.id])
            #expect(try await Transaction.unfinished.ids.isEmpty)
        }

        // finish(): of one transaction; a renewal has to be finished by itself.
        @Test("Finishing a period leaves its renewal unfinished")
        func finishPeriod() async throws {
            let first = try await shop.buy(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            await first.finish()
            let renewal = try #require(await Transaction.latest(for: Shop.silver)).payloadValue
            #expect(renewal.id != first.id)
            #expect(try await Transaction.unfinished.ids == [renewal.id])
            await renewal.finish()
            #expect(try await Transaction.unfinished.ids.isEmpty)
            #expect(try await Transaction.currentEntitlements.ids == [renewal.id])
        }

        // finish(): inference for a transaction that is not there any more.
        @Test("Finishing what was cleared has no effect on what has its place")
        func finishCleared() async throws {
            let book = try await shop.buy(Shop.book)
            session.clearTransactions()
            let season = try await shop.buy(Shop.season)
            await book.finish()
            #expect(try await Transaction.unfinished.ids == [season.id])
        }
    }
}
