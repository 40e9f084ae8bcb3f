import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    @Suite("Renewal information")
    struct RenewalInfoTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // currentProductID, autoRenewPreference, renewalDate, renewalPrice, currency.
        @Test("An active subscription renews for its price at the end of its period")
        func active() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let info = try await shop.renewalInfo()
            #expect(info.willAutoRenew)
            #expect(info.currentProductID == Shop.silver)
            #expect(info.autoRenewPreference == Shop.silver)
            #expect(info.renewalDate == silver.expirationDate)
            #expect(info.renewalPrice == Decimal(string: "4.99"))
            #expect(info.currency?.identifier == "USD")
            #expect(info.originalTransactionID == silver.id)
        }

        // isInBillingRetry false and expirationReason nil: active.
        @Test("An active subscription has no issue")
        func noIssue() async throws {
            try await shop.buyAndFinish(Shop.silver)
            let info = try await shop.renewalInfo()
            #expect(!info.isInBillingRetry)
            #expect(info.expirationReason == nil)
            #expect(info.gracePeriodExpirationDate == nil)
            #expect(info.priceIncreaseStatus == .noIncreasePending)
            #expect(info.eligibleWinBackOfferIDs.isEmpty)
            #expect(info.offer == nil)
        }

        // autoRenewPreference: nil when it will not renew. expirationReason: nil while active.
        @Test("Without auto-renew there is no next product, and no reason yet")
        func autoRenewOff() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            try session.disableAutoRenewForTransaction(identifier: UInt(silver.id))
            let info = try await shop.renewalInfo()
            #expect(!info.willAutoRenew)
            #expect(info.autoRenewPreference == nil)
            #expect(info.expirationReason == nil)
            #expect(try await shop.status().state == .subscribed)
        }

        // autoRenewDisabled: the customer cancelled. renewalDate: may be past.
        @Test("A cancelled subscription ended because of that")
        func cancelled() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            let status = try await shop.status()
            let info = try status.renewalInfo.payloadValue
            #expect(info.expirationReason == .autoRenewDisabled)
            #expect(!info.willAutoRenew)
            #expect(!info.isInBillingRetry)
            #expect(info.renewalDate == (try status.transaction.payloadValue.expirationDate))
        }

        // isInBillingRetry true with a date of grace: grace, in which retry runs, too.
        @Test("In the grace period the store retries, and its end is known")
        func grace() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver, withGracePeriod: true)
            let info = try await shop.renewalInfo()
            #expect(info.isInBillingRetry)
            #expect(info.expirationReason == .billingError)
            #expect(try #require(info.gracePeriodExpirationDate) > Date())
            #expect(info.eligibleWinBackOfferIDs.isEmpty)
        }

        // isInBillingRetry true without a date of grace: retry.
        @Test("In retry there is no grace period")
        func retry() async throws {
            try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver)
            let info = try await shop.renewalInfo()
            #expect(info.isInBillingRetry)
            #expect(info.expirationReason == .billingError)
            #expect(info.gracePeriodExpirationDate == nil)
        }

        // After recovery: active as before.
        @Test("After recovery there is no issue")
        func recovered() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            try shop.failRenewal(of: Shop.silver)
            try session.resolveIssueForTransaction(identifier: UInt(silver.id))
            let info = try await shop.renewalInfo()
            #expect(!info.isInBillingRetry)
            #expect(info.expirationReason == nil)
            #expect(info.willAutoRenew)
        }

        // isInBillingRetry false with billingError: given up, after twice the rate's period.
        @Test("A store that gave up does not retry")
        func givenUp() async throws {
            try await shop.buyAndFinish(Shop.silver)
            session.timeRate = .oneRenewalEveryTwoSeconds
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            try shop.failRenewal(of: Shop.silver)
            let status = try await Product.SubscriptionInfo.Status.first(.expired, in: &updates)
            let info = try status.renewalInfo.payloadValue
            #expect(!info.isInBillingRetry)
            #expect(info.expirationReason == .billingError)
            #expect(info.autoRenewPreference == nil)
        }

        // didNotConsentToPriceIncrease: no answer until the end of the period.
        @Test("Without consent to a price increase the subscription ends")
        func noConsent() async throws {
            session.timeRate = .oneRenewalEveryTwoSeconds
            var updates = Product.SubscriptionInfo.Status.updates.makeAsyncIterator()
            let silver = try await shop.buyAndFinish(Shop.silver)
            try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(silver.id))
            let status = try await Product.SubscriptionInfo.Status.first(.expired, in: &updates)
            let info = try status.renewalInfo.payloadValue
            #expect(info.expirationReason == .didNotConsentToPriceIncrease)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
        }

        // priceIncreaseStatus: pending, then agreed.
        @Test("Consent to a price increase is asked for and given")
        func consent() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            #expect(try await shop.renewalInfo().priceIncreaseStatus == .pending)
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            let info = try await shop.renewalInfo()
            #expect(info.priceIncreaseStatus == .agreed)
            #expect(info.willAutoRenew)
        }

        // declinePriceIncrease: auto-renew is off; nothing is pending.
        @Test("Who declines a price increase does not renew")
        func declined() async throws {
            let id = UInt(try await shop.buyAndFinish(Shop.silver).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            let info = try await shop.renewalInfo()
            #expect(info.priceIncreaseStatus == .noIncreasePending)
            #expect(!info.willAutoRenew)
        }

        // autoRenewPreference, renewalPrice: of the product that comes.
        @Test("A downgrade renews for the price of the lower product")
        func downgrade() async throws {
            try await shop.buyAndFinish(Shop.gold)
            _ = try await shop.buy(Shop.silver)
            let info = try await shop.renewalInfo()
            #expect(info.currentProductID == Shop.gold)
            #expect(info.autoRenewPreference == Shop.silver)
            #expect(info.renewalPrice == Decimal(string: "4.99"))
        }

        // recentSubscriptionStartDate: short gaps do not count.
        @Test("Renewals and short gaps do not change the start")
        func start() async throws {
            let first = try await shop.buyAndFinish(Shop.silver)
            #expect(
                try await shop.renewalInfo().recentSubscriptionStartDate == first.purchaseDate
            )
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            try session.expireSubscription(productIdentifier: Shop.silver)
            try await shop.buyAndFinish(Shop.silver)
            #expect(
                try await shop.renewalInfo().recentSubscriptionStartDate == first.purchaseDate
            )
        }

        // offer, renewalPrice: what applies to the next period.
        @Test("The next period of an offer of several periods has it, too")
        func nextOffer() async throws {
            try await shop.buyAndFinish(Shop.daily)
            let info = try await shop.renewalInfo(Shop.press)
            #expect(info.offer?.type == .introductory)
            #expect(info.renewalPrice == Decimal(string: "1.99"))
            for _ in 1...2 {
                try session.forceRenewalOfSubscription(productIdentifier: Shop.daily)
            }
            let last = try await shop.renewalInfo(Shop.press)
            #expect(last.offer == nil)
            #expect(last.renewalPrice == Decimal(string: "5.99"))
        }

        // offer: the next period's, not the present one's.
        @Test("After a trial of one period the full price follows")
        func afterTrial() async throws {
            let club = try await shop.buyAndFinish(Shop.club)
            let group = try #require(club.subscriptionGroupID)
            let info = try await shop.renewalInfo(group)
            #expect(club.offer?.type == .introductory)
            #expect(info.offer == nil)
            #expect(info.renewalPrice == Decimal(string: "2.99"))
        }

        // eligibleWinBackOfferIDs: once the subscription has ended; in Xcode at once.
        @Test("Win-back offers are for a subscription that has ended")
        func winBack() async throws {
            try await shop.buyAndFinish(Shop.daily)
            #expect(try await shop.renewalInfo(Shop.press).eligibleWinBackOfferIDs.isEmpty)
            try session.expireSubscription(productIdentifier: Shop.daily)
            #expect(try await shop.renewalInfo(Shop.press).eligibleWinBackOfferIDs == ["return"])
        }

        // eligibleWinBackOfferIDs: empty in grace and in retry.
        @Test("In grace and in retry there is no win-back offer", arguments: [true, false])
        func noWinBack(hasGracePeriod: Bool) async throws {
            try await shop.buyAndFinish(Shop.daily)
            try shop.failRenewal(of: Shop.daily, withGracePeriod: hasGracePeriod)
            #expect(try await shop.renewalInfo(Shop.press).eligibleWinBackOfferIDs.isEmpty)
        }

        // environment, appTransactionID, signedDate: as of transactions.
        @Test("Renewal information names its environment and the download of the app")
        func app() async throws {
            let silver = try await shop.buyAndFinish(Shop.silver)
            let info = try await shop.renewalInfo()
            #expect(info.environment == silver.environment)
            #expect(info.appTransactionID == silver.appTransactionID)
            #expect(info.signedDate <= Date())
            #expect(info.appAccountToken == nil)
        }

        // isEligibleForIntroOffer: true until one was used in the group.
        @Test("An introductory offer is used once")
        func eligibility() async throws {
            let club = try #require(try await shop.product(Shop.club).subscription)
            #expect(await club.isEligibleForIntroOffer)
            try await shop.buyAndFinish(Shop.club)
            #expect(await !club.isEligibleForIntroOffer)
            try session.expireSubscription(productIdentifier: Shop.club)
            #expect(await !club.isEligibleForIntroOffer)
            let second = try await shop.buy(Shop.club)
            #expect(second.offer == nil)
            #expect(second.price == Decimal(string: "2.99"))
        }

        // Setting up introductory offers: a present subscriber of the group is not eligible, and a
        // former one who never had an offer is.
        @Test("A subscriber has no introductory offer, and a former one who had none has")
        func subscriberEligibility() async throws {
            let daily = try #require(try await shop.product(Shop.daily).subscription)
            try await shop.buyAndFinish(Shop.annual)
            #expect(await !daily.isEligibleForIntroOffer)
            let upgrade = try await shop.buyAndFinish(Shop.daily)
            #expect(upgrade.offer == nil)
            try session.expireSubscription(productIdentifier: Shop.daily)
            #expect(await daily.isEligibleForIntroOffer)
            #expect(try await shop.buyAndFinish(Shop.daily).offer?.type == .introductory)
        }

        // isEligibleForIntroOffer: for the group, though a product has no offer.
        @Test("Eligibility is the group's, not the product's")
        func groupEligibility() async throws {
            let annual = try #require(try await shop.product(Shop.annual).subscription)
            #expect(annual.introductoryOffer == nil)
            #expect(await annual.isEligibleForIntroOffer)
            try await shop.buyAndFinish(Shop.daily)
            #expect(await !annual.isEligibleForIntroOffer)
            let isEligible = await Product.SubscriptionInfo.isEligibleForIntroOffer(
                for: Shop.plans
            )
            #expect(isEligible)
        }
    }
}
