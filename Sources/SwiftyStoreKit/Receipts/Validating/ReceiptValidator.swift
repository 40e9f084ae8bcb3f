public import Foundation

/// Verifies receipts and decodes them.
///
/// Conform to it to use a server of your own, which can send the receipt to Apple's and pass the
/// response on: ``VerifyReceiptResult/init(json:)`` decodes it.
public protocol ReceiptValidator {
    /// Verifies a receipt; ``SwiftyStoreKit`` calls this on the main queue.
    ///
    /// - Parameters:
    ///   - receiptData: The bytes of the receipt file.
    ///   - completion: To be called once, on any thread; a second call changes nothing.
    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void)
}

/// The result of a request for the receipt.
public enum FetchReceiptResult: Sendable {
    /// The receipt, signed by Apple; nothing in it is verified yet.
    case success(receiptData: Data)
    /// The reason why the receipt is missing.
    case error(error: ReceiptError)
}

// Unchecked because a `ReceiptInfo` holds decoded JSON, which doesn't change.
/// The result of a validator.
public enum VerifyReceiptResult: @unchecked Sendable {
    /// The receipt is valid; this is its content.
    case success(receipt: ReceiptInfo)
    /// The receipt is not valid, or that could not be found out.
    case error(error: ReceiptError)

    /// Decodes the JSON of a verifyReceipt response.
    ///
    /// The status 0 is a success and every other an error; see ``ReceiptStatus``.
    ///
    /// - Parameter json: The body of the response, in UTF-8.
    public init(json: Data) {
        self = DecodedVerifyReceiptResponse(json).result
    }

    /// The content of the receipt.
    ///
    /// - Throws: The ``ReceiptError`` of this result.
    public func get() throws(ReceiptError) -> sending ReceiptInfo {
        switch self {
        case .success(let receipt): return receipt
        case .error(let error): throw error
        }
    }
}
