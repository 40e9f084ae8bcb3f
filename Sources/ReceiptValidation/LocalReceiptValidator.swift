public import AppReceipt
public import Foundation
public import SwiftyStoreKit

/// Verifies receipts without a server, with the results of Apple's verifyReceipt.
///
/// ```swift
/// let verifier = ReceiptVerifier(rules: [
///     .bundleIdentifier("com.example.app"), .environment(.production, .sandbox),
/// ])
/// let validator = LocalReceiptValidator(verifier: verifier) { Date() }
/// SwiftyStoreKit.verifyReceipt(using: validator) { result in
///     // Call `verifyPurchase`, `verifySubscription` and the like, as with any other validator.
/// }
/// ```
///
/// Several threads can use it at the same time. The verifier caches valid chains, so reuse the
/// validator.
public struct LocalReceiptValidator: ReceiptValidator, Sendable {
    /// The verifier, whose rules are all that a receipt must satisfy.
    public let verifier: ReceiptVerifier
    private let referenceDate: @Sendable () -> Date

    /// Creates a validator that returns the findings of a verifier.
    ///
    /// - Parameters:
    ///   - verifier: The verifier. Its rules should cover the bundle identifier and the environment
    ///     at least.
    ///   - referenceDate: The date that ends of subscriptions are compared with, called once for
    ///     each verified receipt, on the thread that verifies. It becomes the `request_date` of
    ///     the response. A receipt that was created later shows that the clock was set back; then
    ///     its creation date is used.
    public init(verifier: ReceiptVerifier, referenceDate: @escaping @Sendable () -> Date) {
        self.verifier = verifier
        self.referenceDate = referenceDate
    }

    /// Verifies a receipt on a queue of the system.
    ///
    /// - Parameters:
    ///   - receiptData: The bytes of the receipt file.
    ///   - completion: Called once, on that queue; see ``validate(_:)`` for the results.
    public func validate(
        receiptData: Data,
        completion: @escaping (VerifyReceiptResult) -> Void
    ) {
        let callback = Callback(completion)
        DispatchQueue.global(qos: .userInitiated).async { callback(validate(receiptData)) }
    }

    /// Verifies a receipt on the calling thread.
    ///
    /// - Parameter receiptData: The bytes of the receipt file, not in Base64.
    /// - Returns: The dictionary that Apple's verifyReceipt sends, without the values that only a
    ///   server has: `status`, `environment` and `receipt`. A refusal is the error `receiptInvalid`
    ///   with the status that Apple would send; its dictionary has that `status` and, as
    ///   `exception`, a sentence with the broken rule and the reason, and no field of the receipt.
    public func validate(_ receiptData: Data) -> VerifyReceiptResult {
        let signed = SignedReceipt(receiptData)
        switch verifier.judge(signed) {
        case .verified(let receipt):
            let response = ResponseObject(verified: receipt, referenceDate: referenceDate())
            return .success(receipt: ReceiptJSON.info(response.fields))
        case .refused(let refusal):
            let status = ReceiptStatus(refusal, of: signed, by: verifier.rules)
            let response = ResponseObject(refused: refusal, status: status)
            let info = ReceiptJSON.info(response.fields)
            return .error(error: .receiptInvalid(receipt: info, status: status))
        }
    }
}
