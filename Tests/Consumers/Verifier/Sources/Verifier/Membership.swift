import AppReceipt
import Foundation
import ReceiptValidation
import SwiftyStoreKit

/// A subscription in the app's receipt.
public enum Membership {
    /// Verifies the receipt and passes the expiration date of an active subscription, or `nil`.
    public static func expirationDate(
        of identifier: String,
        in bundleIdentifier: String,
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
