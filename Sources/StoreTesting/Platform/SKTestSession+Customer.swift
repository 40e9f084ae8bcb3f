#if canImport(StoreKitTest)
public import Foundation
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session has one customer.")
#endif
extension SKTestSession {
    /// A customer of the session's store, as it was when it was read.
    public struct Customer: Sendable, Equatable, Identifiable {
        /// The name by which the customer signs in.
        public let name: String
        /// The name of the organizer of the customer's family, who may be the customer; `nil`
        /// without a family.
        public let familyOrganizer: String?
        /// Whether the organizer has to approve the customer's purchases.
        public let asksToBuy: Bool
        /// Whether the customer shares purchases with the family.
        public let sharesPurchases: Bool
        /// The customer's charges, less refunds, by the ISO 4217 codes of the currencies.
        public let balance: [String: Decimal]

        /// The name.
        public var id: String { name }
    }
}
#endif
