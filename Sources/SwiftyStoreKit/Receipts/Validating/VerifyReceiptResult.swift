public import Foundation

// Unchecked because a `ReceiptInfo` holds decoded JSON, which nobody changes.
/// The answer of a validator.
public enum VerifyReceiptResult: @unchecked Sendable {
    /// The receipt is valid; this is what it says.
    case success(receipt: ReceiptInfo)
    /// The receipt is not valid, or that could not be found out.
    case error(error: ReceiptError)
}

extension VerifyReceiptResult {
    /// Reads the JSON that verifyReceipt answers with.
    ///
    /// The status 0 is a success and every other an error; see ``ReceiptStatus``. An own server may
    /// pass on what Apple's answered, and a validator read it with this.
    ///
    /// - Parameter json: The body of the answer, in UTF-8.
    public init(json: Data) {
        self = VerifyReceiptAnswer(json).result
    }
}

extension VerifyReceiptResult {
    /// What the receipt says.
    ///
    /// - Throws: The ``ReceiptError`` of this result.
    public func get() throws(ReceiptError) -> sending ReceiptInfo {
        switch self {
        case .success(let receipt): return receipt
        case .error(let error): throw error
        }
    }
}
