import Foundation
import LocalAppStore

extension FaultPlan.Failure {
    /// The error of a request for products; `nil` if it ends otherwise.
    var productRequestError: NSError? {
        if case .storeError(let code) = self { return Self.error(code.rawValue) }
        return urlError
    }

    /// The error of a request for a receipt; one that cannot be read becomes the file.
    var receiptRefreshError: NSError? {
        self == .malformedAnswer ? nil : productRequestError
    }

    /// An error of StoreKit for a payment.
    fileprivate var paymentError: NSError {
        switch self {
        case .storeError(let code): Self.error(code.rawValue)
        case .networkDown:
            Self.error(SKError.Code.cloudServiceNetworkConnectionFailed.rawValue, because: urlError)
        default: Self.error(SKError.Code.unknown.rawValue, because: urlError)
        }
    }

    private static func error(_ code: Int, because cause: NSError? = nil) -> NSError {
        var userInfo: [String: Any] = [
            NSDebugDescriptionErrorKey: "The fault plan caused this error."
        ]
        userInfo[NSUnderlyingErrorKey] = cause
        return SKError(number: code, userInfo: userInfo)._nsError
    }
}

extension SKError {
    /// The error of a payment that fails by plan before the store.
    static func ofPayment(_ failure: FaultPlan.Failure) -> SKError {
        SKError(_nsError: failure.paymentError)
    }
}
