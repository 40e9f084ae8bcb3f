import Foundation
import StoreKit
import Testing

@Suite("Descriptions and other members of StoreKit 2's values")
struct ValueDescriptionTests {
    @Test("A value is described in English", arguments: Self.descriptions)
    func description(text: String, expected: String) {
        #expect(text == expected)
    }

    static let descriptions: [(String, String)] = {
        typealias Expiration = SubscriptionRenewalInfo.ExpirationReason
        typealias Consent = SubscriptionRenewalInfo.PriceIncreaseStatus
        typealias Mode = Product.SubscriptionOffer.PaymentMode
        typealias Offer = Product.SubscriptionOffer.OfferType
        return [
            (Product.ProductType.consumable.localizedDescription, "Consumable"),
            (Offer.introductory.localizedDescription, "Introductory Offer"),
            (Offer.promotional.localizedDescription, "Promotional Offer"),
            (Offer.winBack.localizedDescription, "Win-Back Offer"),
            (Offer(rawValue: "New").localizedDescription, "New"),
            (Mode.payAsYouGo.localizedDescription, "Pay As You Go"),
            (Mode.payUpFront.localizedDescription, "Pay Up Front"),
            (Mode.freeTrial.localizedDescription, "Free Trial"),
            (Mode(rawValue: "New").localizedDescription, "New"),
            (Product.PurchaseError.productUnavailable.localizedDescription, "Item Unavailable"),
            (SubscriptionRenewalState.subscribed.localizedDescription, "Subscribed"),
            (SubscriptionRenewalState.expired.localizedDescription, "Expired"),
            (
                SubscriptionRenewalState.inBillingRetryPeriod.localizedDescription,
                "In Billing Retry Period"
            ),
            (SubscriptionRenewalState.inGracePeriod.localizedDescription, "In Grace Period"),
            (SubscriptionRenewalState.revoked.localizedDescription, "Revoked"),
            (SubscriptionRenewalState(rawValue: 9).localizedDescription, "9"),
            (Expiration.autoRenewDisabled.localizedDescription, "Automatic Renewal Disabled"),
            (Expiration.billingError.localizedDescription, "Billing Error"),
            (
                Expiration.didNotConsentToPriceIncrease.localizedDescription,
                "Price Increase Not Accepted"
            ),
            (Expiration.productUnavailable.localizedDescription, "Product Unavailable"),
            (Expiration.unknown.localizedDescription, "Unknown"),
            (Expiration.unbundled.localizedDescription, "Left Bundle"),
            (Expiration(rawValue: 9).localizedDescription, "9"),
            (Consent.noIncreasePending.localizedDescription, "No Price Increase Pending"),
            (Consent.pending.localizedDescription, "Price Increase Pending"),
            (Consent.agreed.localizedDescription, "Price Increase Accepted"),
            (Transaction.RevocationReason.developerIssue.localizedDescription, "Problem With App"),
            (Transaction.RevocationReason.other.localizedDescription, "Other"),
            (
                Transaction.RevocationReason.upgradedToBundle.localizedDescription,
                "Upgraded to Bundle"
            ),
            (Transaction.RevocationReason(rawValue: 9).localizedDescription, "9"),
            (Transaction.OwnershipType.purchased.localizedDescription, "Purchased"),
            (Transaction.OwnershipType.familyShared.localizedDescription, "Family Shared"),
            (Transaction.OwnershipType.assigned.localizedDescription, "Assigned"),
            (Transaction.OwnershipType(rawValue: "NEW").localizedDescription, "NEW"),
            (Transaction.OfferType.introductory.localizedDescription, "Introductory Offer"),
            (Transaction.OfferType.promotional.localizedDescription, "Promotional Offer"),
            (Transaction.OfferType.code.localizedDescription, "Offer Code"),
            (Transaction.OfferType.winBack.localizedDescription, "Win-Back Offer"),
            (Transaction.OfferType(rawValue: 9).localizedDescription, "9"),
        ]
    }()

    @Test("The signature of an offer has the parts that it was made of")
    func signature() throws {
        let nonce = try #require(UUID(uuidString: "6F3D3A7C-2E5B-4D0B-9A2E-0C1B7A9D5E44"))
        var signature = Product.SubscriptionOffer.Signature(
            keyID: "K",
            nonce: nonce,
            timestamp: 1_700_000_000_000,
            signature: Data([1, 2])
        )
        let copy = signature
        #expect(signature.nonce == nonce)
        #expect(signature.timestamp == 1_700_000_000_000)
        #expect(signature.signature == Data([1, 2]))
        signature.keyID = "L"
        #expect(signature != copy)
    }
}
