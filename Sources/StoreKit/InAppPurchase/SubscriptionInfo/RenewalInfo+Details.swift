import AppReceipt
public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// The reason why a subscription ended.
    public struct ExpirationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The raw value of the reason.
        public let rawValue: Int

        /// Makes the reason of a raw value, even an unknown one.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer cancelled the subscription.
        public static let autoRenewDisabled = ExpirationReason(rawValue: 1)

        /// The payment could not be collected.
        public static let billingError = ExpirationReason(rawValue: 2)

        /// The customer did not agree to a higher price.
        public static let didNotConsentToPriceIncrease = ExpirationReason(rawValue: 3)

        /// The product was not for sale at the renewal.
        public static let productUnavailable = ExpirationReason(rawValue: 4)

        /// The reason is not known.
        public static let unknown = ExpirationReason(rawValue: 5)

        /// The subscription left its bundle.
        public static var unbundled: ExpirationReason { ExpirationReason(rawValue: 6) }

        /// The reason in English; for an unknown one its raw value.
        public var localizedDescription: String {
            switch self {
            case .autoRenewDisabled: "Automatic Renewal Disabled"
            case .billingError: "Billing Error"
            case .didNotConsentToPriceIncrease: "Price Increase Not Accepted"
            case .productUnavailable: "Product Unavailable"
            case .unknown: "Unknown"
            case .unbundled: "Left Bundle"
            default: "\(rawValue)"
            }
        }
    }

    /// The customer's response to a price increase.
    @frozen
    public enum PriceIncreaseStatus: Equatable, Hashable, Sendable, BitwiseCopyable {
        /// No price increase waits for the customer's consent.
        case noIncreasePending

        /// The customer has not responded.
        case pending

        /// The customer agreed, or received notice of a price that needs no consent.
        case agreed

        /// The response in English.
        public var localizedDescription: String {
            switch self {
            case .noIncreasePending: "No Price Increase Pending"
            case .pending: "Price Increase Pending"
            case .agreed: "Price Increase Accepted"
            }
        }
    }

    /// The seats of the next period.
    public struct MultiSeatInfo: Hashable, Sendable {
        /// The seats by their price, in no promised order.
        public let renewalPriceTiers: [Transaction.MultiSeatInfo.PriceTier]
    }

    /// The next commitment of a subscription that is billed by the month.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The product of the next commitment.
        public let autoRenewPreference: String

        /// The billing plan of the next commitment.
        public let renewalBillingPlanType: SubscriptionInfo.BillingPlanType

        /// The date when the next commitment begins.
        public let renewalDate: Date

        /// The price of the next commitment.
        public let renewalPrice: Decimal

        /// Whether there will be a next commitment.
        public let willAutoRenew: Bool
    }
}

extension Product.SubscriptionInfo.RenewalInfo.CommitmentInfo {
    init?(_ commitment: RenewalInfoPayload.Commitment) {
        guard let productID = commitment.renewalProductIdentifier,
            let plan = commitment.renewalBillingPlanType,
            let renewalDate = commitment.renewalDate
        else { return nil }
        self.init(
            autoRenewPreference: productID,
            renewalBillingPlanType: .init(rawValue: plan.rawValue),
            renewalDate: renewalDate,
            renewalPrice: Decimal(commitment.renewalPriceInMilliunits ?? 0) / 1000,
            willAutoRenew: commitment.willAutoRenew ?? false
        )
    }
}

extension Product.SubscriptionInfo.RenewalInfo.MultiSeatInfo {
    init(_ seats: RenewalInfoPayload.MultiSeatInfo) {
        self.init(
            renewalPriceTiers: (seats.renewalPriceTiers ?? []).map(
                Transaction.MultiSeatInfo.PriceTier.init
            )
        )
    }
}
