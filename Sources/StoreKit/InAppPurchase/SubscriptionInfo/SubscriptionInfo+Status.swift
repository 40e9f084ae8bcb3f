import LocalAppStore

extension Product.SubscriptionInfo {
    /// The state of a subscription.
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// The raw value of the state.
        public let rawValue: Int

        /// Makes the state of a raw value, even an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer is subscribed.
        public static let subscribed = RenewalState(rawValue: 1)

        /// The subscription has ended.
        public static let expired = RenewalState(rawValue: 2)

        /// The App Store tries to collect the payment, and the customer has no service meanwhile.
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)

        /// The customer keeps the service while the App Store tries to collect the payment.
        public static let inGracePeriod = RenewalState(rawValue: 4)

        /// The App Store took the subscription back.
        public static let revoked = RenewalState(rawValue: 5)

        /// The state in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .subscribed: "Subscribed"
            case .expired: "Expired"
            case .inBillingRetryPeriod: "In Billing Retry Period"
            case .inGracePeriod: "In Grace Period"
            case .revoked: "Revoked"
            default: "\(rawValue)"
            }
        }
    }

    /// The state of a subscription, with its newest transaction and its next renewal.
    public struct Status: Hashable, Sendable {
        /// The state.
        public let state: RenewalState
        /// The transaction of the current or last period.
        public let transaction: VerificationResult<Transaction>
        /// The next renewal.
        public let renewalInfo: VerificationResult<RenewalInfo>
    }
}

extension Product.SubscriptionInfo.Status {
    /// The statuses of all groups that the customer ever subscribed in.
    public static var all:
        AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])>
    {
        let scope = StoreScope.current
        return AsyncStream { continuation in
            let reading = Task {
                for group in await scope.statusesByGroup() { continuation.yield(group) }
                continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    /// The statuses of subscriptions as they change, without an end.
    ///
    /// Nothing is delivered before a change. A slow reader gets the newest status of a subscription
    /// alone. The iteration ends when its task is cancelled.
    public static var updates: Statuses { Statuses(scope: .current) }

    /// A sequence of statuses.
    public struct Statuses: AsyncSequence, Sendable {
        /// A status.
        public typealias Element = Product.SubscriptionInfo.Status

        let scope: StoreScope

        /// Begins an iteration, which misses nothing that changes from now on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: scope.updates.statuses(), scope: scope)
        }

        /// An iteration over statuses.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let subscription: UpdateSubscription<LedgerEntry.ID, StoreUpdates.Status>
            let scope: StoreScope

            /// Returns the next status; `nil` in a cancelled task.
            public mutating func next() async -> Element? {
                await scope.nextStatus(of: subscription)
            }
        }
    }
}
