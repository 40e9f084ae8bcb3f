public import Foundation

extension SKError {
    /// The numbers of StoreKit's errors.
    @nonexhaustive
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that has such a number.
        public typealias _ErrorType = SKError

        /// No more is known.
        case unknown = 0

        /// The customer may not do this.
        case clientInvalid = 1

        /// The customer changed their mind.
        case paymentCancelled = 2

        /// A value of the payment is wrong.
        case paymentInvalid = 3

        /// The customer may not authorize payments.
        case paymentNotAllowed = 4

        /// The storefront does not sell the product.
        case storeProductNotAvailable = 5

        /// The customer does not let the app use the cloud service.
        case cloudServicePermissionDenied = 6

        /// The device could not reach the cloud service.
        case cloudServiceNetworkConnectionFailed = 7

        /// The customer took back the leave to use the cloud service.
        case cloudServiceRevoked = 8

        /// The customer has not yet agreed to Apple's privacy statement.
        case privacyAcknowledgementRequired = 9

        /// The app may not use the payment's request data.
        case unauthorizedRequestData = 10

        /// The store does not know the offer, or it is not active.
        case invalidOfferIdentifier = 11

        /// The signature of the offer is wrong.
        case invalidSignature = 12

        /// A part of the offer is missing.
        case missingOfferParams = 13

        /// The price of the offer is no longer right.
        case invalidOfferPrice = 14

        /// The overlay was closed before it appeared.
        case overlayCancelled = 15

        /// The configuration of the overlay is wrong.
        case overlayInvalidConfiguration = 16

        /// The overlay took too long to load.
        case overlayTimeout = 17

        /// The customer may not have the offer.
        case ineligibleForOffer = 18

        /// This platform does not support it.
        case unsupportedPlatform = 19

        /// The overlay belongs to a scene that is not in front.
        case overlayPresentedInBackgroundScene = 20

        /// The way to pay must be set up first.
        case paymentMethodBindingConfigurationRequired = 21
    }
}
