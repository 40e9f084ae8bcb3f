#if canImport(StoreKitTest)
public import Foundation
public import StoreKitTest

// Types of the members that Apple's session lacks. Apple's platforms have the types, so that the
// compiler reports the members.

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
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

    /// An offer whose code a customer redeems; configurations have offers, and no codes.
    public struct OfferCode: Sendable, Equatable {
        /// The reference name of the offer, in `codeOffers`.
        public var referenceName: String
        /// The product identifier of the subscription that has the offer.
        public var productIdentifier: String

        /// Names an offer of a product.
        public init(referenceName: String, productIdentifier: String) {
            self.referenceName = referenceName
            self.productIdentifier = productIdentifier
        }
    }

    /// The reason why a download fails; the underlying error of the download's `error` has the same
    /// name.
    public enum DownloadFailure: String, Sendable, CaseIterable {
        /// The device is offline: `URLError.notConnectedToInternet`.
        case notConnectedToInternet
        /// The connection broke: `URLError.networkConnectionLost`.
        case networkConnectionLost
        /// The server did not respond in time: `URLError.timedOut`.
        case timedOut
        /// The server responded with an error: `URLError.badServerResponse`.
        case badServerResponse
        /// No space is left on the disk: `CocoaError.fileWriteOutOfSpace`.
        case diskFull
    }

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
