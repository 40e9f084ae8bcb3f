import Foundation

@testable import AppReceipt

extension TransactionPayload {
    static func make(
        originalTransaction: String = "900",
        environment: JWSEnvironment = .production
    ) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionIdentifier = "1000"
        payload.originalTransactionIdentifier = originalTransaction
        payload.bundleIdentifier = "com.example.app"
        payload.productIdentifier = "com.example.app.pro"
        payload.environment = environment
        payload.appAccountToken = JWSChain.account
        payload.signedDate = Moment.created
        return payload
    }
}

extension RenewalInfoPayload {
    static func make(environment: JWSEnvironment = .production) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.originalTransactionIdentifier = "900"
        payload.productIdentifier = "com.example.app.pro"
        payload.appAccountToken = JWSChain.account
        payload.environment = environment
        payload.signedDate = Moment.created
        payload.willAutoRenew = true
        return payload
    }

    /// A payload in which everything is set.
    static func makeFull() -> RenewalInfoPayload {
        var payload = make()
        payload.appTransactionIdentifier = "704312345678901234"
        payload.renewalProductIdentifier = "com.example.app.basic"
        payload.eligibleWinBackOfferIdentifiers = ["autumn", "winter"]
        payload.recentSubscriptionStartDate = Moment.purchased
        payload.renewalDate = Moment.created + Moment.day
        payload.gracePeriodExpirationDate = Moment.created + 16 * Moment.day
        payload.willAutoRenew = false
        payload.isInBillingRetryPeriod = true
        payload.expirationReason = .billingError
        payload.priceIncreaseStatus = .agreed
        payload.renewalPriceInMilliunits = 4_990
        payload.currency = "EUR"
        payload.renewalBillingPlanType = .billedUpFront
        var commitment = Commitment()
        commitment.renewalProductIdentifier = "com.example.app.basic"
        commitment.willAutoRenew = true
        commitment.renewalBillingPlanType = .monthly
        commitment.renewalDate = Moment.chainEnd
        commitment.renewalPriceInMilliunits = 59_880
        payload.commitment = commitment
        payload.renewalQuantity = 8
        payload.multiSeatInfo = MultiSeatInfo()
        payload.multiSeatInfo?.renewalPriceTiers = [.make(9_990, 5), .make(7_990, 3)]
        payload.advancedCommerceInfo = Data("{}".utf8)
        payload.offerType = .promotional
        payload.offerIdentifier = "summer"
        payload.offerDiscountType = .freeTrial
        payload.offerPeriod = "P1W"
        payload.deviceVerification = [1, 2, 3]
        payload.deviceVerificationNonce = JWSChain.account
        return payload
    }
}

extension AppTransactionPayload {
    /// A payload in which everything is set.
    static func makeFull() -> AppTransactionPayload {
        var payload = AppTransactionPayload()
        payload.bundleIdentifier = "com.example.app"
        payload.appAppleIdentifier = 1_234_567_890
        payload.appTransactionIdentifier = "704312345678901234"
        payload.environment = .production
        payload.appVersion = "4.2.1"
        payload.versionExternalIdentifier = 861_234_567
        payload.originalAppVersion = "1.0"
        payload.originalPlatform = .iOS
        payload.creationDate = Moment.created
        payload.originalPurchaseDate = Date(timeIntervalSince1970: -62_135_769_600)
        payload.preorderDate = Moment.chainStart
        payload.requestDate = Moment.created + 0.125
        payload.deviceVerification = [255, 0]
        payload.deviceVerificationNonce = JWSChain.account
        return payload
    }
}

extension NotificationPayload {
    static func make(
        transaction: JWS<TransactionPayload>? = nil,
        renewalInfo: JWS<RenewalInfoPayload>? = nil
    ) -> NotificationPayload {
        var payload = NotificationPayload()
        payload.type = .didRenew
        payload.subtype = .billingRecovery
        payload.identifier = JWSChain.account
        payload.version = "2.0"
        payload.signedDate = Moment.created
        var data = Purchase()
        data.bundleIdentifier = "com.example.app"
        data.appAppleIdentifier = 1_234_567_890
        data.environment = .production
        data.appVersion = "4.2.1"
        data.signedTransaction = transaction
        data.signedRenewalInfo = renewalInfo
        data.status = .active
        data.consumptionRequestReason = "OTHER"
        payload.data = data
        return payload
    }
}

extension RealtimeRequestPayload {
    static func make(environment: JWSEnvironment = .production) -> RealtimeRequestPayload {
        var payload = RealtimeRequestPayload()
        payload.originalTransactionIdentifier = "900"
        payload.appAppleIdentifier = 1_234_567_890
        payload.productIdentifier = "com.example.app.pro"
        payload.userLocale = "en-US"
        payload.requestIdentifier = JWSChain.account
        payload.environment = environment
        payload.signedDate = Moment.created
        return payload
    }
}
