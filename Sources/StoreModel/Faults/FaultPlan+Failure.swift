public import Foundation

extension FaultPlan {
    /// A planned failure.
    ///
    /// Seconds are those of the store's clock.
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

    package var kind: Kind {
        switch self {
        case .storeError: .storeError
        case .networkDown: .networkDown
        case .slow: .slow
        case .timeout: .timeout
        case .httpStatus: .httpStatus
        case .malformedAnswer: .malformedAnswer
        case .emptyAnswer: .emptyAnswer
        case .noAnswer: .noAnswer
        case .customerCancels: .customerCancels
        case .failedCommit: .failedCommit
        case .uncertainCommit: .uncertainCommit
        case .duplicateDelivery: .duplicateDelivery
        case .reorderedDelivery: .reorderedDelivery
        case .downloadFailure: .downloadFailure
        case .crash: .crash
        }
    }
}

extension FaultPlan.Failure: CustomStringConvertible {
    /// The failure as in `slow 5.0 s`.
    public var description: String {
        switch self {
        case .storeError(let code): "\(kind.rawValue) \(code.rawValue)"
        case .slow(let seconds), .timeout(let seconds), .reorderedDelivery(let seconds):
            "\(kind.rawValue) \(seconds) s"
        case .httpStatus(let status): "\(kind.rawValue) \(status)"
        case .downloadFailure(let reason): "\(kind.rawValue) \(reason.rawValue)"
        default: kind.rawValue
        }
    }
}
