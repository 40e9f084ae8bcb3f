import StoreKit
import Testing

@Suite("Raw values of StoreKit 2")
struct RawValueTests {
    @Test("A text of a product or a store has Apple's name", arguments: Self.storeTexts)
    func storeText(constant: String, name: String) {
        #expect(constant == name)
    }

    @Test("A text of a transaction has Apple's name", arguments: Self.transactionTexts)
    func transactionText(constant: String, name: String) {
        #expect(constant == name)
    }

    @Test("A text of the Advanced Commerce API has Apple's name", arguments: Self.commerceTexts)
    func commerceText(constant: String, name: String) {
        #expect(constant == name)
    }

    @Test("A number has Apple's value", arguments: Self.numbers)
    func number(constant: Int, value: Int) {
        #expect(constant == value)
    }

    @Test("An unknown value is kept")
    func unknownValues() {
        #expect(Product.ProductType(rawValue: "New").rawValue == "New")
        #expect(Transaction.OfferType(rawValue: 99).rawValue == 99)
        #expect(AppStore.Environment(rawValue: "Xcode") == .xcode)
        #expect(Set([AppStore.Environment.xcode, .sandbox, .xcode]).count == 2)
    }

    @Test("The shorter names are those of the same types")
    func aliases() {
        #expect(SubscriptionInfo.self == Product.SubscriptionInfo.self)
        #expect(SubscriptionPeriod.self == Product.SubscriptionPeriod.self)
        #expect(SubscriptionRenewalInfo.self == Product.SubscriptionInfo.RenewalInfo.self)
        #expect(SubscriptionRenewalState.self == Product.SubscriptionInfo.RenewalState.self)
        #expect(SubscriptionStatus.self == Product.SubscriptionInfo.Status.self)
        #expect(SubscriptionInfo.BillingPeriod.self == Product.SubscriptionPeriod.self)
    }
}

extension RawValueTests {
    static let storeTexts = [
        (Product.ProductType.consumable.rawValue, "Consumable"),
        (Product.ProductType.nonConsumable.rawValue, "Non-Consumable"),
        (Product.ProductType.nonRenewable.rawValue, "Non-Renewing Subscription"),
        (Product.ProductType.autoRenewable.rawValue, "Auto-Renewable Subscription"),
        (Product.ProductType.subscriptionBundle.rawValue, "Subscription Bundle"),
        (Product.ProductType.subscriptionSuite.rawValue, "Subscription Suite"),
        (Product.SubscriptionOffer.OfferType.introductory.rawValue, "Introductory"),
        (Product.SubscriptionOffer.OfferType.promotional.rawValue, "Promotional"),
        (Product.SubscriptionOffer.OfferType.winBack.rawValue, "WinBack"),
        (Product.SubscriptionOffer.PaymentMode.payAsYouGo.rawValue, "PayAsYouGo"),
        (Product.SubscriptionOffer.PaymentMode.payUpFront.rawValue, "PayUpFront"),
        (Product.SubscriptionOffer.PaymentMode.freeTrial.rawValue, "FreeTrial"),
        (SubscriptionInfo.BillingPlanType.monthly.rawValue, "MONTHLY"),
        (SubscriptionInfo.BillingPlanType.upFront.rawValue, "BILLED_UPFRONT"),
        (AppStore.Environment.production.rawValue, "Production"),
        (AppStore.Environment.sandbox.rawValue, "Sandbox"),
        (AppStore.Environment.xcode.rawValue, "Xcode"),
        (AppStore.Platform.iOS.rawValue, "iOS"), (AppStore.Platform.macOS.rawValue, "macOS"),
        (AppStore.Platform.tvOS.rawValue, "tvOS"),
        (AppStore.Platform.visionOS.rawValue, "visionOS"),
        (AppStore.Platform.managed.rawValue, "MANAGED"),
        (AppTransaction.StoreType.consumer.rawValue, "CONSUMER"),
        (AppTransaction.StoreType.education.rawValue, "EDUCATION"),
        (AppTransaction.StoreType.enterprise.rawValue, "ENTERPRISE"),
    ]

    static let transactionTexts = [
        (Transaction.Reason.purchase.rawValue, "PURCHASE"),
        (Transaction.Reason.renewal.rawValue, "RENEWAL"),
        (Transaction.RevocationType.familyRevocation.rawValue, "FAMILY_REVOKE"),
        (Transaction.RevocationType.fullRefund.rawValue, "REFUND_FULL"),
        (Transaction.RevocationType.proratedRefund.rawValue, "REFUND_PRORATED"),
        (Transaction.RevocationType.assignmentRevocation.rawValue, "ASSIGNMENT_REVOKE"),
        (Transaction.OwnershipType.purchased.rawValue, "PURCHASED"),
        (Transaction.OwnershipType.familyShared.rawValue, "FAMILY_SHARED"),
        (Transaction.OwnershipType.assigned.rawValue, "ASSIGNED"),
        (Transaction.Offer.PaymentMode.freeTrial.rawValue, "FREE_TRIAL"),
        (Transaction.Offer.PaymentMode.payAsYouGo.rawValue, "PAY_AS_YOU_GO"),
        (Transaction.Offer.PaymentMode.payUpFront.rawValue, "PAY_UP_FRONT"),
        (Transaction.Offer.PaymentMode.oneTime.rawValue, "ONE_TIME"),
    ]

    static let commerceTexts: [(String, String)] = {
        typealias Info = Transaction.AdvancedCommerceInfo
        typealias Status = SubscriptionRenewalInfo.AdvancedCommerceInfo.Item.PriceIncreaseInfo
            .Status
        return [
            (Info.Offer.Reason.acquisition.rawValue, "ACQUISITION"),
            (Info.Offer.Reason.retention.rawValue, "RETENTION"),
            (Info.Offer.Reason.winBack.rawValue, "WIN_BACK"),
            (Info.Refund.Reason.legal.rawValue, "LEGAL"),
            (Info.Refund.Reason.modifyItems.rawValue, "MODIFY_ITEMS_REFUND"),
            (Info.Refund.Reason.unintended.rawValue, "UNINTENDED_PURCHASE"),
            (Info.Refund.Reason.unfulfilled.rawValue, "FULFILLMENT_ISSUE"),
            (Info.Refund.Reason.unsatisfied.rawValue, "UNSATISFIED_WITH_PURCHASE"),
            (Info.Refund.Reason.other.rawValue, "OTHER"),
            (Info.Refund.RefundType.custom.rawValue, "CUSTOM"),
            (Info.Refund.RefundType.proRated.rawValue, "PRORATED"),
            (Info.Refund.RefundType.full.rawValue, "FULL"),
            (Status.pending.rawValue, "PENDING"), (Status.accepted.rawValue, "ACCEPTED"),
            (Status.scheduled.rawValue, "SCHEDULED"),
        ]
    }()

    static let numbers: [(Int, Int)] = {
        typealias Expiration = SubscriptionRenewalInfo.ExpirationReason
        return [
            (Transaction.OfferType.introductory.rawValue, 1),
            (Transaction.OfferType.promotional.rawValue, 2),
            (Transaction.OfferType.code.rawValue, 3),
            (Transaction.OfferType.winBack.rawValue, 4),
            (Transaction.RevocationReason.other.rawValue, 0),
            (Transaction.RevocationReason.developerIssue.rawValue, 1),
            (Transaction.RevocationReason.upgradedToBundle.rawValue, 2),
            (SubscriptionRenewalState.subscribed.rawValue, 1),
            (SubscriptionRenewalState.expired.rawValue, 2),
            (SubscriptionRenewalState.inBillingRetryPeriod.rawValue, 3),
            (SubscriptionRenewalState.inGracePeriod.rawValue, 4),
            (SubscriptionRenewalState.revoked.rawValue, 5),
            (Expiration.autoRenewDisabled.rawValue, 1), (Expiration.billingError.rawValue, 2),
            (Expiration.didNotConsentToPriceIncrease.rawValue, 3),
            (Expiration.productUnavailable.rawValue, 4), (Expiration.unknown.rawValue, 5),
            (Expiration.unbundled.rawValue, 6),
            (ExternalPurchaseCustomLink.NoticeType.withinApp.rawValue, 0),
            (ExternalPurchaseCustomLink.NoticeType.browser.rawValue, 1),
        ]
    }()
}
