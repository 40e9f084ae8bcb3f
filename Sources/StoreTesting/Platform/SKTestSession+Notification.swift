#if canImport(StoreKitTest)
public import Foundation
public import StoreKitTest

#if canImport(Darwin)
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@available(*, unavailable, message: "On Linux only: Apple's session notifies no server.")
#endif
extension SKTestSession {
    /// A notification of the App Store Server about an event.
    public struct Notification: Sendable, Equatable, Identifiable, CustomStringConvertible {
        /// Apple's `notificationUUID`.
        public let id: UUID
        /// Apple's `notificationType`, such as `DID_RENEW`.
        public let type: String
        /// Apple's `subtype`, such as `BILLING_RECOVERY`; `nil` for a type without one.
        public let subtype: String?
        /// The date of the event.
        public let date: Date
        /// The name of the customer; `nil` if it is not about a purchase.
        public let customer: String?
        /// The identifier of the transaction; `nil` if it is not about a purchase.
        public let transactionIdentifier: UInt?

        /// The type, and after a dot the subtype, as in `DID_RENEW.BILLING_RECOVERY`.
        public var description: String {
            [type, subtype].compactMap { $0 }.joined(separator: ".")
        }
    }
}
#endif
