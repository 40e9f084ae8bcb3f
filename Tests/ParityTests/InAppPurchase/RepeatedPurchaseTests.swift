import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Buying what is there")
    struct RepeatedPurchaseTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // Inference from observations: a consumable is sold again after it is finished.
        @Test("An unfinished consumable is returned and not sold again")
        func unfinishedConsumable() async throws {
            let first = try await shop.buy(Shop.coins)
            #expect(try await shop.buy(Shop.coins).id == first.id)
            #expect(shop.count(of: Shop.coins) == 1)
        }

        // Consumables can be bought repeatedly. originalID: the identifier of the purchase itself.
        @Test("A finished consumable is sold again")
        func finishedConsumable() async throws {
            let first = try await shop.buyAndFinish(Shop.coins)
            let second = try await shop.buy(Shop.coins)
            #expect(second.id != first.id)
            #expect(second.originalID == second.id)
            #expect(shop.count(of: Shop.coins) == 2)
        }

        // A non-consumable is bought once; what the second purchase returns is inference.
        @Test("An owned non-consumable is returned and not sold again")
        func ownedNonConsumable() async throws {
            let first = try await shop.buyAndFinish(Shop.book)
            #expect(try await shop.buy(Shop.book).id == first.id)
            #expect(shop.count(of: Shop.book) == 1)
        }

        // The same if an earlier purchase is approved later. finish(): removes it from unfinished.
        @Test("Of an owned non-consumable the purchase is returned, which the lists have")
        func ownedAndApproved() async throws {
            session.askToBuyEnabled = true
            _ = try await shop.product(Shop.book).purchase()
            let waiting = try shop.newest(of: Shop.book)
            session.askToBuyEnabled = false
            let first = try await shop.buyAndFinish(Shop.book)
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(try await shop.buy(Shop.book).id == first.id)
            #expect(try await Transaction.currentEntitlements.ids == [first.id])
        }

        // Inference: who was refunded does not own it any more.
        @Test("A refunded non-consumable is sold again")
        func refundedNonConsumable() async throws {
            let first = try await shop.buyAndFinish(Shop.book)
            try session.refundTransaction(identifier: UInt(first.id))
            let second = try await shop.buy(Shop.book)
            #expect(second.id != first.id)
            #expect(second.originalID == second.id)
            #expect(second.revocationDate == nil)
        }

        // The customer can buy a non-renewing subscription many times.
        @Test("A non-renewing subscription is sold each time")
        func nonRenewing() async throws {
            let first = try await shop.buyAndFinish(Shop.season)
            let second = try await shop.buyAndFinish(Shop.season)
            #expect(first.id != second.id)
            #expect(second.originalID == second.id)
        }

        // Inference from observations: the transaction held, unchanged.
        @Test("A subscribed product is returned and not sold again", arguments: [true, false])
        func subscribed(isFinished: Bool) async throws {
            let first = try await shop.buy(Shop.silver)
            if isFinished { await first.finish() }
            let second = try await shop.buy(Shop.silver)
            #expect(second.id == first.id)
            #expect(second.expirationDate == first.expirationDate)
            #expect(try await Transaction.all.ids == [first.id])
        }

        // A downgrade begins with the next renewal; autoRenewPreference names it.
        @Test("A downgrade waits for the renewal")
        func downgrade() async throws {
            let gold = try await shop.buyAndFinish(Shop.gold)
            let result = try await shop.buy(Shop.silver)
            #expect(result.id == gold.id)
            #expect(result.productID == Shop.gold)
            #expect(try await shop.renewalInfo().autoRenewPreference == Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.gold)
            let renewal = try await shop.status().transaction.payloadValue
            #expect(renewal.productID == Shop.silver)
            #expect(renewal.originalID == gold.id)
        }

        // A crossgrade to another duration begins with the next renewal, too.
        @Test("A crossgrade to another duration waits for the renewal")
        func crossgradeToAnotherDuration() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            #expect(try await shop.buy(Shop.yearly).id == silver.id)
            let info = try await shop.renewalInfo()
            #expect(info.currentProductID == Shop.silver)
            #expect(info.autoRenewPreference == Shop.yearly)
        }

        // A crossgrade to the same duration takes effect immediately.
        @Test("A crossgrade to the same duration begins at once")
        func crossgrade() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let music = try await shop.buyAndFinish(Shop.music)
            #expect(music.productID == Shop.music)
            #expect(music.originalID == silver.id)
            #expect(try await Transaction.currentEntitlements.ids == [music.id])
        }

        // An upgrade takes effect immediately. isUpgraded: of the transaction that it replaced.
        @Test("An upgrade begins at once, with the same original transaction")
        func upgrade() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let gold = try await shop.buyAndFinish(Shop.gold)
            #expect(gold.productID == Shop.gold)
            #expect(gold.id != silver.id)
            #expect(gold.originalID == silver.id)
            #expect(gold.reason == .purchase)
            #expect(!gold.isUpgraded)
            let latest = try await Transaction.latest(for: Shop.silver)?.payloadValue
            #expect(latest?.id == silver.id)
            #expect(latest?.isUpgraded == true)
        }

        // Inference: a new transaction of the same subscription.
        @Test("After a lapse the customer subscribes anew")
        func lapse() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            let second = try await shop.buy(Shop.silver)
            #expect(second.id != first.id)
            #expect(second.originalID == first.id)
            #expect(second.reason == .purchase)
            #expect(try await shop.status().state == .subscribed)
        }

        // Of one group a customer has one subscription, of several groups one each.
        @Test("Subscriptions of two groups are independent")
        func twoGroups() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let club = try await shop.buyAndFinish(Shop.club)
            #expect(club.originalID == club.id)
            #expect(Set(try await Transaction.currentEntitlements.ids) == [silver.id, club.id])
        }

        // askToBuyEnabled: pending. updates: the approved purchase.
        @Test("Ask to Buy leaves a purchase pending until it is approved")
        func askToBuy() async throws {
            session.askToBuyEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            let result = try await shop.product(Shop.book).purchase()
            #expect(result.isPending)
            #expect(try await Transaction.all.ids.isEmpty)
            let pending = try shop.newest(of: Shop.book)
            #expect(pending.pendingAskToBuyConfirmation)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            let update = try await updates.transaction()
            #expect(update.productID == Shop.book)
            #expect(try await Transaction.unfinished.ids == [update.id])
        }

        // Inference: who declines says nothing to the app.
        @Test("A declined purchase does not arrive")
        func declined() async throws {
            session.askToBuyEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await shop.product(Shop.book).purchase()
            let pending = try shop.newest(of: Shop.book)
            try session.declineAskToBuyTransaction(identifier: pending.identifier)
            session.askToBuyEnabled = false
            let marker = try shop.bought(Shop.coins)
            #expect(try await updates.transaction().id == UInt64(marker.identifier))
            #expect(try await Transaction.latest(for: Shop.book)?.payloadValue == nil)
        }

        // interruptedPurchasesEnabled; resolveIssueForTransaction: the transaction arrives later.
        @Test("An interrupted purchase arrives after its issue is resolved")
        func interrupted() async throws {
            session.interruptedPurchasesEnabled = true
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await shop.product(Shop.book).purchase().isPending)
            let issue = try shop.newest(of: Shop.book)
            #expect(issue.hasPurchaseIssue)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: issue.identifier)
            #expect(try await updates.transaction().productID == Shop.book)
        }

        // Inference from observations: the failure has no cause.
        @Test("A purchase that a session lets fail throws an unknown error")
        func failure() async throws {
            session.failTransactionsEnabled = true
            let book = try await shop.product(Shop.book)
            let error = await #expect(throws: StoreKitError.self) { try await book.purchase() }
            guard case .unknown? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await Transaction.all.ids.isEmpty)
        }
    }
}
