#if canImport(StoreKitTest)
public import Foundation
public import StoreKitTest

// Types of the members that Apple's session lacks. Apple's platforms have the types, so that the
// compiler reports the members.

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
extension SKTestSession {
    /// A snapshot of an auto-renewable subscription: its current period, and the changes at its
    /// end.
    ///
    /// Dates follow the session's clock.
    public struct Subscription: Sendable, Equatable, Identifiable {
        /// The identifier of its first transaction, which is the original transaction of all
        /// others.
        public let originalTransactionIdentifier: UInt
        /// The identifier of the transaction of the current period, or of the last one.
        public let transactionIdentifier: UInt
        /// The product of that period.
        public let productIdentifier: String
        /// The identifier of the subscription group.
        public let groupIdentifier: String
        /// The state of the subscription.
        public let status: Status
        /// Whether the customer is entitled to the product: during a period and during a grace
        /// period.
        public let isEntitled: Bool
        /// Since when the customer has been a subscriber, apart from gaps of less than 60 days.
        public let startDate: Date
        /// The end of the current period, or of the last one.
        public let expirationDate: Date
        /// The date of the next renewal, or of the next step after one that failed; `nil` after the
        /// end.
        public let nextEventDate: Date?
        /// The plan by which the current period was paid.
        public let billingPlan: BillingPlan
        /// The commitment that the current period is a payment of; `nil` without one.
        public let commitment: Commitment?
        /// The product that the customer pays for at the next renewal.
        public let renewalProductIdentifier: String
        /// Whether the subscription renews at the end of its period.
        public let isAutoRenewEnabled: Bool
        /// The number of seats of the current period, or of the last one; `nil` for a subscription
        /// of the customer alone.
        public let seatCount: Int?
        /// The number of seats that renew; `nil` without any.
        public let renewalSeatCount: Int?
        /// The failed renewal that the store tries to collect payment for.
        public let billingIssue: BillingIssue?
        /// The customer's response to a price increase; `nil` without one.
        public let priceConsent: PriceConsent?
        /// The reason why the subscription ended; `nil` while it has not.
        public let expirationReason: ExpirationReason?
        /// The date on which the current period was refunded or revoked.
        public let revocationDate: Date?

        /// The identifier of its first transaction.
        public var id: UInt { originalTransactionIdentifier }

        /// The state of a subscription, with the raw values of StoreKit's renewal states.
        public enum Status: Int, Sendable, CaseIterable {
            /// The customer is subscribed.
            case subscribed = 1
            /// The subscription ended.
            case expired = 2
            /// A renewal failed, and the customer is not entitled until payment is collected.
            case inBillingRetryPeriod = 3
            /// A renewal failed, and the customer stays entitled for a while.
            case inGracePeriod = 4
            /// The current period was refunded or revoked.
            case revoked = 5
        }

        /// The reason why a subscription ended, with the raw values of Apple's `expirationIntent`.
        public enum ExpirationReason: Int, Sendable, CaseIterable {
            /// The customer turned off auto-renew.
            case customerCancelled = 1
            /// Payment could not be collected.
            case billingError = 2
            /// The customer did not consent to a price increase.
            case priceIncreaseNotConsented = 3
            /// The product was not for sale at the time of renewal.
            case productUnavailable = 4
            /// Another reason.
            case unknown = 5
        }

        /// The customer's response to a price increase that needs consent.
        public enum PriceConsent: String, Sendable, CaseIterable {
            /// The customer was asked and has not responded; the subscription ends with its period.
            case pending
            /// The customer consented.
            case agreed
            /// The customer declined; the subscription ends with its period.
            case declined
        }

        /// The way in which a subscription is paid, with the raw values of StoreKit's plans.
        public enum BillingPlan: String, Sendable, CaseIterable {
            /// The whole period is paid at its start.
            case upFront = "BILLED_UPFRONT"
            /// The customer commits to a year, and pays for each month.
            case monthly = "MONTHLY"
        }

        /// A commitment to several payments, and the renewal at its end.
        public struct Commitment: Sendable, Equatable {
            /// The number of the present payment, from 1 on.
            public let periodNumber: Int
            /// The number of payments.
            public let periodCount: Int
            /// The price of all payments.
            public let price: Decimal
            /// The end of the last period; a payment that was late moves it.
            public let expirationDate: Date
            /// The product that the customer pays for after the commitment.
            public let renewalProductIdentifier: String
            /// The plan by which the customer pays after the commitment.
            public let renewalBillingPlan: BillingPlan
            /// Whether the subscription renews after the commitment.
            public let isAutoRenewEnabled: Bool
        }

        /// A renewal for which payment could not be collected.
        public struct BillingIssue: Sendable, Equatable {
            /// The end of the grace period; `nil` without one, and after it.
            public let gracePeriodEnd: Date?
            /// The date on which the store gives up.
            public let retryEnd: Date
        }
    }

    /// The party that invites the members of groups with seats, with the raw values of signed
    /// transactions.
    public enum InvitationManagement: String, Sendable, CaseIterable {
        /// Apple sends invitations, and each member has a transaction.
        case apple = "APPLE"
        /// The developer's server claims a seat for each member.
        case developer = "DEVELOPER"
    }

    /// A state of a subscription that a session can be brought into.
    ///
    /// The article *Subscription states* of SwiftyStoreKit shows what an app receives in each.
    public enum SubscriptionState: String, Sendable, CaseIterable {
        /// The customer has subscribed for the first time, with an introductory offer if the
        /// product has one.
        case subscribed
        /// The subscription was renewed.
        case renewed
        /// The subscription ended, and the customer subscribed again.
        case resubscribed
        /// The customer turned off auto-renew, and the period has not ended.
        case autoRenewDisabled
        /// A renewal failed, and the customer stays entitled for a while.
        case gracePeriod
        /// A renewal failed, and the customer is not entitled until payment is collected.
        case billingRetry
        /// A grace period ended, and the store still tries to collect payment.
        case gracePeriodExpired
        /// A renewal failed, and then payment was collected.
        case billingRecovery
        /// The customer has yet to consent to a price increase.
        case priceIncreasePending
        /// The customer consented to a price increase.
        case priceIncreaseAccepted
        /// The customer bought a higher level of service in the group.
        case upgraded
        /// The customer chose a lower level of service for the next renewal.
        case downgradePending
        /// The customer ended the subscription.
        case expired
        /// The subscription ended because payment could not be collected.
        case expiredInBillingRetry
        /// The subscription ended because the customer did not consent to a price increase.
        case expiredWithoutConsent
        /// The current period was refunded.
        case refunded
    }

    /// The length of a grace period, as a developer chooses it in App Store Connect; the raw value
    /// is the number of days.
    public enum GracePeriodLength: Int, Sendable, CaseIterable {
        /// Three days.
        case threeDays = 3
        /// Sixteen days.
        case sixteenDays = 16
        /// Twenty-eight days.
        case twentyEightDays = 28
    }

    /// The customer's response to the sheet about a price increase.
    public enum PriceConsentAnswer: Sendable, CaseIterable {
        /// The customer consents to the higher price.
        case agree
        /// The customer declines it, which also turns off auto-renew.
        case decline
        /// The customer closes the sheet without a decision, and the consent stays pending.
        case later
    }

    /// A snapshot of a customer of the session's store.
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

    /// A snapshot of the customers and the claims with seats of a subscription.
    public struct SeatGroup: Sendable, Equatable {
        /// The number of seats of the current period, including the purchaser's.
        public let seatCount: Int
        /// The number of free seats.
        public let availableSeatCount: Int
        /// The names of the members who accepted the invitation, or were assigned a seat, in the
        /// order in which they joined.
        public let members: [String]
        /// The claims by the developer's server, oldest first.
        public let claims: [Claim]

        /// A claim of a seat by the developer's server.
        public struct Claim: Sendable, Equatable, Identifiable {
            /// The `seatClaimId`.
            public let id: UUID
            /// The identifier of the request.
            public let requestIdentifier: UUID
            /// The name of the customer that the server associated with the claim.
            public let customerName: String?
        }
    }

    /// An offer whose code a customer redeems; configurations have offers, and no codes.
    public struct OfferCode: Sendable, Equatable {
        /// The reference name of the offer, in `codeOffers` or `_codeOffers`.
        public var referenceName: String
        /// The identifier of the offer's product.
        public var productIdentifier: String

        /// Names an offer of a product.
        public init(referenceName: String, productIdentifier: String) {
            self.referenceName = referenceName
            self.productIdentifier = productIdentifier
        }
    }

    /// The reason for a download's failure; the underlying error of its `error` has the same name.
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
