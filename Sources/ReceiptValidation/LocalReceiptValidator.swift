public import AppReceipt
public import Foundation
public import SwiftyStoreKit

/// Verifies receipts without a server, and answers as Apple's verifyReceipt does.
///
/// ```swift
/// let verifier = ReceiptVerifier(rules: [
///     .bundleIdentifier("com.example.app"), .environment(.production, .sandbox),
/// ])
/// let validator = LocalReceiptValidator(verifier: verifier) { Date() }
/// SwiftyStoreKit.verifyReceipt(using: validator) { result in
///     // Ask `verifyPurchase`, `verifySubscription` and the like, as with any other validator.
/// }
/// ```
///
/// It may be used by several threads at once. The verifier remembers good chains, so keep the
/// validator.
public struct LocalReceiptValidator: ReceiptValidator, Sendable {
    /// What verifies; its rules are all that is asked of a receipt.
    public let verifier: ReceiptVerifier
    private let referenceDate: @Sendable () -> Date

    /// Makes a validator that answers with what a verifier found.
    ///
    /// - Parameters:
    ///   - verifier: What verifies. Ask it for the bundle identifier and the environment at least.
    ///   - referenceDate: The date that ends of subscriptions are compared with, asked once for
    ///     each verified receipt, on the thread that verifies. It becomes the answer's
    ///     `request_date`, unless the receipt was made later: then it is that date, because a clock
    ///     that shows an earlier one was set back.
    public init(verifier: ReceiptVerifier, referenceDate: @escaping @Sendable () -> Date) {
        self.verifier = verifier
        self.referenceDate = referenceDate
    }

    /// Verifies a receipt on a queue of the system.
    ///
    /// - Parameters:
    ///   - receiptData: The bytes of the receipt file.
    ///   - completion: Called once, on that queue; see ``validate(_:)`` for the answers.
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
    /// - Returns: The dictionary that Apple's verifyReceipt sends, without what only a server
    ///   knows: `status`, `environment` and `receipt`. A refusal is the error `receiptInvalid` with
    ///   the status that Apple would send; its dictionary has that `status` and, as `exception`,
    ///   the sentence that says which rule was broken and how, and no field of the receipt.
    public func validate(_ receiptData: Data) -> VerifyReceiptResult {
        let signed = SignedReceipt(receiptData)
        switch verifier.judge(signed) {
        case .verified(let receipt):
            let answer = ResponseObject(verified: receipt, referenceDate: referenceDate())
            return .success(receipt: ReceiptJSON.info(answer.fields))
        case .refused(let refusal):
            let status = ReceiptStatus(refusal, of: signed, by: verifier.rules)
            let answer = ResponseObject(refused: refusal, status: status)
            let info = ReceiptJSON.info(answer.fields)
            return .error(error: .receiptInvalid(receipt: info, status: status))
        }
    }
}
