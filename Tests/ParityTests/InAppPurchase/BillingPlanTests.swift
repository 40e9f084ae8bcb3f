import Foundation
import StoreKit
import StoreKitTest
import Testing

extension Parity {
    // Apple's articles on monthly subscriptions with a 12-month commitment.
    @Suite("Monthly payments of a yearly subscription")
    struct BillingPlanTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
            session.storefront = "DEU"
        }

        // pricingTerms: upFront first, then monthly, each with its own offers.
        @Test("The pricing terms have each plan with its prices and offers")
        func pricingTerms() async throws {
            let product = try await shop.product(Shop.annual)
            let subscription = try #require(product.subscription)
            #expect(subscription.pricingTerms.map(\.billingPlanType) == [.upFront, .monthly])
            let upFront = subscription.pricingTerms[0]
            #expect(upFront.billingPrice == product.price)
            #expect(upFront.billingPeriod == .yearly)
            #expect(upFront.commitmentInfo.price == product.price)
            #expect(upFront.subscriptionOffers.isEmpty)
            let monthly = subscription.pricingTerms[1]
            #expect(monthly.billingPrice == Decimal(string: "5.99"))
            #expect(monthly.billingDisplayPrice.contains("5"))
            #expect(monthly.billingPeriod == .monthly)
            #expect(monthly.commitmentInfo.price == Decimal(string: "71.88"))
            #expect(monthly.commitmentInfo.period == .yearly)
            #expect(monthly[offers: .promotional].map(\.id) == ["return"])
            #expect(subscription.promotionalOffers.isEmpty)
        }

        // pricingModel (27.3): the same for one customer.
        @Test("The pricing model is a single price")
        func pricingModel() async throws {
            let product = try await shop.product(Shop.annual)
            for terms in try #require(product.subscription).pricingTerms {
                guard case .singlePrice(let single) = terms.pricingModel else {
                    Issue.record("\(terms.pricingModel)")
                    continue
                }
                #expect(single.billingInfo.price == terms.billingPrice)
                #expect(single.billingInfo.displayPrice == terms.billingDisplayPrice)
                #expect(single.billingInfo.period == terms.billingPeriod)
                #expect(single.commitmentInfo == terms.commitmentInfo)
            }
        }

        // Every storefront except the United States and Singapore.
        @Test("The plan is not sold in two storefronts", arguments: ["USA", "SGP"])
        func storefronts(storefront: String) async throws {
            session.storefront = storefront
            let product = try await shop.product(Shop.annual)
            #expect(product.subscription?.pricingTerms.map(\.billingPlanType) == [.upFront])
            // The error is inference.
            await #expect(throws: Product.PurchaseError.productUnavailable) {
                try await product.purchase(options: [.billingPlanType(.monthly)])
            }
        }

        // Transaction.expirationDate: the end of the month; commitmentInfo: of the commitment.
        @Test("A purchase is the first payment")
        func purchase() async throws {
            let transaction = try await shop.buyAndFinish(
                Shop.annual,
                [.billingPlanType(.monthly)]
            )
            #expect(transaction.billingPlanType == .monthly)
            #expect(transaction.price == Decimal(string: "5.99"))
            let commitment = try #require(transaction.commitmentInfo)
            #expect(commitment.billingPeriodNumber == 1)
            #expect(commitment.totalBillingPeriods == 12)
            #expect(commitment.price == Decimal(string: "71.88"))
            #expect(commitment.expirationDate > (try #require(transaction.expirationDate)))
            let info = try await shop.renewalInfo(Shop.press)
            #expect(info.renewalBillingPlanType == .monthly)
            #expect(info.renewalPrice == Decimal(string: "5.99"))
            #expect(info.commitmentInfo?.autoRenewPreference == Shop.annual)
            #expect(info.commitmentInfo?.renewalBillingPlanType == .monthly)
            #expect(info.commitmentInfo?.renewalDate == commitment.expirationDate)
            #expect(info.commitmentInfo?.renewalPrice == Decimal(string: "5.99"))
            #expect(info.commitmentInfo?.willAutoRenew == true)
        }

        // Without the option the plan is upFront (inference), without a commitment.
        @Test("Another purchase is paid up front, without a commitment")
        func upFront() async throws {
            let transaction = try await shop.buyAndFinish(Shop.annual)
            #expect(transaction.billingPlanType == .upFront)
            #expect(transaction.commitmentInfo == nil)
            #expect(try await shop.renewalInfo(Shop.press).commitmentInfo == nil)
            #expect(try await shop.buyAndFinish(Shop.coins).billingPlanType == nil)
        }

        // willAutoRenew: stays true within the commitment; the commitment's own is false.
        @Test("A cancellation takes effect after the last payment")
        func cancellation() async throws {
            let first = try await shop.buyAndFinish(Shop.annual, [.billingPlanType(.monthly)])
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            for number in 2...12 {
                let info = try await shop.renewalInfo(Shop.press)
                #expect(info.willAutoRenew)
                #expect(info.autoRenewPreference == Shop.annual)
                #expect(info.commitmentInfo?.willAutoRenew == false)
                try session.forceRenewalOfSubscription(productIdentifier: Shop.annual)
                let payment = try await shop.status(Shop.press).transaction.payloadValue
                #expect(payment.commitmentInfo?.billingPeriodNumber == UInt64(number))
                #expect(payment.originalID == first.id)
            }
            #expect(try await !shop.renewalInfo(Shop.press).willAutoRenew)
        }

        // No billing grace period; access is off immediately.
        @Test("A failed payment has no grace period")
        func failure() async throws {
            try await shop.buyAndFinish(Shop.annual, [.billingPlanType(.monthly)])
            try shop.failRenewal(of: Shop.annual, withGracePeriod: true)
            let status = try await shop.status(Shop.press)
            #expect(status.state == .inBillingRetryPeriod)
            #expect(try status.renewalInfo.payloadValue.gracePeriodExpirationDate == nil)
            #expect(try await Transaction.currentEntitlements.ids.isEmpty)
        }

        // A refund of the present period ends the commitment; one of an earlier period does not.
        @Test("A refund ends the commitment if it is of the present payment")
        func refund() async throws {
            let first = try await shop.buyAndFinish(Shop.annual, [.billingPlanType(.monthly)])
            try session.forceRenewalOfSubscription(productIdentifier: Shop.annual)
            try session.refundTransaction(identifier: UInt(first.id))
            #expect(try await shop.status(Shop.press).state == .subscribed)
            let present = try await shop.status(Shop.press).transaction.payloadValue
            try session.refundTransaction(identifier: UInt(present.id))
            let status = try await shop.status(Shop.press)
            #expect(status.state == .revoked)
            #expect(try status.renewalInfo.payloadValue.commitmentInfo == nil)
        }

        // A change of the plan takes effect at the end of the commitment.
        @Test("Another plan begins after the commitment")
        func planChange() async throws {
            try await shop.buyAndFinish(Shop.annual, [.billingPlanType(.monthly)])
            _ = try await shop.product(Shop.annual)
                .purchase(options: [.billingPlanType(.upFront)])
            let info = try await shop.renewalInfo(Shop.press)
            #expect(info.renewalBillingPlanType == .monthly)
            #expect(info.commitmentInfo?.renewalBillingPlanType == .upFront)
            #expect(info.commitmentInfo?.renewalPrice == Decimal(string: "59.99"))
        }
    }
}
