public import Foundation

extension Product {
    /// A setting of one purchase.
    ///
    /// Two options are equal if they set the same to the same value. Of two quantities, plans,
    /// tokens or offers in one set, the purchase throws instead of choosing one.
    public struct PurchaseOption: Hashable, Sendable {
        package let value: Value

        package init(_ value: Value) {
            self.value = value
        }
    }
}

extension Product.PurchaseOption {
    /// The value that an option sets.
    package enum Value: Hashable, Sendable {
        case appAccountToken(UUID)
        case quantity(Int)
        case seats(Int)
        case invitationSheet(isSuppressed: Bool)
        case simulatesAskToBuy(Bool)
        case signedOffer(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int)
        case winBackOffer(id: String?)
        case billingPlan(Product.SubscriptionInfo.BillingPlanType)
        case text(key: String, String)
        case number(key: String, Double)
        case flag(key: String, Bool)
        case data(key: String, Data)
        case storefrontChange(StorefrontDecision)
        // Of tests alone.
        case promotionalOffer(id: String)
        case codeOffer(referenceName: String)
        case date(Date, renews: Bool)
    }

    /// The app's decision about a changed storefront; equal to no other.
    package final class StorefrontDecision: Hashable, Sendable {
        let shouldContinue: @Sendable (Storefront) -> Bool

        init(_ shouldContinue: @escaping @Sendable (Storefront) -> Bool) {
            self.shouldContinue = shouldContinue
        }

        package static func == (first: StorefrontDecision, second: StorefrontDecision) -> Bool {
            first === second
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(self))
        }
    }

    /// The customer's account in the app, which all transactions of the purchase name.
    public static func appAccountToken(_ token: UUID) -> Product.PurchaseOption {
        .init(.appAccountToken(token))
    }

    /// The billing plan of a subscription, one of its pricing terms; without it `upFront`.
    public static func billingPlanType(
        _ type: Product.SubscriptionInfo.BillingPlanType
    ) -> Product.PurchaseOption {
        .init(.billingPlan(type))
    }

    /// Sets a string under a key.
    public static func custom(key: String, value: String) -> Product.PurchaseOption {
        .init(.text(key: key, value))
    }

    /// Sets a number under a key.
    public static func custom(key: String, value: Double) -> Product.PurchaseOption {
        .init(.number(key: key, value))
    }

    /// Sets a truth value under a key.
    public static func custom(key: String, value: Bool) -> Product.PurchaseOption {
        .init(.flag(key: key, value))
    }

    /// Sets bytes under a key.
    public static func custom(key: String, value: Data) -> Product.PurchaseOption {
        .init(.data(key: key, value))
    }

    /// Decides whether the purchase continues after the storefront has changed during it; without
    /// this option it does.
    @preconcurrency public static func onStorefrontChange(
        shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
    ) -> Product.PurchaseOption {
        .init(.storefrontChange(StorefrontDecision(shouldContinuePurchase)))
    }

    /// A promotional offer with the five parts of its signature.
    ///
    /// The signature must include the ``appAccountToken(_:)`` of the purchase, if there is one.
    ///
    /// - Parameters:
    ///   - offerID: The identifier of the offer.
    ///   - keyID: The identifier of the key that signed.
    ///   - nonce: The nonce in the signature.
    ///   - signature: The signature in DER.
    ///   - timestamp: The date of the signature in milliseconds since 1970.
    /// - Returns: The option.
    public static func promotionalOffer(
        offerID: String,
        keyID: String,
        nonce: UUID,
        signature: Data,
        timestamp: Int
    ) -> Product.PurchaseOption {
        .init(
            .signedOffer(
                id: offerID,
                keyID: keyID,
                nonce: nonce,
                signature: signature,
                timestamp: timestamp
            )
        )
    }

    /// A promotional offer with its signature.
    public static func promotionalOffer(
        offerID: String,
        signature: Product.SubscriptionOffer.Signature
    ) -> Product.PurchaseOption {
        promotionalOffer(
            offerID: offerID,
            keyID: signature.keyID,
            nonce: signature.nonce,
            signature: signature.signature,
            timestamp: signature.timestamp
        )
    }

    /// A promotional offer that the developer's server signed as a JWS.
    public static func promotionalOffer(
        _ offerID: String,
        compactJWS: String
    ) -> [Product.PurchaseOption] {
        [
            custom(key: Key.offer, value: offerID),
            custom(key: Key.offerSignature, value: Data(compactJWS.utf8).base64EncodedString()),
        ]
    }

    /// The number of units, from 1 to 10, of a consumable or a non-renewing subscription.
    public static func quantity(_ quantity: Int) -> Product.PurchaseOption {
        .init(.quantity(quantity))
    }

    /// The number of seats that a group has in all, of a product that
    /// ``Product/supportsMultiSeatPurchase``.
    ///
    /// More than the present number adds seats to the period. The customer reduces them in Manage
    /// Subscriptions, for the next renewal.
    public static func seats(_ targetSeatQuantity: Int) -> Product.PurchaseOption {
        .init(.seats(targetSeatQuantity))
    }

    /// Whether the system does not show its sheet for invitations after the purchase.
    ///
    /// The local store shows none.
    public static func multiSeatInvitationSheetSuppressed(
        _ isSuppressed: Bool
    ) -> Product.PurchaseOption {
        .init(.invitationSheet(isSuppressed: isSuppressed))
    }

    /// Whether the purchase waits for approval, as in a family that asks to buy.
    public static func simulatesAskToBuyInSandbox(
        _ simulateAskToBuy: Bool
    ) -> Product.PurchaseOption {
        .init(.simulatesAskToBuy(simulateAskToBuy))
    }

    /// A win-back offer of the product.
    public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Product.PurchaseOption {
        .init(.winBackOffer(id: offer.id))
    }

    /// The developer's decision about the introductory offer, as a JWS of the server.
    public static func introductoryOfferEligibility(
        compactJWS: String
    ) -> Product.PurchaseOption {
        custom(key: Key.introductoryOffer, value: compactJWS)
    }

    /// The keys by which Apple spells options as custom ones.
    enum Key {
        static let offer = "adHocOfferId"
        static let offerSignature = "adHocSignature"
        static let introductoryOffer = "introOfferEligibilityParam"
    }
}

extension Product.PurchaseOption: CustomDebugStringConvertible {
    /// The setting and its value.
    public var debugDescription: String { "\(value)" }
}
