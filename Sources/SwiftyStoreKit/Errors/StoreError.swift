import Foundation
import StoreKit

/// Makes the `SKError` values that clients see.
enum StoreError {
    /// Converts any error by its domain.
    ///
    /// An error of StoreKit keeps its code. Anything else becomes `.unknown` with the original as
    /// underlying error, because its code number means something else in its own domain.
    static func convert(_ error: (any Error)?) -> SKError {
        guard let error else {
            return make(.unknown, "The App Store gave no reason for the failure.")
        }
        let original = error as NSError
        if original.domain == SKErrorDomain, let known = error as? SKError { return known }
        return SKError(
            .unknown,
            userInfo: [
                NSUnderlyingErrorKey: original,
                NSLocalizedDescriptionKey: original.localizedDescription,
            ]
        )
    }

    static func make(_ code: SKError.Code, _ description: String) -> SKError {
        SKError(code, userInfo: [NSLocalizedDescriptionKey: description])
    }
}
