/// A message that the App Store has for the customer.
///
/// Linux has no scene to display it in: the app reads its ``reason`` and acts.
public struct Message: Hashable, Sendable {
    /// The reason of the App Store's message.
    public let reason: Reason

    /// The messages for the customer, without an end.
    ///
    /// A new iteration gets those that hold at present. The iteration ends when its task is
    /// cancelled.
    public static var messages: Messages { Messages(scope: .current) }

    /// A sequence of messages.
    public struct Messages: AsyncSequence, Sendable {
        /// A message.
        public typealias Element = Message

        let scope: StoreScope

        /// Begins an iteration.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: scope.updates.messages(), scope: scope)
        }

        /// An iteration over messages.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let subscription:
                UpdateSubscription<StoreUpdates.Message, StoreUpdates.Update<StoreUpdates.Message>>
            let scope: StoreScope

            /// Returns the next message; `nil` in a cancelled task.
            public mutating func next() async -> Message? {
                await scope.next(of: subscription) { message, _ in
                    Message(reason: Reason(message.reason))
                }
            }
        }
    }

    /// The reason of a message.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The raw value of the reason.
        public let rawValue: Int

        /// Makes the reason of a raw value, even an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Another reason.
        public static let generic = Reason(rawValue: 0)
        /// The customer has yet to consent to a higher price.
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        /// The payment of a renewal could not be collected.
        public static let billingIssue = Reason(rawValue: 2)
        /// The customer may have an offer to return.
        public static let winBackOffer = Reason(rawValue: 3)

        init(_ reason: StoreUpdates.Message.Reason) {
            self =
                switch reason {
                case .priceIncreaseConsent: .priceIncreaseConsent
                case .billingIssue: .billingIssue
                case .winBackOffer: .winBackOffer
                }
        }

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .priceIncreaseConsent: "Price Increase Consent"
            case .billingIssue: "Billing Issue"
            case .winBackOffer: "Win-Back Offer"
            default: "Generic"
            }
        }
    }
}
