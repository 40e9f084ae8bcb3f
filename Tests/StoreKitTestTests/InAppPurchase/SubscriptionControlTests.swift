import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("What a session does to subscriptions by StoreKit 2")
    struct SubscriptionControlTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        private func subscribed() async throws -> Transaction {
            let bought = try await session.buyProduct(identifier: SampleProducts.monthly)
            await bought.finish()
            return bought
        }

        @Test("A forced renewal ends the period now, and arrives")
        func forcedRenewal() async throws {
            let first = try await subscribed()
            var updates = Transaction.updates.makeAsyncIterator()
            await session.advance(by: 3_600)
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            try session.forceRenewalOfSubscription(productIdentifier: SampleProducts.monthly)
            var renewal = try await updates.verified()
            if renewal.id == first.id { renewal = try await updates.verified() }
            #expect(renewal.originalID == first.id)
            #expect(renewal.reason == .renewal)
            #expect(renewal.purchaseDate == session.currentDate)
            let all = await Transaction.all.reduce(into: []) { $0.append($1.unsafePayloadValue) }
            #expect(all.map(\.id) == [renewal.id, first.id])
            #expect(all.last?.expirationDate == session.currentDate)
            let info = try await session.status.renewalInfo.payloadValue
            #expect(info.willAutoRenew)
        }

        @Test("A subscription that a session lets expire does not entitle from now on")
        func expiry() async throws {
            let first = try await subscribed()
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            try session.expireSubscription(productIdentifier: SampleProducts.monthly)
            let status = try #require(await updates.next())
            #expect(status.state == .expired)
            #expect(try status.transaction.payloadValue.id == first.id)
            #expect(try status.transaction.payloadValue.expirationDate == .opening)
            #expect(try !status.renewalInfo.payloadValue.willAutoRenew)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
        }

        @Test("Auto-renew that is turned off and on is announced")
        func autoRenew() async throws {
            let id = UInt(try await subscribed().id)
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            try session.disableAutoRenewForTransaction(identifier: id)
            #expect(try await updates.next()?.renewalInfo.payloadValue.willAutoRenew == false)
            try session.enableAutoRenewForTransaction(identifier: id)
            #expect(try await updates.next()?.renewalInfo.payloadValue.willAutoRenew == true)
        }

        @Test("A status is announced to an iteration although an earlier one has had the same")
        func laterIteration() async throws {
            let id = UInt(try await subscribed().id)
            try await expectAutoRenewOff(of: id)
            try session.enableAutoRenewForTransaction(identifier: id)
            await session.deliveries()
            try await expectAutoRenewOff(of: id)
        }

        private func expectAutoRenewOff(of id: UInt) async throws {
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            try session.disableAutoRenewForTransaction(identifier: id)
            #expect(try await updates.next()?.renewalInfo.payloadValue.willAutoRenew == false)
        }

        @Test("A renewal that fails takes the entitlement, and its recovery arrives")
        func billingRetry() async throws {
            let first = try await subscribed()
            var updates = Transaction.updates.makeAsyncIterator()
            session.shouldEnterBillingRetryOnRenewal = true
            try await session.advance(pastRenewals: 1, of: SampleProducts.monthly)
            let status = try await session.status
            #expect(status.state == .inBillingRetryPeriod)
            #expect(try status.renewalInfo.payloadValue.isInBillingRetry)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
            session.shouldEnterBillingRetryOnRenewal = false
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            let renewal = try await updates.verified()
            #expect(renewal.originalID == first.id)
            #expect(renewal.id != first.id)
            #expect(try await session.status.state == .subscribed)
            #expect(await Transaction.currentEntitlements.products == [SampleProducts.monthly])
        }

        @Test("In a grace period the subscription entitles until the period ends")
        func gracePeriod() async throws {
            _ = try await subscribed()
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            try await session.advance(pastRenewals: 1, of: SampleProducts.monthly)
            let status = try await session.status
            #expect(status.state == .inGracePeriod)
            let info = try status.renewalInfo.payloadValue
            let end = try #require(info.gracePeriodExpirationDate)
            #expect(info.isInBillingRetry)
            #expect(await Transaction.currentEntitlements.products == [SampleProducts.monthly])
            await session.advance(to: end)
            #expect(try await session.status.state == .inBillingRetryPeriod)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
        }

        @Test("A billing issue is a message")
        func billingMessage() async throws {
            _ = try await subscribed()
            var messages = Message.messages.makeAsyncIterator()
            session.shouldEnterBillingRetryOnRenewal = true
            try await session.advance(pastRenewals: 1, of: SampleProducts.monthly)
            #expect(await messages.next()?.reason == .billingIssue)
        }

        @Test("A price increase is pending, a message, and agreed to")
        func priceIncrease() async throws {
            let id = UInt(try await subscribed().id)
            var messages = Message.messages.makeAsyncIterator()
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
            let pending = try #require(await updates.next()).renewalInfo.payloadValue
            #expect(pending.priceIncreaseStatus == .pending)
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            let agreed = try #require(await updates.next()).renewalInfo.payloadValue
            #expect(agreed.priceIncreaseStatus == .agreed)
            #expect(agreed.willAutoRenew)
        }

        @Test("A price increase that is declined ends the subscription with its period")
        func declinedIncrease() async throws {
            let id = UInt(try await subscribed().id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            let info = try await session.status.renewalInfo.payloadValue
            #expect(info.priceIncreaseStatus == .noIncreasePending)
            #expect(!info.willAutoRenew)
        }

        @Test("The message about a price increase comes again with a request after an answer")
        func repeatedRequest() async throws {
            let id = UInt(try await subscribed().id)
            var messages = Message.messages.makeAsyncIterator()
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            // Otherwise both changes may be one, after which the consent is pending as before.
            await session.deliveries()
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
        }

        @Test("A message is for an iteration although an earlier one has had the same")
        func laterMessage() async throws {
            let id = UInt(try await subscribed().id)
            try await expectPriceIncrease(of: id)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            await session.deliveries()
            try await expectPriceIncrease(of: id)
        }

        private func expectPriceIncrease(of id: UInt) async throws {
            var messages = Message.messages.makeAsyncIterator()
            // The iteration has begun, without a message.
            await session.deliveries()
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
        }

        @Test("The time rate sets the length of a period that is bought after it")
        func timeRate() async throws {
            session.timeRate = .oneRenewalEveryMinute
            let bought = try await subscribed()
            #expect(bought.expirationDate == .opening.addingTimeInterval(60))
            var updates = Transaction.updates.makeAsyncIterator()
            await session.advance(by: 60)
            #expect(try await updates.verified().reason == .renewal)
        }
    }
}
