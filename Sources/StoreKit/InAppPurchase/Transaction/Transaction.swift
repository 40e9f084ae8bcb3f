import AppReceipt
public import Foundation
import StrictJSON

/// A purchase, a restored purchase, or the renewal of a subscription, as the App Store signed it.
///
/// Two transactions are equal if their ``jsonRepresentation`` is, which contains the date of its
/// signature.
public struct Transaction: Identifiable, Sendable {
    let document: SignedDocument<TransactionPayload>
    private var payload: TransactionPayload { document.payload }

    init(_ document: SignedDocument<TransactionPayload>) {
        self.document = document
    }

    /// The payload of the JWS: JSON in UTF-8.
    ///
    /// Source: Apple's documentation of `JWSTransactionDecodedPayload`, with the two members that
    /// bind it to the device.
    public var jsonRepresentation: Data { document.json }
}

// The purchase.
extension Transaction {
    /// The identifier of the transaction; each renewal has its own.
    public var id: UInt64 { UInt64(payload.transactionIdentifier) }

    /// The identifier of the first transaction of the purchase.
    ///
    /// Renewals, upgrades and a new subscription in the same group continue it.
    public var originalID: UInt64 { UInt64(payload.originalTransactionIdentifier) }

    /// The identifier of a subscription's period across devices; `nil` for another type.
    public var webOrderLineItemID: String? { payload.webOrderLineItemIdentifier }

    /// The product identifier.
    public var productID: String { payload.productIdentifier ?? "" }

    /// The type of the product.
    public var productType: Product.ProductType {
        Product.ProductType(rawValue: payload.productType?.rawValue ?? "")
    }

    /// The group of an auto-renewable subscription; `nil` for another type.
    public var subscriptionGroupID: String? { payload.subscriptionGroupIdentifier }

    /// The bundle identifier of the app.
    public var appBundleID: String { payload.bundleIdentifier ?? "" }

    /// The number of units; seats of other transactions aren't included.
    public var purchasedQuantity: Int { Int(clamping: payload.quantity ?? 1) }

    /// The account that the app gave with the purchase.
    public var appAccountToken: UUID? { payload.appAccountToken }

    /// The identifier of the app's download by the customer.
    public var appTransactionID: String { payload.appTransactionIdentifier ?? "" }

    /// Whether the customer bought the product, or has it by Family Sharing or a seat of a group.
    public var ownershipType: OwnershipType {
        OwnershipType(rawValue: payload.ownershipType?.rawValue ?? "")
    }

    /// Whether the customer made the purchase or the store renewed it.
    public var reason: Reason { Reason(rawValue: reasonStringRepresentation) }

    /// The raw value of ``reason``.
    public var reasonStringRepresentation: String { payload.reason?.rawValue ?? "PURCHASE" }
}

// When.
extension Transaction {
    /// The date of the charge, or of a restore.
    public var purchaseDate: Date { payload.purchaseDate ?? .distantPast }

    /// The date of the purchase's first transaction.
    public var originalPurchaseDate: Date { payload.originalPurchaseDate ?? .distantPast }

    /// The end of the period of an auto-renewable subscription; `nil` for another type.
    public var expirationDate: Date? { payload.expirationDate }

    /// The date of the signature.
    public var signedDate: Date { payload.signedDate ?? .distantPast }

    /// Whether another subscription of the group has replaced this one.
    public var isUpgraded: Bool { payload.isUpgraded ?? false }

    /// The date of a refund or of the end of Family Sharing.
    public var revocationDate: Date? { payload.revocationDate }

    /// The reason why the purchase was refunded or revoked.
    public var revocationReason: RevocationReason? {
        payload.revocationReason.map { RevocationReason(rawValue: Int(clamping: $0.rawValue)) }
    }

    /// The kind of refund or revocation.
    public var revocationType: RevocationType? {
        revocationTypeStringRepresentation.map(RevocationType.init)
    }

    /// The raw value of ``revocationType``.
    public var revocationTypeStringRepresentation: String? { payload.revocationType?.rawValue }

    /// The refunded part of the price, from 0 to 100.
    public var revocationPercentage: Decimal? {
        payload.revocationPercentage.map { Decimal($0) / 1000 }
    }
}

// For how much, and where.
extension Transaction {
    /// The price of all units, with the offer; `nil` for a purchase of another customer.
    ///
    /// Of several seats it is the average price of one.
    public var price: Decimal? { payload.priceInMilliunits.map { Decimal($0) / 1000 } }

    /// The currency of ``price``.
    public var currency: Locale.Currency? { currencyCode.map { Locale.Currency($0) } }

    /// The ISO 4217 code of ``currency``.
    public var currencyCode: String? { payload.currency }

    /// The storefront of the purchase.
    public var storefront: Storefront {
        Storefront(countryCode: storefrontCountryCode, id: payload.storefrontIdentifier ?? "")
    }

    /// The ISO 3166-1 alpha-3 code of ``storefront``.
    public var storefrontCountryCode: String { payload.storefront ?? "" }

    /// The environment that made and signed the transaction.
    public var environment: AppStore.Environment {
        AppStore.Environment(rawValue: environmentStringRepresentation)
    }

    /// The raw value of ``environment``.
    public var environmentStringRepresentation: String { payload.environment?.rawValue ?? "" }

    /// The offer of the purchase; `nil` without one.
    public var offer: Offer? { Offer(payload) }

    /// The type of ``offer``.
    public var offerType: OfferType? { offer?.type }

    /// The identifier of ``offer``: the reference name of a code's offer.
    public var offerID: String? { offer?.id }

    /// The raw value of the payment mode of ``offer``.
    public var offerPaymentModeStringRepresentation: String? {
        payload.offerDiscountType?.rawValue
    }

    /// The period of ``offer`` as ISO 8601 writes it: "P1M".
    public var offerPeriodStringRepresentation: String? { payload.offerPeriod }

    /// The billing plan of a subscription.
    public var billingPlanType: SubscriptionInfo.BillingPlanType? {
        payload.billingPlanType.map { .init(rawValue: $0.rawValue) }
    }

    /// The commitment of a subscription that is billed by the month; `nil` without one.
    public var commitmentInfo: CommitmentInfo? { payload.commitment.flatMap(CommitmentInfo.init) }

    /// The data of the Advanced Commerce API; the local store has none.
    public var advancedCommerceInfo: AdvancedCommerceInfo? {
        payload.advancedCommerceInfo.flatMap {
            try? AdvancedCommerceInfo(JSONNode(document: Array($0)))
        }
    }
}

// Bundles, which the local store does not sell.
extension Transaction {
    /// The product of the bundle that made the transaction.
    public var bundleProductID: String? { nil }

    /// The subscription group of the bundle.
    public var bundleSubscriptionGroupID: String? { nil }

    /// The subscription that this one replaced when the customer changed to or from a bundle.
    public var previousOriginalTransactionID: UInt64? { nil }

    /// The transaction of the bundle.
    public var bundleTransactionID: String? { nil }

    /// The original transaction of the bundle.
    public var bundleOriginalTransactionID: String? { nil }
}

// The device.
extension Transaction {
    /// The hash that binds the transaction to the device: SHA-384 of
    /// ``deviceVerificationNonce`` and ``AppStore/deviceVerificationID`` in lower case.
    public var deviceVerification: Data { Data(payload.deviceVerification ?? []) }

    /// The nonce in ``deviceVerification``.
    public var deviceVerificationNonce: UUID { payload.deviceVerificationNonce ?? .zero }
}

extension Transaction: _JSONRepresented {}
