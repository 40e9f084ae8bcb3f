import Foundation
import SwiftyStoreKit

/// Names every error about receipts with the type that apps rely on.
enum ReceiptErrorShapes {
    static func errors() {
        let _: ReceiptError = ReceiptError.noReceiptData
        let _: ReceiptError = ReceiptError.noRemoteData
        let _: (any Error) -> ReceiptError = ReceiptError.requestBodyEncodeError(error:)
        let _: (any Error) -> ReceiptError = ReceiptError.networkError(error:)
        let _: (String?) -> ReceiptError = ReceiptError.jsonDecodeError(string:)
        let _: (ReceiptInfo, ReceiptStatus) -> ReceiptError = ReceiptError.receiptInvalid(
            receipt:
            status:
        )
    }

    static func members() {
        let _: String = ReceiptError.errorDomain
        let _: KeyPath<ReceiptError, Int> = \ReceiptError.errorCode
        let _: KeyPath<ReceiptError, [String: Any]> = \ReceiptError.errorUserInfo
        let _: KeyPath<ReceiptError, String?> = \ReceiptError.errorDescription
        let _: KeyPath<ReceiptError, String> = \ReceiptError.debugDescription
        let _: KeyPath<ReceiptError, ReceiptError.Cause> = \ReceiptError.cause
        let _: (Int) -> ReceiptServerError = ReceiptServerError.httpStatus(_:)
        let _: KeyPath<ReceiptServerError, String?> = \ReceiptServerError.errorDescription
    }

    static func causes() {
        let _: ReceiptError.Cause = ReceiptError.Cause.cancelled
        let _: ReceiptError.Cause = ReceiptError.Cause.signIn
        let _: ReceiptError.Cause = ReceiptError.Cause.network
        let _: ReceiptError.Cause = ReceiptError.Cause.untrustedServer
        let _: ReceiptError.Cause = ReceiptError.Cause.server
        let _: ReceiptError.Cause = ReceiptError.Cause.receipt
        let _: ReceiptError.Cause = ReceiptError.Cause.other
    }

    static func statuses() {
        let _: ReceiptStatus = ReceiptStatus.unknown
        let _: ReceiptStatus = ReceiptStatus.none
        let _: ReceiptStatus = ReceiptStatus.valid
        let _: ReceiptStatus = ReceiptStatus.jsonNotReadable
        let _: ReceiptStatus = ReceiptStatus.malformedOrMissingData
        let _: ReceiptStatus = ReceiptStatus.receiptCouldNotBeAuthenticated
        let _: ReceiptStatus = ReceiptStatus.secretNotMatching
        let _: ReceiptStatus = ReceiptStatus.receiptServerUnavailable
        let _: ReceiptStatus = ReceiptStatus.subscriptionExpired
        let _: ReceiptStatus = ReceiptStatus.testReceipt
        let _: ReceiptStatus = ReceiptStatus.productionEnvironment
    }

    static func numbers() {
        let _: (Int) -> ReceiptStatusCode = ReceiptStatusCode.init(rawValue:)
        let _: KeyPath<ReceiptStatusCode, Int> = \ReceiptStatusCode.rawValue
        let _: KeyPath<ReceiptStatusCode, ReceiptStatus> = \ReceiptStatusCode.status
        let _: KeyPath<ReceiptStatusCode, Bool> = \ReceiptStatusCode.isTemporary
        let _: KeyPath<ReceiptStatusCode, Bool> = \ReceiptStatusCode.isInternalDataAccess
        let _: KeyPath<ReceiptStatusCode, String> = \ReceiptStatusCode.description
        let _: ReceiptStatusCode = ReceiptStatusCode.noLongerSent
        let _: ReceiptStatusCode = ReceiptStatusCode.dataAccessUnavailable
        let _: ReceiptStatusCode = ReceiptStatusCode.accountNotFound
        let _: KeyPath<ReceiptError, ReceiptStatusCode?> = \ReceiptError.statusCode
        let _: (Int) -> ReceiptStatus? = ReceiptStatus.init(rawValue:)
        let _: KeyPath<ReceiptStatus, String> = \ReceiptStatus.description
        let _: ReceiptExitCode = ReceiptExitCode.notValid
        let _: (Int32) -> ReceiptExitCode? = ReceiptExitCode.init(rawValue:)
    }
}
