public import Foundation

extension Product {
    /// An error of a purchase.
    @nonexhaustive
    public enum PurchaseError: Error, Equatable, Hashable {
        /// The quantity is not one that can be purchased.
        case invalidQuantity

        /// The product is not for sale.
        case productUnavailable

        /// The customer is not allowed to make purchases.
        case purchaseNotAllowed

        /// The customer is not eligible for the offer.
        case ineligibleForOffer

        /// The offer is unknown to the store.
        case invalidOfferIdentifier

        /// The price of the offer is no longer valid.
        case invalidOfferPrice

        /// The signature of the offer is invalid.
        case invalidOfferSignature

        /// A part of the offer is missing.
        case missingOfferParameters

        /// The payment method must be set up first.
        case paymentMethodBindingConfigurationRequired

        /// The product is sold without seats.
        case multiSeatPurchaseDisabled

        /// The customer has more seats; fewer are a choice in Manage Subscriptions.
        case seatReductionNotAllowed
    }
}

extension Product.PurchaseError: LocalizedError, CustomNSError, ListedError {
    /// The failure in a sentence.
    public var errorDescription: String? {
        switch self {
        case .invalidQuantity: "This number of items cannot be purchased."
        case .productUnavailable: "Item Unavailable"
        case .purchaseNotAllowed: "Purchases are not allowed."
        case .ineligibleForOffer, .invalidOfferIdentifier, .invalidOfferPrice,
            .invalidOfferSignature, .missingOfferParameters:
            "The offer is not available."
        case .paymentMethodBindingConfigurationRequired: "The payment method is not ready."
        case .multiSeatPurchaseDisabled, .seatReductionNotAllowed:
            "This number of seats cannot be purchased."
        }
    }

    /// The cause in a sentence.
    public var failureReason: String? {
        switch self {
        case .invalidQuantity: "The product does not allow this quantity."
        case .productUnavailable: "The storefront does not sell the product."
        case .purchaseNotAllowed: "The account or the device does not allow purchases."
        case .ineligibleForOffer: "The customer is not eligible for the offer."
        case .invalidOfferIdentifier: "The product has no such offer."
        case .invalidOfferPrice: "The price of the offer is no longer valid."
        case .invalidOfferSignature: "The signature of the offer is invalid."
        case .missingOfferParameters: "A part of the offer is missing."
        case .paymentMethodBindingConfigurationRequired: "The payment method is not set up."
        case .multiSeatPurchaseDisabled: "The product is sold without seats."
        case .seatReductionNotAllowed: "The subscription has more seats."
        }
    }

    /// A suggestion to recover; nil without one.
    public var recoverySuggestion: String? {
        switch self {
        case .invalidQuantity: "Choose another quantity."
        case .productUnavailable: "Load the products again."
        case .purchaseNotAllowed: "Allow purchases in the settings of the device."
        case .ineligibleForOffer: "Make the purchase without the offer."
        case .invalidOfferIdentifier, .invalidOfferPrice:
            "Load the products and their offers again."
        case .invalidOfferSignature, .missingOfferParameters: "Sign the offer again."
        case .paymentMethodBindingConfigurationRequired: "Set up the payment method."
        case .multiSeatPurchaseDisabled: "Make the purchase without seats."
        case .seatReductionNotAllowed: "Reduce the seats in Manage Subscriptions."
        }
    }

    /// The position of the case among those declared.
    public var errorCode: Int { position }

    package static var unspecified: Self { .productUnavailable }

    package static var inOrder: [Self] {
        [
            .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer,
            .invalidOfferIdentifier, .invalidOfferPrice, .invalidOfferSignature,
            .missingOfferParameters, .paymentMethodBindingConfigurationRequired,
            .multiSeatPurchaseDisabled, .seatReductionNotAllowed,
        ]
    }
}
