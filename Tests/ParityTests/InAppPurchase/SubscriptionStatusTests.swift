import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Statuses of subscriptions")
    struct SubscriptionStatusTests {
        typealias Info = Product.SubscriptionInfo
        typealias Status = Product.SubscriptionInfo.Status

        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // status(for:): empty if the customer never subscribed.
        @Test("Without a subscription there is no status")
        func none() async throws {
            #expect(try await Info.status(for: Shop.plans).isEmpty)
            #expect(try await Info.status(for: "nothing").isEmpty)
            let silver = try await shop.product(Shop.silver)
            #expect(try await silver.subscription?.status.isEmpty == true)
        }

        // status: an element for the subscription, with its latest transaction.
        @Test("A subscription is subscribed, by its transaction")
        func subscribed() async throws {
            let transaction = try await shop.buy(Shop.silver)
            let statuses = try await Info.status(for: Shop.plans)
            #expect(statuses.map(\.state) == [.subscribed])
            #expect(try statuses.first?.transaction.payloadValue.id == transaction.id)
            let silver = try await shop.product(Shop.silver)
            #expect(try await silver.subscription?.status == statuses)
        }

        // Status.transaction: the latest of the subscription.
        @Test("The status of a renewed subscription has the renewal")
        func renewed() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let transaction = try await shop.status().transaction.payloadValue
            #expect(transaction.id == UInt64(try shop.newest(of: Shop.silver).identifier))
            #expect(transaction.originalID == first.id)
            #expect(try await shop.status().state == .subscribed)
        }

        // status(transactionID:): by any transaction of the subscription.
        @Test("Any transaction finds the status of its subscription")
        func byTransaction() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let status = try await shop.status()
            let renewal = try status.transaction.payloadValue
            #expect(try await Info.status(transactionID: first.id) == status)
            #expect(try await Info.status(transactionID: renewal.id) == status)
            let book = try await shop.buy(Shop.book)
            #expect(try await Info.status(transactionID: book.id) == nil)
        }

        // expired: auto-renew off and the period over.
        @Test("A subscription that ended is expired")
        func expired() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            #expect(try await shop.status().state == .expired)
        }

        // inGracePeriod: the renewal failed, and there is a grace period; else
        // inBillingRetryPeriod.
        @Test("A failed renewal leads to a grace period or to retry", arguments: [true, false])
        func failedRenewal(hasGracePeriod: Bool) async throws {
            try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: hasGracePeriod)
            let state = try await shop.status().state
            #expect(state == (hasGracePeriod ? .inGracePeriod : .inBillingRetryPeriod))
        }

        // A payment that is recovered: subscribed again.
        @Test("A recovered subscription is subscribed", arguments: [true, false])
        func recovered(hasGracePeriod: Bool) async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: hasGracePeriod)
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            let status = try await shop.status()
            #expect(status.state == .subscribed)
            #expect(try status.transaction.payloadValue.id != first.id)
            #expect(try await Transaction.currentEntitlements.ids.count == 1)
        }

        // Recovery in the grace period keeps the dates; after it, a new cycle begins that day.
        @Test(
            "A recovered period begins at the end of the last, or later",
            arguments: [true, false]
        )
        func recoveryDates(hasGracePeriod: Bool) async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: hasGracePeriod)
            let failed = try await shop.status().transaction.payloadValue
            let end = try #require(failed.expirationDate)
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            let renewal = try await shop.status().transaction.payloadValue
            // A period begins in another second than the one before, as its receipt shows it.
            let gap = renewal.purchaseDate.timeIntervalSince(end)
            #expect(hasGracePeriod ? (0...1).contains(gap) : gap >= 0)
            #expect(try #require(renewal.expirationDate) > Date())
        }

        // Cancelling in the grace period or in retry ends the subscription at once.
        @Test("Who cancels after a failed renewal has no subscription", arguments: [true, false])
        func cancelledInRetry(hasGracePeriod: Bool) async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: hasGracePeriod)
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            #expect(try await shop.status().state == .expired)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
        }

        // revoked: the App Store took the access back; by a refund is inference.
        @Test("A refunded subscription is revoked")
        func revoked() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            try session.refundTransaction(identifier: UInt(first.id))
            let status = try await shop.status()
            #expect(status.state == .revoked)
            #expect(try status.transaction.payloadValue.revocationDate != nil)
        }

        // A customer has one subscription of a group.
        @Test("After an upgrade there is one status, of the higher product")
        func upgraded() async throws {
            try await shop.buyAndFinish(Shop.silver)
            let gold = try await shop.buyAndFinish(Shop.gold)
            let statuses = try await Info.status(for: Shop.plans)
            #expect(statuses.count == 1)
            #expect(try statuses.first?.transaction.payloadValue.id == gold.id)
        }

        // Inference from observations: a cancelled task reads nothing.
        @Test("In a cancelled task there is no status and no error")
        func cancelled() async throws {
            try await shop.buyAndFinish(Shop.silver)
            let count = try await inCancelledTask {
                try await Info.status(for: Shop.plans).count
            }
            #expect(count == 0)
        }

        // Status.all: each group that the customer ever subscribed in; finite.
        @Test("All statuses come by group")
        func all() async throws {
            var groups: [String: Info.RenewalState?] = [:]
            for await (group, _) in Status.all { groups[group] = .some(nil) }
            #expect(groups.isEmpty)
            try await shop.buyAndFinish(Shop.silver)
            try await shop.buyAndFinish(Shop.daily)
            try session.expireSubscription(productIdentifier: Shop.daily)
            for await (group, statuses) in Status.all { groups[group] = statuses.first?.state }
            #expect(groups == [Shop.plans: .subscribed, Shop.press: .expired])
        }

        // Status.updates: the new status at a change.
        @Test("A purchase arrives as a status")
        func purchase() async throws {
            var updates = Status.updates.makeAsyncIterator()
            let silver = try await shop.buy(Shop.silver)
            let status = try await Status.first(.subscribed, in: &updates)
            #expect(try status.transaction.payloadValue.id == silver.id)
        }

        // Status.updates: a renewal, with its transaction.
        @Test("A renewal arrives as a status")
        func renewal() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            var updates = Status.updates.makeAsyncIterator()
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            var status = try await Status.first(.subscribed, in: &updates)
            while try status.transaction.payloadValue.id == first.id {
                status = try await Status.first(.subscribed, in: &updates)
            }
            #expect(try status.transaction.payloadValue.reason == .renewal)
        }

        // Status.updates: the customer turns auto-renew off and on.
        @Test("Auto-renew arrives as a status")
        func autoRenew() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            var updates = Status.updates.makeAsyncIterator()
            try session.disableAutoRenewForTransaction(identifier: id)
            try await Status.first(in: &updates) { !$0.willAutoRenew }
            try session.enableAutoRenewForTransaction(identifier: id)
            try await Status.first(in: &updates) { $0.willAutoRenew }
        }

        // Status.updates: grace, retry and the end.
        @Test("Failed renewals and the end arrive as statuses")
        func changes() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            var updates = Status.updates.makeAsyncIterator()
            try shop.failRenewal(of: Shop.silver, withGracePeriod: true)
            _ = try await Status.first(.inGracePeriod, in: &updates)
            try session.disableAutoRenewForTransaction(identifier: id)
            _ = try await Status.first(.expired, in: &updates)
            try await shop.buyAndFinish(Shop.daily)
            session.billingGracePeriodIsEnabled = false
            try session.forceRenewalOfSubscription(productIdentifier: Shop.daily)
            _ = try await Status.first(.inBillingRetryPeriod, in: &updates)
        }

        // Status.updates: each state of a price increase.
        @Test("A price increase and its answer arrive as statuses")
        func priceIncrease() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            var updates = Status.updates.makeAsyncIterator()
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try await Status.first(in: &updates) { $0.priceIncreaseStatus == .pending }
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            try await Status.first(in: &updates) { $0.priceIncreaseStatus == .agreed }
        }

        // Inference: a plan that waits for the renewal is a change of the status.
        @Test("A downgrade arrives as a status")
        func downgrade() async throws {
            try await shop.buyAndFinish(Shop.gold)
            var updates = Status.updates.makeAsyncIterator()
            _ = try await shop.buy(Shop.silver)
            try await Status.first(in: &updates) { $0.autoRenewPreference == Shop.silver }
        }

        // Inference: each of several listeners gets everything.
        @Test("Several iterations get each status")
        func severalIterations() async throws {
            var first = Status.updates.makeAsyncIterator()
            var second = Status.updates.makeAsyncIterator()
            try await shop.buyAndFinish(Shop.silver)
            #expect(try await Status.first(.subscribed, in: &first).state == .subscribed)
            #expect(try await Status.first(.subscribed, in: &second).state == .subscribed)
        }

        // updates: endless; cancellation of the task ends it.
        @Test("Cancellation ends an iteration over statuses")
        func cancelledUpdates() async throws {
            #expect(try await nextInCancelledTask(of: Status.updates) == nil)
        }
    }
}
