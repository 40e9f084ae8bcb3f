import AppReceipt
public import Foundation
import StrictJSON

extension Product.SubscriptionInfo {
    /// The next renewal of a subscription, as the App Store signed it.
    ///
    /// Two are equal if their ``jsonRepresentation`` is.
    public struct RenewalInfo: Sendable {
        let document: SignedDocument<RenewalInfoPayload>
        private var payload: RenewalInfoPayload { document.payload }

        init(_ document: SignedDocument<RenewalInfoPayload>) {
            self.document = document
        }

        /// The payload of the JWS: JSON in UTF-8.
        ///
        /// Source: Apple's documentation of `JWSRenewalInfoDecodedPayload`.
        public var jsonRepresentation: Data { document.json }
    }
}

// The next period.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The identifier of the subscription's first transaction.
    public var originalTransactionID: UInt64 {
        UInt64(payload.originalTransactionIdentifier)
    }

    /// The product of the current or last period.
    public var currentProductID: String { payload.productIdentifier ?? "" }

    /// Whether the subscription renews.
    public var willAutoRenew: Bool { payload.willAutoRenew ?? false }

    /// The product of the next period; `nil` if the subscription does not renew.
    public var autoRenewPreference: String? { payload.renewalProductIdentifier }

    /// The date of the next renewal, or the end of the last period.
    public var renewalDate: Date? { payload.renewalDate }

    /// The price of the next period, with its offer; `nil` if the subscription does not renew.
    ///
    /// Of several seats it is the average.
    public var renewalPrice: Decimal? {
        payload.renewalPriceInMilliunits.map { Decimal($0) / 1000 }
    }

    /// The number of seats of the next period; `nil` without seats, and it may change until then.
    public var renewalQuantity: Int? { payload.renewalQuantity.map { Int(clamping: $0) } }

    /// The seats of the next period; `nil` without any.
    public var multiSeatInfo: MultiSeatInfo? { payload.multiSeatInfo.map(MultiSeatInfo.init) }

    /// The currency of ``renewalPrice``.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }

    /// The ISO 4217 code of ``currency``.
    public var currencyCode: String? { payload.currency }

    /// The offer of the next period; `nil` without one.
    public var offer: Transaction.Offer? { Transaction.Offer(payload) }

    /// The identifier of ``offer``.
    public var offerID: String? { offer?.id }

    /// The type of ``offer``.
    public var offerType: Transaction.OfferType? { offer?.type }

    /// The raw value of the payment mode of ``offer``.
    public var offerPaymentModeStringRepresentation: String? {
        payload.offerDiscountType?.rawValue
    }

    /// The period of ``offer`` as ISO 8601 writes it: "P1M".
    public var offerPeriodStringRepresentation: String? { payload.offerPeriod }

    /// The win-back offers that the customer may have; none while the subscription has not ended.
    public var eligibleWinBackOfferIDs: [String] { payload.eligibleWinBackOfferIdentifiers ?? [] }

    /// The customer's response to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus {
        switch payload.priceIncreaseStatus {
        case .pending?: .pending
        case .agreed?: .agreed
        default: .noIncreasePending
        }
    }
}

// The end.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The reason why the subscription ended; `nil` while it has not.
    public var expirationReason: ExpirationReason? {
        payload.expirationReason.map { ExpirationReason(rawValue: Int(clamping: $0.rawValue)) }
    }

    /// Whether the App Store tries to collect the payment of a renewal, also during a grace period.
    public var isInBillingRetry: Bool { payload.isInBillingRetryPeriod ?? false }

    /// The end of the grace period; `nil` without one.
    public var gracePeriodExpirationDate: Date? { payload.gracePeriodExpirationDate }

    /// The start of the customer's subscription, apart from gaps of less than 60 days.
    public var recentSubscriptionStartDate: Date {
        payload.recentSubscriptionStartDate ?? .distantPast
    }
}

// The customer and the environment.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The account that the app gave with the purchase.
    public var appAccountToken: UUID? { payload.appAccountToken }

    /// The identifier of the app's download by the customer.
    public var appTransactionID: String { payload.appTransactionIdentifier ?? "" }

    /// The environment that made and signed the renewal info.
    public var environment: AppStore.Environment {
        AppStore.Environment(rawValue: environmentStringRepresentation)
    }

    /// The raw value of ``environment``.
    public var environmentStringRepresentation: String { payload.environment?.rawValue ?? "" }

    /// The date of the signature.
    public var signedDate: Date { payload.signedDate ?? .distantPast }

    /// The hash that binds the renewal info to the device.
    public var deviceVerification: Data { Data(payload.deviceVerification ?? []) }

    /// The nonce in ``deviceVerification``.
    public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce ?? .zero }
}

// Billing plans.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The billing plan of the next period.
    public var renewalBillingPlanType: SubscriptionInfo.BillingPlanType? {
        payload.renewalBillingPlanType.map { .init(rawValue: $0.rawValue) }
    }

    /// The renewal at the end of the present commitment; `nil` without one.
    public var commitmentInfo: CommitmentInfo? { payload.commitment.flatMap(CommitmentInfo.init) }
}

// Bundles and the Advanced Commerce API, which the local store does not have.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The data of the Advanced Commerce API.
    public var advancedCommerceInfo: AdvancedCommerceInfo? {
        payload.advancedCommerceInfo.flatMap {
            try? AdvancedCommerceInfo(JSONNode(document: Array($0)))
        }
    }

    /// The product of the bundle.
    public var bundleProductID: String? { nil }

    /// The subscription group of the bundle.
    public var bundleSubscriptionGroupID: String? { nil }

    /// The original transaction of the bundle.
    public var bundleOriginalTransactionID: String? { nil }

    /// Whether the subscription leaves its bundle at the next renewal.
    public var willUnbundle: Bool { false }
}

extension Product.SubscriptionInfo.RenewalInfo: _JSONRepresented {}
