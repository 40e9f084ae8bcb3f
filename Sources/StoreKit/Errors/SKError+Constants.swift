extension SKError {
    /// No more is known.
    public static var unknown: Code { .unknown }

    /// The customer may not do this.
    public static var clientInvalid: Code { .clientInvalid }

    /// The customer changed their mind.
    public static var paymentCancelled: Code { .paymentCancelled }

    /// A value of the payment is wrong.
    public static var paymentInvalid: Code { .paymentInvalid }

    /// The customer may not authorize payments.
    public static var paymentNotAllowed: Code { .paymentNotAllowed }

    /// The storefront does not sell the product.
    public static var storeProductNotAvailable: Code { .storeProductNotAvailable }

    /// The customer does not let the app use the cloud service.
    public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }

    /// The device could not reach the cloud service.
    public static var cloudServiceNetworkConnectionFailed: Code {
        .cloudServiceNetworkConnectionFailed
    }

    /// The customer took back the leave to use the cloud service.
    public static var cloudServiceRevoked: Code { .cloudServiceRevoked }

    /// The customer has not yet agreed to Apple's privacy statement.
    public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }

    /// The app may not use the payment's request data.
    public static var unauthorizedRequestData: Code { .unauthorizedRequestData }

    /// The store does not know the offer, or it is not active.
    public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }

    /// The signature of the offer is wrong.
    public static var invalidSignature: Code { .invalidSignature }

    /// A part of the offer is missing.
    public static var missingOfferParams: Code { .missingOfferParams }

    /// The price of the offer is no longer right.
    public static var invalidOfferPrice: Code { .invalidOfferPrice }

    /// The overlay was closed before it appeared.
    public static var overlayCancelled: Code { .overlayCancelled }

    /// The configuration of the overlay is wrong.
    public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }

    /// The overlay took too long to load.
    public static var overlayTimeout: Code { .overlayTimeout }

    /// The customer may not have the offer.
    public static var ineligibleForOffer: Code { .ineligibleForOffer }

    /// This platform does not support it.
    public static var unsupportedPlatform: Code { .unsupportedPlatform }

    /// The overlay belongs to a scene that is not in front.
    public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }

    /// The way to pay must be set up first.
    public static var paymentMethodBindingConfigurationRequired: Code {
        .paymentMethodBindingConfigurationRequired
    }
}
