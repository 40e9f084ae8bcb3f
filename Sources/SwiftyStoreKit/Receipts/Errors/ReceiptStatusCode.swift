import Foundation

/// The status of a verifyReceipt answer as a number, with those for which ``ReceiptStatus`` has no
/// case.
///
/// Compare it with the constants, or ask ``status`` for the case.
public struct ReceiptStatusCode: RawRepresentable, Hashable, Sendable {
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

    /// The case for the number; `unknown` if there is none.
    public var status: ReceiptStatus {
        rawValue < 0 ? .unknown : ReceiptStatus(rawValue: rawValue) ?? .unknown
    }

    /// Whether Apple could not access its data: any number from 21100 to 21199.
    public var isInternalDataAccess: Bool { (21100...21199).contains(rawValue) }

    /// Whether the same question may be answered if it is asked again.
    public var isTemporary: Bool {
        self == .dataAccessUnavailable || isInternalDataAccess
            || status == .receiptServerUnavailable
    }
}

extension ReceiptStatusCode: CustomStringConvertible {
    /// The meaning in English.
    public var description: String {
        switch self {
        case .noLongerSent: "the status is no longer sent by the App Store"
        case .dataAccessUnavailable: "the server could not access its data for the moment"
        case .accountNotFound: "the customer's account cannot be found"
        default:
            isInternalDataAccess ? "the server could not access its data" : status.description
        }
    }
}

extension ReceiptStatusCode {
    /// The status of an answer; nil if it has none.
    ///
    /// It must be written as a whole number: a text, `false` or `1e-400`, which reads as 0, is
    /// none.
    init?(_ info: ReceiptInfo) {
        guard let number = info["status"] as? NSNumber, ReceiptScalar.isWhole(number),
            let code = ReceiptScalar.integer(number)
        else { return nil }
        self.init(rawValue: code)
    }
}

extension ReceiptError {
    /// The number behind `receiptInvalid`, as the server sent it; nil for every other error.
    ///
    /// Also nil if the answer had no status.
    public var statusCode: ReceiptStatusCode? {
        guard case .receiptInvalid(let receipt, let status) = self else { return nil }
        if let code = ReceiptStatusCode(receipt), code.status == status { return code }
        return status.rawValue < 0 ? nil : ReceiptStatusCode(rawValue: status.rawValue)
    }
}
