import Foundation
import LocalAppStore

// The reason is under `NSDebugDescriptionErrorKey`, which Foundation has for developers. Under
// `NSLocalizedFailureReasonErrorKey` it would become part of `localizedDescription`, which
// customers see.
extension SKError {
    /// Makes an error of a code that may have no case, with a description for customers unless
    /// there is one.
    ///
    /// Linux's Foundation asks no provider of descriptions, so the user info has it.
    init(number: Int, userInfo: [String: Any]) {
        let words = (Code(rawValue: number) ?? .unknown).words
        self.init(
            _nsError: NSError(
                domain: SKErrorDomain,
                code: number,
                userInfo: [NSLocalizedDescriptionKey: words].merging(userInfo) { $1 }
            )
        )
    }

    /// Makes the error of a payment that the store refused, from the failure in the ledger.
    ///
    /// A code without a case of its own keeps its number in `errorCode`.
    init(_ failure: LedgerEntry.Failure) {
        var userInfo: [String: Any] = [:]
        userInfo[NSDebugDescriptionErrorKey] = failure.reason
        userInfo[NSUnderlyingErrorKey] = failure.underlying.map { cause in
            NSError(domain: "ASDServerErrorDomain", code: cause.rawValue)
        }
        self.init(number: failure.code.rawValue, userInfo: userInfo)
    }

    /// Makes the error of a payment that did not reach the store, with the reason.
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSDebugDescriptionErrorKey: reason])
    }

    /// Makes the error that an app receives when the store itself fails.
    ///
    /// On a device StoreKit asks a customer who has signed out to sign in. Here the payment counts
    /// as cancelled.
    static func wrapping(_ error: any Error) -> SKError {
        if case .signedOut? = error as? StoreError {
            return SKError(.paymentCancelled, because: error.localizedDescription)
        }
        var userInfo: [String: Any] = [
            NSUnderlyingErrorKey: error as NSError,
            NSDebugDescriptionErrorKey: error.explanation,
        ]
        userInfo[NSLocalizedDescriptionKey] = error.warning
        return SKError(.unknown, userInfo: userInfo)
    }
}

/// The error of a purchase that was charged, and that waits until the store can be read again.
struct UndeliveredPurchase: LocalizedError {
    let cause: any Error

    var errorDescription: String? {
        "The purchase was made, but it cannot be delivered now: \(cause.explanation)"
    }
}

extension StoreDiagnostics {
    /// Reports why a payment failed, as a warning if the app could have avoided it or the store
    /// itself failed.
    func report(_ error: SKError, paying request: PaymentRequest, isOfStore: Bool = false) {
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        report(
            error.isMistake || isOfStore ? .warning : .info,
            "The payment for \"\(request.productID)\" failed with SKError \(error.errorCode)"
                + (reason.map { ": \($0)" } ?? ".")
        )
    }
}

extension SKError {
    /// Whether the app can avoid the error, because its payment is wrong.
    fileprivate var isMistake: Bool {
        switch code {
        case .paymentInvalid, .invalidOfferIdentifier, .invalidSignature, .missingOfferParams,
            .invalidOfferPrice, .ineligibleForOffer:
            true
        default: false
        }
    }
}

extension SKError.Code {
    /// The description for customers.
    fileprivate var words: String {
        switch self {
        case .unknown: "An unknown error occurred."
        case .paymentInvalid, .unauthorizedRequestData: "The purchase could not be completed."
        case .clientInvalid: "This account cannot make the purchase."
        case .paymentCancelled: "The purchase was cancelled."
        case .paymentNotAllowed: "Purchases are not allowed on this device."
        case .storeProductNotAvailable:
            "The item is not available in your country or region."
        case .cloudServicePermissionDenied, .cloudServiceRevoked:
            "Access to the cloud service is not allowed."
        case .cloudServiceNetworkConnectionFailed: "The App Store could not be reached."
        case .privacyAcknowledgementRequired: "Agree to Apple's privacy statement first."
        case .invalidOfferIdentifier, .invalidSignature, .missingOfferParams, .invalidOfferPrice:
            "The offer is not available."
        case .overlayCancelled, .overlayInvalidConfiguration, .overlayTimeout,
            .overlayPresentedInBackgroundScene:
            "The App Store could not be shown."
        case .ineligibleForOffer: "The offer is not available to you."
        case .unsupportedPlatform: "This is not available on this device."
        case .paymentMethodBindingConfigurationRequired: "The payment method is not ready."
        }
    }
}

extension Error {
    /// A warning for a customer who may have paid; `nil` if nothing was charged.
    var warning: String? {
        switch self as any Error {
        case is UndeliveredPurchase, StoreError.uncertainChange:
            "Do not buy this again: a purchase that was made is delivered later."
        default: nil
        }
    }
}
