package import AppReceipt
import Foundation

/// Documents of every kind that AppReceipt issues, of production and of the sandbox.
package struct Documents {
    /// What signed them.
    package let identity: JWSSigningIdentity
    /// Their texts, by names such as `transaction-Sandbox`.
    package private(set) var texts: [String: String] = [:]

    private static let date = Date(timeIntervalSince1970: 1_717_243_200)
    private static let account = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    /// Makes an identity whose certificates are valid at the date of the documents.
    package static func makeIdentity() throws -> JWSSigningIdentity {
        let year: TimeInterval = 365 * 86_400
        return try .make(name: "Example", validFrom: date - 4 * year, until: date + 16 * year)
    }

    /// Issues the documents.
    package init(signedBy identity: JWSSigningIdentity) throws {
        self.identity = identity
        let issuer = JWSIssuer(identity: identity)
        for environment in [JWSEnvironment.production, .sandbox] {
            let end = "-\(environment.rawValue)"
            let transaction = try issuer.issue(Self.transaction(environment))
            let renewalInfo = try issuer.issue(Self.renewalInfo(environment))
            let app = try issuer.issue(Self.appTransaction(environment))
            let notification = try issuer.issue(
                Self.notification(environment, transaction, renewalInfo)
            )
            texts["transaction\(end)"] = transaction.compactSerialization
            texts["renewalInfo\(end)"] = renewalInfo.compactSerialization
            texts["appTransaction\(end)"] = app.compactSerialization
            texts["notification\(end)"] = notification.compactSerialization
        }
    }

    private static func transaction(_ environment: JWSEnvironment) -> TransactionPayload {
        var payload = TransactionPayload()
        payload.transactionIdentifier = "9007199254740993"
        payload.originalTransactionIdentifier = "900"
        payload.webOrderLineItemIdentifier = "77"
        payload.appTransactionIdentifier = "704312345678901234"
        payload.bundleIdentifier = "com.example.app"
        payload.productIdentifier = "com.example.app.pro"
        payload.subscriptionGroupIdentifier = "21234567"
        payload.appAccountToken = account
        payload.environment = environment
        payload.signedDate = date
        payload.purchaseDate = date
        payload.originalPurchaseDate = date - 86_400
        payload.expirationDate = date + 30 * 86_400
        payload.revocationDate = date + 86_400
        payload.revocationReason = .developerIssue
        payload.revocationType = .proratedRefund
        payload.revocationPercentage = 50_000
        payload.isUpgraded = true
        payload.productType = .autoRenewableSubscription
        payload.quantity = 1
        payload.ownershipType = .purchased
        payload.reason = .renewal
        payload.priceInMilliunits = 9_990
        payload.currency = "USD"
        payload.storefront = "USA"
        payload.storefrontIdentifier = "143441"
        payload.offerType = .winBack
        payload.offerIdentifier = "spring \"é\"\n"
        payload.offerDiscountType = .payUpFront
        payload.offerPeriod = "P3M"
        payload.billingPlanType = .monthly
        var commitment = TransactionPayload.Commitment()
        commitment.billingPeriodNumber = 3
        commitment.totalBillingPeriods = 12
        commitment.expirationDate = date + 300 * 86_400
        commitment.priceInMilliunits = 119_880
        payload.commitment = commitment
        return payload
    }

    private static func renewalInfo(_ environment: JWSEnvironment) -> RenewalInfoPayload {
        var payload = RenewalInfoPayload()
        payload.originalTransactionIdentifier = "900"
        payload.productIdentifier = "com.example.app.pro"
        payload.renewalProductIdentifier = "com.example.app.basic"
        payload.appAccountToken = account
        payload.environment = environment
        payload.eligibleWinBackOfferIdentifiers = ["autumn", "winter"]
        payload.signedDate = date
        payload.recentSubscriptionStartDate = date - 86_400
        payload.renewalDate = date + 30 * 86_400
        payload.gracePeriodExpirationDate = date + 46 * 86_400
        payload.willAutoRenew = false
        payload.isInBillingRetryPeriod = true
        payload.expirationReason = .billingError
        payload.priceIncreaseStatus = .agreed
        payload.renewalPriceInMilliunits = 4_990
        payload.currency = "EUR"
        payload.offerType = .promotional
        payload.offerIdentifier = "summer"
        payload.offerDiscountType = .freeTrial
        payload.offerPeriod = "P1W"
        return payload
    }

    private static func appTransaction(_ environment: JWSEnvironment) -> AppTransactionPayload {
        var payload = AppTransactionPayload()
        payload.bundleIdentifier = "com.example.app"
        payload.appAppleIdentifier = 1_234_567_890
        payload.appTransactionIdentifier = "704312345678901234"
        payload.environment = environment
        payload.appVersion = "4.2.1"
        payload.versionExternalIdentifier = 861_234_567
        payload.originalAppVersion = "1.0"
        payload.originalPlatform = .iOS
        payload.creationDate = date
        payload.originalPurchaseDate = date - 86_400
        payload.preorderDate = date - 2 * 86_400
        payload.deviceVerification = Array(0..<48)
        payload.deviceVerificationNonce = account
        return payload
    }

    private static func notification(
        _ environment: JWSEnvironment,
        _ transaction: JWS<TransactionPayload>,
        _ renewalInfo: JWS<RenewalInfoPayload>
    ) -> NotificationPayload {
        var payload = NotificationPayload()
        payload.type = .didRenew
        payload.subtype = .billingRecovery
        payload.identifier = account
        payload.version = "2.0"
        payload.signedDate = date
        var data = NotificationPayload.Purchase()
        data.bundleIdentifier = "com.example.app"
        data.appAppleIdentifier = 1_234_567_890
        data.environment = environment
        data.appVersion = "4.2.1"
        data.signedTransaction = transaction
        data.signedRenewalInfo = renewalInfo
        data.status = .active
        payload.data = data
        return payload
    }
}
