public import Foundation

extension OfflineEntitlements {
    /// Something that a customer may use because of a purchase, or may no more.
    public struct Entitlement: Hashable, Sendable {
        /// The app's name for the unlocked content.
        public var name: String
        /// The product that was bought.
        public var productIdentifier: String
        /// The original transaction of the purchase.
        public var originalTransactionIdentifier: String
        /// The state of the purchase.
        public var state: State
        /// Whether the customer may use it, as the server judges the state.
        public var isGranted: Bool
        /// The date when it ends, to the millisecond; `nil` if it has no end.
        public var until: Date?

        /// Makes an entitlement.
        public init(
            name: String,
            productIdentifier: String,
            originalTransactionIdentifier: String,
            state: State,
            isGranted: Bool,
            until: Date?
        ) {
            self.name = name
            self.productIdentifier = productIdentifier
            self.originalTransactionIdentifier = originalTransactionIdentifier
            self.state = state
            self.isGranted = isGranted
            self.until = until
        }

        /// Whether the customer may use it at a date: it is granted, and has no end or a later one.
        func isGranted(at date: Date) -> Bool {
            isGranted && until.map { date < $0 } ?? true
        }
    }
}
