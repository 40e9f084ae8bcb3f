extension NotificationPayload {
    /// The type of a notification.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct NotificationType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer subscribed.
        public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
        /// The customer chose another product.
        public static let didChangeRenewalPref = NotificationType(
            rawValue: "DID_CHANGE_RENEWAL_PREF"
        )
        /// The customer turned the renewal on or off.
        public static let didChangeRenewalStatus = NotificationType(
            rawValue: "DID_CHANGE_RENEWAL_STATUS"
        )
        /// The customer redeemed an offer.
        public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
        /// The subscription renewed.
        public static let didRenew = NotificationType(rawValue: "DID_RENEW")
        /// The subscription expired.
        public static let expired = NotificationType(rawValue: "EXPIRED")
        /// The subscription did not renew.
        public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
        /// The grace period ended.
        public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
        /// The customer was told of a higher price.
        public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
        /// The price changed.
        public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")
        /// The purchase was refunded.
        public static let refund = NotificationType(rawValue: "REFUND")
        /// A refund was declined.
        public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
        /// A refund was reversed.
        public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
        /// The customer asks for a refund.
        public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
        /// A subscription was extended.
        public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
        /// Many subscriptions are being extended.
        public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
        /// The product is no longer shared.
        public static let revoke = NotificationType(rawValue: "REVOKE")
        /// The developer asked for a test.
        public static let test = NotificationType(rawValue: "TEST")
        /// There is a token of a purchase outside the App Store.
        public static let externalPurchaseToken = NotificationType(
            rawValue: "EXTERNAL_PURCHASE_TOKEN"
        )
        /// A product that isn't a subscription was purchased.
        public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
        /// A parent withdrew consent.
        public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
        /// The metadata of a subscription changed.
        public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
        /// A subscription was migrated.
        public static let migration = NotificationType(rawValue: "MIGRATION")
    }

    /// The subtype of a notification.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct Subtype: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// For the first time.
        public static let initialBuy = Subtype(rawValue: "INITIAL_BUY")
        /// Again.
        public static let resubscribe = Subtype(rawValue: "RESUBSCRIBE")
        /// To a higher level.
        public static let upgrade = Subtype(rawValue: "UPGRADE")
        /// To a lower level.
        public static let downgrade = Subtype(rawValue: "DOWNGRADE")
        /// Renewal was turned on.
        public static let autoRenewEnabled = Subtype(rawValue: "AUTO_RENEW_ENABLED")
        /// Renewal was turned off.
        public static let autoRenewDisabled = Subtype(rawValue: "AUTO_RENEW_DISABLED")
        /// The customer cancelled.
        public static let voluntary = Subtype(rawValue: "VOLUNTARY")
        /// Billing was tried in vain.
        public static let billingRetry = Subtype(rawValue: "BILLING_RETRY")
        /// The customer did not consent to a higher price.
        public static let priceIncrease = Subtype(rawValue: "PRICE_INCREASE")
        /// The product was no longer sold.
        public static let productNotForSale = Subtype(rawValue: "PRODUCT_NOT_FOR_SALE")
        /// There is a grace period.
        public static let gracePeriod = Subtype(rawValue: "GRACE_PERIOD")
        /// Billing succeeded after all.
        public static let billingRecovery = Subtype(rawValue: "BILLING_RECOVERY")
        /// The customer has not responded.
        public static let pending = Subtype(rawValue: "PENDING")
        /// The customer consented.
        public static let accepted = Subtype(rawValue: "ACCEPTED")
        /// All subscriptions are done.
        public static let summary = Subtype(rawValue: "SUMMARY")
        /// One subscription was not extended.
        public static let failure = Subtype(rawValue: "FAILURE")
        /// The token was not reported.
        public static let unreported = Subtype(rawValue: "UNREPORTED")
    }

    /// The status of a subscription.
    ///
    /// The document can have any number; the known ones are constants here.
    public struct SubscriptionStatus: RawRepresentable, Hashable, Sendable {
        /// The number in the document.
        public let rawValue: Int64

        /// Makes a value of the number in a document.
        public init(rawValue: Int64) {
            self.rawValue = rawValue
        }

        /// It is active.
        public static let active = SubscriptionStatus(rawValue: 1)
        /// It expired.
        public static let expired = SubscriptionStatus(rawValue: 2)
        /// The App Store tries to bill again.
        public static let billingRetry = SubscriptionStatus(rawValue: 3)
        /// It is in its grace period.
        public static let billingGracePeriod = SubscriptionStatus(rawValue: 4)
        /// It was refunded or revoked.
        public static let revoked = SubscriptionStatus(rawValue: 5)
    }
}
