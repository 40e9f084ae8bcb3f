public import Foundation

/// What the server that verifies receipts did instead of answering.
public enum ReceiptServerError: Error, Equatable, Sendable {
    /// It answered with a status of HTTP outside of 200 to 299, and without a status of the
    /// receipt.
    case httpStatus(Int)
}

extension ReceiptServerError: LocalizedError {
    /// What happened, in English.
    public var errorDescription: String? {
        switch self {
        case .httpStatus(let status): "The server answered with the HTTP status \(status)."
        }
    }
}
