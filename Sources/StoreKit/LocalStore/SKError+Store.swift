import Foundation
import LocalAppStore

// The reason stands under `NSDebugDescriptionErrorKey`, which Foundation has for developers. Under
// `NSLocalizedFailureReasonErrorKey` it would become part of `localizedDescription`, which
// customers see.
extension SKError {
    /// Makes the error that an app sees from the reason in the ledger.
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

    /// Makes the error of a payment that the store never got, with the reason.
    init(_ code: Code, because reason: String) {
        self.init(code, userInfo: [NSDebugDescriptionErrorKey: reason])
    }

    /// Makes the error that an app sees when the store itself cannot do its work.
    static func wrapping(_ error: any Error) -> SKError {
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
    /// Says why a payment failed, as a warning where the app could have avoided it or the store is
    /// broken.
    func report(_ error: SKError, paying request: PaymentRequest) {
        let reason = error.userInfo[NSDebugDescriptionErrorKey] as? String
        report(
            error.isMistake || error.isOfBrokenStore ? .warning : .info,
            "The payment for \"\(request.productID)\" failed with SKError \(error.errorCode)"
                + (reason.map { ": \($0)" } ?? ".")
        )
    }
}

extension SKError {
    /// Whether an app can avoid the error: what it asked for was wrong.
    fileprivate var isMistake: Bool {
        switch code {
        case .paymentInvalid, .invalidOfferIdentifier, .missingOfferParams, .ineligibleForOffer:
            true
        default: false
        }
    }

    /// Whether the store itself could not do its work, which only `wrapping(_:)` says with a
    /// description.
    fileprivate var isOfBrokenStore: Bool { userInfo[NSLocalizedDescriptionKey] != nil }
}

extension Error {
    /// What is wrong, and what to do about it where the error knows.
    var explanation: String {
        [localizedDescription, recoverySuggestion].compactMap { $0 }.joined(separator: ". ")
    }

    fileprivate var recoverySuggestion: String? {
        (self as? any LocalizedError)?.recoverySuggestion
    }
}
