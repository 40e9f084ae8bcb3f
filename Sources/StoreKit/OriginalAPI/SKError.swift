public import Foundation

/// An error of the App Store or of StoreKit.
///
/// It wraps an `NSError` with its code and its user info, which may have the underlying error
/// under `NSUnderlyingErrorKey`.
public struct SKError: _BridgedStoredNSError {
    /// The wrapped error.
    public let _nsError: NSError

    /// Wraps an error of any domain.
    public init(_nsError error: NSError) {
        _nsError = error
    }

    /// Makes an error of a code.
    ///
    /// Without a description in the user info, it has one for customers, in English.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(number: code.rawValue, userInfo: userInfo)
    }

    /// The domain of the errors that StoreKit reports.
    public static var errorDomain: String { SKErrorDomain }

    /// The domain of the errors that StoreKit reports.
    public static var _nsErrorDomain: String { SKErrorDomain }

    /// The code, or ``Code/unknown`` for a number without a name and for an error of another
    /// domain.
    ///
    /// The number itself is `errorCode`.
    public var code: Code {
        guard _nsError.domain == SKErrorDomain else { return .unknown }
        return Code(rawValue: _nsError.code) ?? .unknown
    }
}

extension SKError {
    /// The codes of StoreKit's errors.
    @nonexhaustive
    public enum Code: Int, Sendable, _ErrorCodeProtocol {
        /// The error that has the code.
        public typealias _ErrorType = SKError

        /// The cause is unknown.
        case unknown = 0

        /// The customer is not allowed to do this.
        case clientInvalid = 1

        /// The customer cancelled the payment.
        case paymentCancelled = 2

        /// A property of the payment is invalid.
        case paymentInvalid = 3

        /// The customer is not allowed to authorize payments.
        case paymentNotAllowed = 4

        /// The storefront does not sell the product.
        case storeProductNotAvailable = 5

        /// The customer doesn't allow the app to use the cloud service.
        case cloudServicePermissionDenied = 6

        /// The device could not reach the cloud service.
        case cloudServiceNetworkConnectionFailed = 7

        /// The customer revoked the permission to use the cloud service.
        case cloudServiceRevoked = 8

        /// The customer has not yet agreed to Apple's privacy statement.
        case privacyAcknowledgementRequired = 9

        /// The app may not use the payment's request data.
        case unauthorizedRequestData = 10

        /// The offer is unknown to the store, or not active.
        case invalidOfferIdentifier = 11

        /// The signature of the offer is invalid.
        case invalidSignature = 12

        /// A part of the offer is missing.
        case missingOfferParams = 13

        /// The price of the offer is no longer valid.
        case invalidOfferPrice = 14

        /// The overlay was closed before it appeared.
        case overlayCancelled = 15

        /// The configuration of the overlay is invalid.
        case overlayInvalidConfiguration = 16

        /// The overlay took too long to load.
        case overlayTimeout = 17

        /// The customer is not eligible for the offer.
        case ineligibleForOffer = 18

        /// The platform does not support the operation.
        case unsupportedPlatform = 19

        /// The overlay belongs to a scene in the background.
        case overlayPresentedInBackgroundScene = 20

        /// The payment method must be set up first.
        case paymentMethodBindingConfigurationRequired = 21
    }

    /// The cause is unknown.
    public static var unknown: Code { .unknown }

    /// The customer is not allowed to do this.
    public static var clientInvalid: Code { .clientInvalid }

    /// The customer cancelled the payment.
    public static var paymentCancelled: Code { .paymentCancelled }

    /// A property of the payment is invalid.
    public static var paymentInvalid: Code { .paymentInvalid }

    /// The customer is not allowed to authorize payments.
    public static var paymentNotAllowed: Code { .paymentNotAllowed }

    /// The storefront does not sell the product.
    public static var storeProductNotAvailable: Code { .storeProductNotAvailable }

    /// The customer doesn't allow the app to use the cloud service.
    public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }

    /// The device could not reach the cloud service.
    public static var cloudServiceNetworkConnectionFailed: Code {
        .cloudServiceNetworkConnectionFailed
    }

    /// The customer revoked the permission to use the cloud service.
    public static var cloudServiceRevoked: Code { .cloudServiceRevoked }

    /// The customer has not yet agreed to Apple's privacy statement.
    public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }

    /// The app may not use the payment's request data.
    public static var unauthorizedRequestData: Code { .unauthorizedRequestData }

    /// The offer is unknown to the store, or not active.
    public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }

    /// The signature of the offer is invalid.
    public static var invalidSignature: Code { .invalidSignature }

    /// A part of the offer is missing.
    public static var missingOfferParams: Code { .missingOfferParams }

    /// The price of the offer is no longer valid.
    public static var invalidOfferPrice: Code { .invalidOfferPrice }

    /// The overlay was closed before it appeared.
    public static var overlayCancelled: Code { .overlayCancelled }

    /// The configuration of the overlay is invalid.
    public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }

    /// The overlay took too long to load.
    public static var overlayTimeout: Code { .overlayTimeout }

    /// The customer is not eligible for the offer.
    public static var ineligibleForOffer: Code { .ineligibleForOffer }

    /// The platform does not support the operation.
    public static var unsupportedPlatform: Code { .unsupportedPlatform }

    /// The overlay belongs to a scene in the background.
    public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }

    /// The payment method must be set up first.
    public static var paymentMethodBindingConfigurationRequired: Code {
        .paymentMethodBindingConfigurationRequired
    }
}

extension SKError: WrappingError {
    package static var unspecified: SKError { SKError(.unknown) }
}

// The default implementation of Linux's Foundation calls `NSError.hash`, which recurses until the
// stack overflows.
extension SKError {
    /// Hashes the domain and the code of the error.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(_nsError.domain)
        hasher.combine(_nsError.code)
    }

    /// The same hash for equal errors.
    public var hashValue: Int {
        var hasher = Hasher()
        hash(into: &hasher)
        return hasher.finalize()
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the errors that StoreKit reports.
public let SKErrorDomain = "SKErrorDomain"
