import Foundation
import LocalAppStore

// The reason is under `NSDebugDescriptionErrorKey`, which Foundation has for developers. Under
// `NSLocalizedFailureReasonErrorKey` it would become part of `localizedDescription`, which
// customers see.
extension SKError {
    /// Makes the error of a payment that the store refused, from the failure in the ledger.
    ///
    /// A code without a case of its own keeps its number in `errorCode`.
    init(_ failure: LedgerEntry.Failure) {
        var userInfo: [String: Any] = [:]
        userInfo[NSDebugDescriptionErrorKey] = failure.reason
        userInfo[NSUnderlyingErrorKey] = failure.underlying.map { cause in
            NSError(domain: "ASDServerErrorDomain", code: cause.rawValue)
        }
        let error = NSError(
            domain: SKErrorDomain,
            code: failure.code.rawValue,
            userInfo: userInfo
        )
        self.init(_nsError: error)
    }

    /// Makes the error of a payment that did not reach the store, with the reason.
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSDebugDescriptionErrorKey: reason])
    }

    /// Makes the error that an app receives when the store itself fails.
    ///
    /// On a device StoreKit asks a customer who has signed out to sign in. Here nobody does, which
    /// counts as a cancelled payment.
    static func wrapping(_ error: any Error) -> SKError {
        if case .signedOut? = error as? StoreError {
            return SKError(.paymentCancelled, because: error.localizedDescription)
        }
        var userInfo: [String: Any] = [
            NSUnderlyingErrorKey: error as NSError,
            NSLocalizedDescriptionKey: error.localizedDescription,
            NSDebugDescriptionErrorKey: error.explanation,
        ]
        userInfo[NSLocalizedRecoverySuggestionErrorKey] = error.recoverySuggestion
        return SKError(.unknown, userInfo: userInfo)
    }
}

extension StoreDiagnostics {
    /// Reports why a payment failed, as a warning if the app could have avoided it or the store
    /// itself failed.
    func report(_ error: SKError, paying request: PaymentRequest) {
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        report(
            error.isMistake || error.isStoreFailure ? .warning : .info,
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

    /// Whether the store itself failed; only `wrapping(_:)` adds a description.
    fileprivate var isStoreFailure: Bool { userInfo[NSLocalizedDescriptionKey] != nil }
}

extension Error {
    /// The description, and the recovery suggestion if there is one.
    var explanation: String {
        [localizedDescription, recoverySuggestion].compactMap { $0 }.joined(separator: ". ")
    }

    fileprivate var recoverySuggestion: String? {
        (self as? any LocalizedError)?.recoverySuggestion
    }
}
