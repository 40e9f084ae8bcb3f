/// What the status of a verifyReceipt answer means.
///
/// The raw value is Apple's number. An app may switch over these cases without a default: there
/// will be no others. Numbers that Apple has added are `unknown` here and told by
/// ``ReceiptStatusCode``, which ``ReceiptError/statusCode`` gives.
public enum ReceiptStatus: Int, Sendable {
    /// A number that Apple does not document, or that has no case here.
    case unknown = -2
    /// No status in the answer.
    case none = -1
    /// The receipt is valid, which says nothing about its purchases.
    case valid = 0
    /// The request was no POST, or its JSON could not be read.
    case jsonNotReadable = 21000
    /// The receipt is malformed or missing, or the service had trouble for a moment.
    case malformedOrMissingData = 21002
    /// The receipt could not be authenticated.
    case receiptCouldNotBeAuthenticated = 21003
    /// The shared secret is not the app's.
    case secretNotMatching = 21004
    /// The server could not answer for a moment.
    case receiptServerUnavailable = 21005
    /// The receipt is valid and its subscription is over; only for receipts as they were before iOS
    /// 7.
    case subscriptionExpired = 21006
    /// The receipt is of the sandbox and was sent to production.
    case testReceipt = 21007
    /// The receipt is of production and was sent to the sandbox.
    case productionEnvironment = 21008
}

extension ReceiptStatus: CustomStringConvertible {
    /// The meaning in English.
    public var description: String {
        switch self {
        case .unknown: "the status is not documented"
        case .none: "the answer has no status"
        case .valid: "the receipt is valid"
        case .jsonNotReadable: "the request could not be read"
        case .malformedOrMissingData: "the receipt is malformed or missing"
        case .receiptCouldNotBeAuthenticated: "the receipt could not be authenticated"
        case .secretNotMatching: "the shared secret does not match"
        case .receiptServerUnavailable: "the server is unavailable for the moment"
        case .subscriptionExpired: "the subscription has expired"
        case .testReceipt: "a receipt of the sandbox was sent to production"
        case .productionEnvironment: "a receipt of production was sent to the sandbox"
        }
    }
}
