public import Foundation

/// The result of a request for the receipt.
public enum FetchReceiptResult: Sendable {
    /// The receipt, signed by Apple; nothing in it is verified yet.
    case success(receiptData: Data)
    /// The reason why the receipt is missing.
    case error(error: ReceiptError)
}

extension FetchReceiptResult {
    var asResult: Result<Data, any Error> {
        switch self {
        case .success(let receiptData): .success(receiptData)
        case .error(let error): .failure(error)
        }
    }
}
