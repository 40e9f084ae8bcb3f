import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Billing retry and price increases")
    struct BillingTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        /// A subscription whose renewal failed.
        private func failedRenewal() throws -> SKTestTransaction {
            let first = try shop.bought(Shop.silver)
            session.shouldEnterBillingRetryOnRenewal = true
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            return try shop.transaction(first.identifier)
        }

        // shouldEnterBillingRetryOnRenewal: renewals fail and enter billing retry.
        // hasPurchaseIssue: also of a subscription in billing retry.
        @Test("A renewal enters billing retry instead of making a transaction")
        func retry() throws {
            let failed = try failedRenewal()
            #expect(failed.hasPurchaseIssue)
            #expect(failed.autoRenewingEnabled)
            #expect(try #require(failed.expirationDate) <= Date())
            #expect(shop.count(of: Shop.silver) == 1)
        }

        // resolveIssueForTransaction(identifier:): fixes a billing retry; the new transaction
        // arrives. After billing retry, the new period begins when payment was collected.
        @Test("The renewal arrives when its billing issue is resolved")
        func recovered() async throws {
            let failed = try failedRenewal()
            #expect(await shop.observer.receives(.updated(Shop.silver, .purchased)))
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            #expect(await shop.observer.receives(.updated(Shop.silver, .purchased)))
            let renewal = try shop.newest(of: Shop.silver)
            #expect(renewal.identifier != failed.identifier)
            #expect(renewal.originalTransactionIdentifier == failed.identifier)
            #expect(renewal.purchaseDate >= (try #require(failed.expirationDate)))
            #expect(try #require(renewal.expirationDate) > Date())
            #expect(!renewal.hasPurchaseIssue)
            #expect(try !shop.transaction(failed.identifier).hasPurchaseIssue)
        }

        // billingGracePeriodIsEnabled: billing retry has a grace period, during which recovered
        // subscriptions keep their billing dates.
        @Test("A renewal that is recovered in the grace period has no gap")
        func grace() throws {
            session.billingGracePeriodIsEnabled = true
            let failed = try failedRenewal()
            #expect(failed.hasPurchaseIssue)
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            let renewal = try shop.newest(of: Shop.silver)
            #expect(renewal.identifier != failed.identifier)
            // A period begins in another second than the one before, as its receipt shows it.
            let end = try #require(failed.expirationDate)
            #expect((0...1).contains(renewal.purchaseDate.timeIntervalSince(end)))
        }

        // billingGracePeriodIsEnabled has no effect unless billing retry is enabled.
        @Test("A grace period alone lets renewals succeed")
        func graceAlone() throws {
            let first = try shop.bought(Shop.silver)
            session.billingGracePeriodIsEnabled = true
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            #expect(shop.count(of: Shop.silver) == 2)
            #expect(try !shop.transaction(first.identifier).hasPurchaseIssue)
        }

        // resolveIssueForTransaction(identifier:) has no effect once billing retry has ended, which
        // it does when the customer turns off auto-renew.
        @Test("After billing retry there is no renewal to recover")
        func tooLate() throws {
            let failed = try failedRenewal()
            try session.disableAutoRenewForTransaction(identifier: failed.identifier)
            try? session.resolveIssueForTransaction(identifier: failed.identifier)
            #expect(shop.count(of: Shop.silver) == 1)
            #expect(try !shop.transaction(failed.identifier).hasPurchaseIssue)
        }

        // forceRenewalOfSubscription(productIdentifier:) leaves billing retry as it is.
        @Test("A forced renewal does not resolve a billing issue")
        func forcedInRetry() throws {
            let failed = try failedRenewal()
            session.shouldEnterBillingRetryOnRenewal = false
            try? session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            #expect(try shop.transaction(failed.identifier).hasPurchaseIssue)
            #expect(shop.count(of: Shop.silver) == 1)
        }

        @Test("A renewal without an issue has none to resolve")
        func nothingToResolve() throws {
            let first = try shop.bought(Shop.silver)
            #expect(throws: (any Error).self) {
                try session.resolveIssueForTransaction(identifier: first.identifier)
            }
        }

        // requestPriceIncreaseConsentForTransaction(identifier:): marks a pending price increase,
        // and may be repeated. isPendingPriceIncreaseConsent: it is pending.
        // consentToPriceIncreaseForTransaction(identifier:): clears it; the subscription renews.
        @Test("A price increase is pending until the customer consents")
        func consent() throws {
            let id = try shop.bought(Shop.silver).identifier
            #expect(try !shop.transaction(id).isPendingPriceIncreaseConsent)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(try shop.transaction(id).isPendingPriceIncreaseConsent)
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            #expect(try !shop.transaction(id).isPendingPriceIncreaseConsent)
            #expect(try shop.transaction(id).autoRenewingEnabled)
        }

        // declinePriceIncreaseForTransaction(identifier:): clears it and disables auto-renew.
        @Test("Who declines a price increase does not renew")
        func decline() throws {
            let id = try shop.bought(Shop.silver).identifier
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            #expect(try !shop.transaction(id).isPendingPriceIncreaseConsent)
            #expect(try !shop.transaction(id).autoRenewingEnabled)
        }

        @Test("Only a pending price increase can be answered")
        func notPending() throws {
            let id = try shop.bought(Shop.silver).identifier
            #expect(throws: (any Error).self) {
                try session.consentToPriceIncreaseForTransaction(identifier: id)
            }
            #expect(throws: (any Error).self) {
                try session.declinePriceIncreaseForTransaction(identifier: id)
            }
        }

        @Test("A price increase is for subscriptions")
        func noSubscription() throws {
            let id = try shop.bought(Shop.book).identifier
            #expect(throws: (any Error).self) {
                try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            }
        }
    }
}
