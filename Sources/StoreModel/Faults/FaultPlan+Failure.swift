public import Foundation
import StrictJSON

extension FaultPlan {
    /// A planned failure.
    ///
    /// Seconds are measured by the store's clock.
    public enum Failure: Sendable, Equatable {
        /// The App Store refuses with a code.
        case storeError(FailureCode)
        /// The device is offline.
        case networkDown
        /// The response, or the delivery, is late.
        case slow(seconds: TimeInterval)
        /// The server doesn't respond, and the device gives up; nothing was done.
        case timeout(seconds: TimeInterval)
        /// The server responds with a status from 500 to 599, at `serverRequest` also with 429.
        case httpStatus(Int)
        /// The response cannot be read.
        case malformedAnswer
        /// The response is valid, but lacks the expected products or purchases.
        case emptyAnswer
        /// The response has no content at all: no response, no file, no bytes; a notification is
        /// lost, and counts as received.
        case noAnswer
        /// The customer cancels.
        case customerCancels
        /// The ledger is not written: an error, and nothing is charged.
        case failedCommit
        /// The ledger is written and reports an error: the payment is charged, and delivered at the
        /// next launch.
        case uncertainCommit
        /// The transaction is delivered twice, or the notification is sent twice.
        case duplicateDelivery
        /// The transaction is delivered, or the notification sent, after the next one, or alone
        /// when it has waited long enough.
        case reorderedDelivery(seconds: TimeInterval)
        /// The download fails.
        case downloadFailure(DownloadFailure.Reason)
        /// The app is killed and launched again: at a commit right after it, at a download right
        /// after its start, elsewhere before anything was done.
        case crash
    }
}

extension FaultPlan.Failure {
    /// The kinds of failures, without their values.
    package enum Kind: String, CaseIterable {
        case storeError
        case networkDown
        case slow
        case timeout
        case httpStatus
        case malformedAnswer
        case emptyAnswer
        case noAnswer
        case customerCancels
        case failedCommit
        case uncertainCommit
        case duplicateDelivery
        case reorderedDelivery
        case downloadFailure
        case crash
    }

    package var kind: Kind { word.kind }

    /// The name in plans, and the value.
    var word: (kind: Kind, value: JSONValue?) {
        switch self {
        case .storeError(let code): (.storeError, .number("\(code.rawValue)"))
        case .networkDown: (.networkDown, nil)
        case .slow(let seconds): (.slow, .number("\(seconds)"))
        case .timeout(let seconds): (.timeout, .number("\(seconds)"))
        case .httpStatus(let status): (.httpStatus, .number("\(status)"))
        case .malformedAnswer: (.malformedAnswer, nil)
        case .emptyAnswer: (.emptyAnswer, nil)
        case .noAnswer: (.noAnswer, nil)
        case .customerCancels: (.customerCancels, nil)
        case .failedCommit: (.failedCommit, nil)
        case .uncertainCommit: (.uncertainCommit, nil)
        case .duplicateDelivery: (.duplicateDelivery, nil)
        case .reorderedDelivery(let seconds): (.reorderedDelivery, .number("\(seconds)"))
        case .downloadFailure(let reason): (.downloadFailure, .string(reason.rawValue))
        case .crash: (.crash, nil)
        }
    }
}

extension FaultPlan.Failure: CustomStringConvertible {
    /// The failure as in `slow 5.0 s`.
    public var description: String {
        let unit = [.slow, .timeout, .reorderedDelivery].contains(kind) ? " s" : ""
        return switch word.value {
        case .number(let text)?, .string(let text)?: "\(kind.rawValue) \(text)\(unit)"
        default: kind.rawValue
        }
    }
}

extension FaultPlan {
    /// The body that a failing server sends in place of the expected one.
    package static let malformedAnswer = "<html><body>Service Unavailable</body></html>"
}

extension FaultPlan.Failure {
    /// The body of a response of a server, in place of the right one.
    package func responseBody(insteadOf body: Data) -> Data {
        switch self {
        case .malformedAnswer, .httpStatus: Data(FaultPlan.malformedAnswer.utf8)
        case .noAnswer: Data()
        case .emptyAnswer: Self.withoutPurchases(body)
        default: body
        }
    }

    /// The members of a response, or of its receipt, that name purchases.
    private static let purchases = [
        "in_app", "latest_receipt_info", "pending_renewal_info", "latest_receipt",
    ]

    private static func withoutPurchases(_ body: Data) -> Data {
        guard var response = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
            return body
        }
        purchases.forEach { response[$0] = nil }
        if var receipt = response["receipt"] as? [String: Any] {
            receipt["in_app"] = [Any]()
            response["receipt"] = receipt
        }
        return (try? JSONSerialization.data(withJSONObject: response)) ?? body
    }
}
