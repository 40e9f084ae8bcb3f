import Foundation
import Testing

@testable import StoreKit

@Suite("Commitments and terms of subscriptions")
struct PricingTermsTests {
    private let date = Date(timeIntervalSince1970: 1_736_510_400)

    @Test("A commitment of a transaction has its payments")
    func transactionCommitment() {
        let commitment = Transaction.CommitmentInfo(
            billingPeriodNumber: 2,
            totalBillingPeriods: 12,
            expirationDate: date,
            price: 60
        )
        #expect(commitment.billingPeriodNumber == 2)
        #expect(commitment.totalBillingPeriods == 12)
        #expect(commitment.expirationDate == date)
        #expect(commitment.price == 60)
    }

    @Test("A commitment of a renewal has its terms")
    func renewalCommitment() {
        let commitment = SubscriptionRenewalInfo.CommitmentInfo(
            autoRenewPreference: "plan",
            renewalBillingPlanType: .monthly,
            renewalDate: date,
            renewalPrice: 60,
            willAutoRenew: true
        )
        #expect(commitment.autoRenewPreference == "plan")
        #expect(commitment.renewalBillingPlanType == .monthly)
        #expect(commitment.renewalDate == date)
        #expect(commitment.renewalPrice == 60)
        #expect(commitment.willAutoRenew)
    }

    @Test("Terms list their offers by type")
    func offers() {
        let offers = [Self.offer(.promotional), Self.offer(.winBack), Self.offer(.promotional)]
        let commitment = SubscriptionInfo.CommitmentInfo(
            price: 60,
            displayPrice: "$60",
            period: .yearly
        )
        let billing = SubscriptionInfo.BillingInfo(price: 5, displayPrice: "$5", period: .monthly)
        let terms = SubscriptionInfo.PricingTerms(
            billingPrice: 5,
            billingDisplayPrice: "$5",
            billingPeriod: .monthly,
            billingPlanType: .monthly,
            commitmentInfo: commitment,
            pricingModel: .singlePrice(.init(billingInfo: billing, commitmentInfo: commitment)),
            subscriptionOffers: offers
        )
        #expect(terms[offers: .promotional] == [offers[0], offers[2]])
        #expect(terms[offers: .winBack] == [offers[1]])
        #expect(terms[offers: .introductory].isEmpty)
        #expect(terms.billingPeriod == .monthly)
        #expect(terms.commitmentInfo.period == .yearly)
        #expect(terms.commitmentInfo.displayPrice == "$60")
    }

    private static func offer(
        _ type: Product.SubscriptionOffer.OfferType
    ) -> Product.SubscriptionOffer {
        Product.SubscriptionOffer(
            id: nil,
            type: type,
            price: 1,
            displayPrice: "$1.00",
            period: .monthly,
            periodCount: 1,
            paymentMode: .payUpFront
        )
    }
}
