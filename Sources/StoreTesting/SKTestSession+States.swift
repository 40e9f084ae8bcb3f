// Apple's session has no store that these members could access.
#if !canImport(Darwin)
import AppReceipt
import LocalAppStore
public import StoreKitTest

extension SKTestSession {
    /// Brings the customer's subscription into a state, by the events that lead there.
    ///
    /// The customer buys, renews, cancels and so on as in `storectl trigger`. A subscription that
    /// the customer has is used if it fits. The session's time is advanced where a state takes
    /// time: to the end of a grace period, of billing retry, or of the period of a price increase.
    /// The app receives everything that happens; `deliveries()` waits for that.
    ///
    /// ```swift
    /// try session.enter(.billingRetry)
    /// await session.deliveries()
    /// #expect(session.subscriptions.first?.status == .inBillingRetryPeriod)
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - productIdentifier: The subscription; `nil` for the first one of the file that fits. An
    ///     upgrade and a downgrade choose two products of one group themselves.
    /// - Throws: An error with the reason why the state cannot be reached; changes until then stay.
    public func enter(
        _ state: SubscriptionState,
        of productIdentifier: String? = nil
    ) throws {
        let product = productIdentifier ?? defaultProduct(of: state)
        try suggestingProduct {
            try $0.notifications.trigger(state.notification, product: product)
        }
    }

    /// A subscription where a consumable would be refunded, too; `nil` for any that fits.
    private func defaultProduct(of state: SubscriptionState) -> String? {
        guard state == .refunded else { return nil }
        let present = subscriptions.last { $0.status == .subscribed }?.productIdentifier
        return present ?? store.catalog.products.first { $0.subscription != nil }?.id
    }

    /// Brings a new session into a state that the app has seen all of, as at a later launch, and
    /// plans its failures.
    func begun(
        in state: SubscriptionState?,
        of productIdentifier: String?,
        faults plan: FaultPlan? = nil
    ) throws -> Self {
        if let state {
            try enter(state, of: productIdentifier)
            try store.finish(try store.unfinishedEntries().map(\.id))
            try store.acknowledgeRevocations(try store.undeliveredRevocations().map(\.id))
        }
        faultPlan = try plan?.withSeed()
        return self
    }
}

extension SKTestSession.SubscriptionState {
    /// The notification of the reached state.
    fileprivate var notification: NotificationEvent {
        switch self {
        case .subscribed: .init(.subscribed, .initialBuy)
        case .renewed: .init(.didRenew)
        case .resubscribed: .init(.subscribed, .resubscribe)
        case .autoRenewDisabled: .init(.didChangeRenewalStatus, .autoRenewDisabled)
        case .gracePeriod: .init(.didFailToRenew, .gracePeriod)
        case .billingRetry: .init(.didFailToRenew)
        case .gracePeriodExpired: .init(.gracePeriodExpired)
        case .billingRecovery: .init(.didRenew, .billingRecovery)
        case .priceIncreasePending: .init(.priceIncrease, .pending)
        case .priceIncreaseAccepted: .init(.priceIncrease, .accepted)
        case .upgraded: .init(.didChangeRenewalPref, .upgrade)
        case .downgradePending: .init(.didChangeRenewalPref, .downgrade)
        case .expired: .init(.expired, .voluntary)
        case .expiredInBillingRetry: .init(.expired, .billingRetry)
        case .expiredWithoutConsent: .init(.expired, .priceIncrease)
        case .refunded: .init(.refund)
        }
    }
}
#endif
