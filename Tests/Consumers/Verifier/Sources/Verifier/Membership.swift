import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit

/// What an app's own receipt says of a subscription.
public enum Membership {
    /// Asks the receipt until when the subscription runs; calls back with `nil` where it does not.
    public static func ask(
        _ identifier: String,
        of bundleIdentifier: String,
        completion: @escaping @Sendable (Date?) -> Void
    ) {
        let validator = LocalReceiptValidator(
            verifier: ReceiptVerifier(rules: [
                .bundleIdentifier(bundleIdentifier), .environment(.production, .sandbox),
            ]),
            referenceDate: { Date() }
        )
        SwiftyStoreKit.verifyReceipt(using: validator) { result in
            guard case .success(let receipt) = result else { return completion(nil) }
            let status = SwiftyStoreKit.verifySubscription(
                ofType: .autoRenewable,
                productId: identifier,
                inReceipt: receipt
            )
            guard case .purchased(let expiryDate, _) = status else { return completion(nil) }
            completion(expiryDate)
        }
    }
}
