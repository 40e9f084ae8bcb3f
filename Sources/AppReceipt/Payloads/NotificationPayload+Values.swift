extension NotificationPayload {
    /// The type of a notification.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct NotificationType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        ///
        /// Apple names the migration of a subscription both `MIGRATION` and `MIGRATE`; the value is
        /// ``migration`` for either.
        public init(rawValue: String) {
            self.rawValue = rawValue == "MIGRATE" ? "MIGRATION" : rawValue
        }

        /// The customer subscribed.
        public static let subscribed = Self(rawValue: "SUBSCRIBED")
        /// The customer chose another product.
        public static let didChangeRenewalPref = Self(rawValue: "DID_CHANGE_RENEWAL_PREF")
        /// The customer turned the renewal on or off.
        public static let didChangeRenewalStatus = Self(rawValue: "DID_CHANGE_RENEWAL_STATUS")
        /// The customer redeemed an offer.
        public static let offerRedeemed = Self(rawValue: "OFFER_REDEEMED")
        /// The subscription renewed.
        public static let didRenew = Self(rawValue: "DID_RENEW")
        /// The subscription expired.
        public static let expired = Self(rawValue: "EXPIRED")
        /// The subscription did not renew.
        public static let didFailToRenew = Self(rawValue: "DID_FAIL_TO_RENEW")
        /// The grace period ended.
        public static let gracePeriodExpired = Self(rawValue: "GRACE_PERIOD_EXPIRED")
        /// The customer was told of a higher price.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// The price changed.
        public static let priceChange = Self(rawValue: "PRICE_CHANGE")
        /// The purchase was refunded.
        public static let refund = Self(rawValue: "REFUND")
        /// A refund was declined.
        public static let refundDeclined = Self(rawValue: "REFUND_DECLINED")
        /// A refund was reversed.
        public static let refundReversed = Self(rawValue: "REFUND_REVERSED")
        /// The customer asks for a refund.
        public static let consumptionRequest = Self(rawValue: "CONSUMPTION_REQUEST")
        /// A subscription was extended.
        public static let renewalExtended = Self(rawValue: "RENEWAL_EXTENDED")
        /// Many subscriptions are being extended.
        public static let renewalExtension = Self(rawValue: "RENEWAL_EXTENSION")
        /// The product is no longer shared.
        public static let revoke = Self(rawValue: "REVOKE")
        /// The developer asked for a test.
        public static let test = Self(rawValue: "TEST")
        /// There is a token of a purchase outside the App Store.
        public static let externalPurchaseToken = Self(rawValue: "EXTERNAL_PURCHASE_TOKEN")
        /// A product that isn't a subscription was purchased.
        public static let oneTimeCharge = Self(rawValue: "ONE_TIME_CHARGE")
        /// A parent withdrew consent.
        public static let rescindConsent = Self(rawValue: "RESCIND_CONSENT")
        /// The metadata of a subscription changed.
        public static let metadataUpdate = Self(rawValue: "METADATA_UPDATE")
        /// A subscription was migrated to the Advanced Commerce API.
        public static let migration = Self(rawValue: "MIGRATION")
        /// The App Store took seats from members of a group.
        public static let unclaimSeats = Self(rawValue: "UNCLAIM_SEATS")
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
        public static let initialBuy = Self(rawValue: "INITIAL_BUY")
        /// Again.
        public static let resubscribe = Self(rawValue: "RESUBSCRIBE")
        /// To a higher level.
        public static let upgrade = Self(rawValue: "UPGRADE")
        /// To a lower level.
        public static let downgrade = Self(rawValue: "DOWNGRADE")
        /// Renewal was turned on.
        public static let autoRenewEnabled = Self(rawValue: "AUTO_RENEW_ENABLED")
        /// Renewal was turned off.
        public static let autoRenewDisabled = Self(rawValue: "AUTO_RENEW_DISABLED")
        /// The customer cancelled.
        public static let voluntary = Self(rawValue: "VOLUNTARY")
        /// Billing was tried in vain.
        public static let billingRetry = Self(rawValue: "BILLING_RETRY")
        /// The customer did not consent to a higher price.
        public static let priceIncrease = Self(rawValue: "PRICE_INCREASE")
        /// The product was no longer sold.
        public static let productNotForSale = Self(rawValue: "PRODUCT_NOT_FOR_SALE")
        /// The subscription is in a grace period.
        public static let gracePeriod = Self(rawValue: "GRACE_PERIOD")
        /// Billing succeeded after all.
        public static let billingRecovery = Self(rawValue: "BILLING_RECOVERY")
        /// The customer has not responded.
        public static let pending = Self(rawValue: "PENDING")
        /// The customer consented.
        public static let accepted = Self(rawValue: "ACCEPTED")
        /// All subscriptions are done.
        public static let summary = Self(rawValue: "SUMMARY")
        /// One subscription was not extended.
        public static let failure = Self(rawValue: "FAILURE")
        /// The token was not reported.
        public static let unreported = Self(rawValue: "UNREPORTED")
        /// The token of a custom link was made.
        public static let created = Self(rawValue: "CREATED")
        /// The token of a custom link is still active.
        public static let activeTokenReminder = Self(rawValue: "ACTIVE_TOKEN_REMINDER")
        /// Some of the seats of a transaction.
        public static let seats = Self(rawValue: "SEATS")
        /// To more seats.
        public static let increaseQuantity = Self(rawValue: "INCREASE_QUANTITY")
        /// To fewer seats.
        public static let decreaseQuantity = Self(rawValue: "DECREASE_QUANTITY")
    }

    /// The type of a token of an external purchase.
    ///
    /// The document can contain any string; the known ones are constants here.
    public struct TokenType: RawRepresentable, Hashable, Sendable {
        /// The string in the document.
        public let rawValue: String

        /// Makes a value of the string in a document.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// For the acquisition of a customer.
        public static let acquisition = Self(rawValue: "ACQUISITION")
        /// For the services of the App Store.
        public static let services = Self(rawValue: "SERVICES")
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
        public static let active = Self(rawValue: 1)
        /// It expired.
        public static let expired = Self(rawValue: 2)
        /// The App Store tries to bill again.
        public static let billingRetry = Self(rawValue: 3)
        /// It is in its grace period.
        public static let billingGracePeriod = Self(rawValue: 4)
        /// It was refunded or revoked.
        public static let revoked = Self(rawValue: 5)
    }
}
