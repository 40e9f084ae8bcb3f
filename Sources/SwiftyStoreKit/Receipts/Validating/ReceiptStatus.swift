import Foundation

/// The meaning of the status of a verifyReceipt response.
///
/// The raw value is Apple's number. An app may switch over these cases without a default: there
/// will be no others. Numbers that Apple has added are `unknown` here; ``ReceiptError/statusCode``
/// has them.
public enum ReceiptStatus: Int, CustomStringConvertible, Sendable {
    /// A number that Apple does not document, or that has no case here.
    case unknown = -2
    /// No status in the response.
    case none = -1
    /// The receipt is valid, regardless of later changes of its purchases.
    case valid = 0
    /// The request wasn't a POST, or its JSON could not be decoded.
    case jsonNotReadable = 21000
    /// The receipt is malformed or missing, or the service had a temporary problem.
    case malformedOrMissingData = 21002
    /// The receipt could not be authenticated.
    case receiptCouldNotBeAuthenticated = 21003
    /// The shared secret is not the app's.
    case secretNotMatching = 21004
    /// The server is temporarily unavailable.
    case receiptServerUnavailable = 21005
    /// The receipt is valid and its subscription expired; only for receipts from before iOS 7.
    case subscriptionExpired = 21006
    /// The receipt is of the sandbox and was sent to production.
    case testReceipt = 21007
    /// The receipt is of production and was sent to the sandbox.
    case productionEnvironment = 21008

    /// The meaning in English.
    public var description: String {
        switch self {
        case .unknown: "the status is not documented"
        case .none: "the response has no status"
        case .valid: "the receipt is valid"
        case .jsonNotReadable: "the request could not be read"
        case .malformedOrMissingData: "the receipt is malformed or missing"
        case .receiptCouldNotBeAuthenticated: "the receipt could not be authenticated"
        case .secretNotMatching: "the shared secret does not match"
        case .receiptServerUnavailable: "the server is temporarily unavailable"
        case .subscriptionExpired: "the subscription has expired"
        case .testReceipt: "a sandbox receipt was sent to production"
        case .productionEnvironment: "a production receipt was sent to the sandbox"
        }
    }
}

/// The status of a verifyReceipt response as a number, which may have no case in ``ReceiptStatus``.
///
/// Compare it with the constants, or switch over ``status``.
public struct ReceiptStatusCode: RawRepresentable, Hashable, CustomStringConvertible, Sendable {
    /// A number that Apple no longer sends.
    public static let noLongerSent = ReceiptStatusCode(rawValue: 21001)
    /// Data could not be accessed; try again later.
    public static let dataAccessUnavailable = ReceiptStatusCode(rawValue: 21009)
    /// The customer's account cannot be found or was deleted.
    public static let accountNotFound = ReceiptStatusCode(rawValue: 21010)

    /// Apple's number.
    public let rawValue: Int

    /// Makes a code of any number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The case for the number; `unknown` without one.
    public var status: ReceiptStatus {
        rawValue < 0 ? .unknown : ReceiptStatus(rawValue: rawValue) ?? .unknown
    }

    /// Whether Apple could not access its data: any number from 21100 to 21199.
    public var isInternalDataAccess: Bool { (21100...21199).contains(rawValue) }

    /// Whether the same request may succeed later.
    public var isTemporary: Bool {
        self == .dataAccessUnavailable || isInternalDataAccess
            || status == .receiptServerUnavailable
    }

    /// The meaning in English.
    public var description: String {
        switch self {
        case .noLongerSent: "the status is no longer sent by the App Store"
        case .dataAccessUnavailable: "the server temporarily could not access its data"
        case .accountNotFound: "the customer's account cannot be found"
        default:
            isInternalDataAccess ? "the server could not access its data" : status.description
        }
    }

    /// The status of a response; nil for other values.
    ///
    /// It must be written as a whole number: a string, `false` or `1e-400`, which is decoded as 0,
    /// isn't a status.
    init?(status: Any?) {
        guard let number = status as? NSNumber, ReceiptScalar.isWhole(number),
            let code = ReceiptScalar.integer(number)
        else { return nil }
        self.init(rawValue: code)
    }
}

extension ReceiptError {
    /// The number behind `receiptInvalid`, as the server sent it; nil for every other error.
    ///
    /// Also nil if the response had no status.
    public var statusCode: ReceiptStatusCode? {
        guard case .receiptInvalid(let receipt, let status) = self else { return nil }
        let code = ReceiptStatusCode(status: receipt["status"])
        if let code, code.status == status { return code }
        return status.rawValue < 0 ? nil : ReceiptStatusCode(rawValue: status.rawValue)
    }
}

/// The status with which a Mac app exits so that the system fetches a new receipt.
public enum ReceiptExitCode: Int32, Sendable {
    /// The receipt is not valid.
    case notValid = 173
}
