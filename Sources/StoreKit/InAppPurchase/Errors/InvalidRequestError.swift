public import Foundation

/// An error of a request of the Advanced Commerce API.
public struct InvalidRequestError: Error {
    /// The server's error code.
    public let code: Int64

    /// The server's message for developers.
    public let message: String

    package init(code: Int64, message: String) {
        self.code = code
        self.message = message
    }
}

extension InvalidRequestError: LocalizedError, CustomNSError, BridgedError {
    /// The failure in a sentence.
    public var errorDescription: String? { "The request is invalid (\(code))." }

    /// The server's message.
    public var failureReason: String? { message }

    /// A suggestion to recover.
    public var recoverySuggestion: String? { "Correct the request." }

    /// The server's error code.
    public var errorCode: Int { Int(clamping: code) }

    package static var unspecified: Self { Self(code: 0, message: "") }

    package init?(code: Int, userInfo: [String: Any]) {
        let message = userInfo[NSLocalizedFailureReasonErrorKey] as? String
        self.init(code: Int64(code), message: message ?? "")
    }
}
