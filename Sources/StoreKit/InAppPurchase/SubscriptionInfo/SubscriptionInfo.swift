import LocalAppStore

extension Product {
    /// The period, group and offers of an auto-renewable subscription.
    public struct SubscriptionInfo: Hashable, Sendable {
        /// The offer for customers who are new to the group; `nil` without one.
        ///
        /// ``isEligibleForIntroOffer`` is `true` if this customer can have it.
        public let introductoryOffer: SubscriptionOffer?
        /// The offers to current and former subscribers.
        public let promotionalOffers: [SubscriptionOffer]
        /// The offers to former subscribers.
        ///
        /// ``RenewalInfo/eligibleWinBackOfferIDs`` contains those that this customer can have.
        public let winBackOffers: [SubscriptionOffer]
        /// The identifier of the subscription group.
        public let subscriptionGroupID: String
        /// The time between two renewals.
        public let subscriptionPeriod: SubscriptionPeriod
        /// The terms of each billing plan in the storefront, beginning with payment up front.
        public let pricingTerms: [PricingTerms]
        /// The subscriptions of a bundle; the local store sells none.
        public let bundledSubscriptions: [BundledSubscription]
        /// The level of service in the group; 1 is the highest.
        public let groupLevel: Int
        /// The name of the group in the language of the store; empty without a localization.
        public let groupDisplayName: String
    }
}

extension Product.SubscriptionInfo {
    /// Whether the customer may have an introductory offer in the group, for any product.
    public var isEligibleForIntroOffer: Bool {
        get async { await Self.isEligibleForIntroOffer(for: subscriptionGroupID) }
    }

    /// Whether the customer may have an introductory offer in a group.
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
        let scope = StoreScope.current
        let isEligible = await scope.reportingWithStore {
            try scope.isEligibleForIntroOffer(inGroup: groupID, in: $0)
        }
        return isEligible ?? false
    }

    /// The statuses of the customer's subscriptions in the group.
    public var status: [Status] {
        get async throws { try await Self.status(for: subscriptionGroupID) }
    }

    /// The statuses of the customer's subscriptions in a group: one of their own, and one for each
    /// that a family shares.
    ///
    /// The list is empty for a group that the customer never subscribed in, and in a cancelled
    /// task.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    public static func status(for groupID: String) async throws -> [Status] {
        guard !Task.isCancelled else { return [] }
        return try await StoreScope.current.statuses { $0.subscription.groupID == groupID }
    }

    /// The status of the subscription that a transaction belongs to; `nil` without one.
    ///
    /// - Throws: `StoreKitError`, or the simulated error of a test session.
    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        guard !Task.isCancelled, let id = Int64(exactly: transactionID) else { return nil }
        return try await StoreScope.current.status(ofTransaction: id)
    }
}

/// The shorter name of ``Product/SubscriptionInfo``.
public typealias SubscriptionInfo = Product.SubscriptionInfo

/// The shorter name of ``Product/SubscriptionPeriod``.
public typealias SubscriptionPeriod = Product.SubscriptionPeriod

/// The shorter name of ``Product/SubscriptionInfo/RenewalInfo``.
public typealias SubscriptionRenewalInfo = Product.SubscriptionInfo.RenewalInfo

/// The shorter name of ``Product/SubscriptionInfo/RenewalState``.
public typealias SubscriptionRenewalState = Product.SubscriptionInfo.RenewalState

/// The shorter name of ``Product/SubscriptionInfo/Status``.
public typealias SubscriptionStatus = Product.SubscriptionInfo.Status
