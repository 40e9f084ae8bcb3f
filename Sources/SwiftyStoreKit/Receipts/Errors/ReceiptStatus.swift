/// What the status of a verifyReceipt answer means.
///
/// The raw value is Apple's number; see the status codes in Apple's documentation of verifyReceipt.
public enum ReceiptStatus: Int, Sendable {
    /// A number that Apple does not document.
    case unknown = -2
    /// No status in the answer.
    case none = -1
    /// The receipt is valid, which says nothing about its purchases.
    case valid = 0
    /// The request was no POST, or its JSON could not be read.
    case jsonNotReadable = 21000
    /// A number that Apple no longer sends.
    case noLongerSent = 21001
    /// The receipt is malformed or missing, or the service had trouble for a moment.
    case malformedOrMissingData = 21002
    /// The receipt could not be authenticated.
    case receiptCouldNotBeAuthenticated = 21003
    /// The shared secret is not the app's.
    case secretNotMatching = 21004
    /// The server could not answer for a moment.
    case receiptServerUnavailable = 21005
    /// The receipt is valid and its subscription is over; only for receipts as they were before iOS 7.
    case subscriptionExpired = 21006
    /// The receipt is of the sandbox and was sent to production.
    case testReceipt = 21007
    /// The receipt is of production and was sent to the sandbox.
    case productionEnvironment = 21008
    /// Data could not be accessed; try again later.
    case dataAccessUnavailable = 21009
    /// The customer's account cannot be found or was deleted.
    case accountNotFound = 21010
    /// Data could not be accessed: any number from 21100 to 21199.
    case internalDataAccess = 21100

    /// Finds the meaning of a number, also inside the range that has one meaning.
    public init(code: Int) {
        switch code {
        case 21100...21199: self = .internalDataAccess
        default: self = code < 0 ? .unknown : ReceiptStatus(rawValue: code) ?? .unknown
        }
    }

    /// Whether the same question may be answered if it is asked again.
    var isTemporary: Bool {
        switch self {
        case .receiptServerUnavailable, .dataAccessUnavailable, .internalDataAccess: true
        default: false
        }
    }
}

extension ReceiptStatus: CustomStringConvertible {
    /// The meaning in English.
    public var description: String {
        switch self {
        case .unknown: "the status is not documented"
        case .none: "the answer has no status"
        case .valid: "the receipt is valid"
        case .jsonNotReadable: "the request could not be read"
        case .noLongerSent: "the status is no longer sent by the App Store"
        case .malformedOrMissingData: "the receipt is malformed or missing"
        case .receiptCouldNotBeAuthenticated: "the receipt could not be authenticated"
        case .secretNotMatching: "the shared secret does not match"
        case .receiptServerUnavailable: "the server is unavailable for the moment"
        case .subscriptionExpired: "the subscription has expired"
        case .testReceipt: "a receipt of the sandbox was sent to production"
        case .productionEnvironment: "a receipt of production was sent to the sandbox"
        case .dataAccessUnavailable: "the server could not access its data for the moment"
        case .accountNotFound: "the customer's account cannot be found"
        case .internalDataAccess: "the server could not access its data"
        }
    }
}
