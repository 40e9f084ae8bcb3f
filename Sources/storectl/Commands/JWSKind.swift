import AppReceipt
import ArgumentParser
import StrictJSON

/// The kinds of signed documents, as the command line names them.
enum JWSKind: String, ExpressibleByArgument, CaseIterable {
    case transaction
    case renewalInfo = "renewal-info"
    case appTransaction = "app-transaction"
    case notification
    case realtimeRequest = "realtime-request"

    /// Makes the kind of a payload, by a member that the others do not have.
    init(of payload: JSONNode) {
        let marks: [(kind: JWSKind, members: Set<String>)] = [
            (.notification, ["notificationType", "notificationUUID"]),
            (.appTransaction, ["receiptType", "receiptCreationDate"]),
            (.renewalInfo, ["autoRenewProductId", "autoRenewStatus"]),
            (.realtimeRequest, ["requestIdentifier", "userLocale"]),
        ]
        let mark = marks.first { !$0.members.isDisjoint(with: payload.memberNames) }
        self = mark?.kind ?? .transaction
    }

    /// Verifies a document; product and account are for the reader to check.
    func verify(_ text: String, with verifier: JWSVerifier) throws(JWSRefusal) {
        switch self {
        case .transaction:
            _ = try verifier.verify(
                JWS<TransactionPayload>(text),
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        case .renewalInfo:
            _ = try verifier.verify(
                JWS<RenewalInfoPayload>(text),
                originalTransactionIdentifier: .unchecked,
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        case .appTransaction: _ = try verifier.verify(JWS<AppTransactionPayload>(text))
        case .notification: _ = try verifier.verify(JWS<NotificationPayload>(text))
        case .realtimeRequest:
            _ = try verifier.verify(
                JWS<RealtimeRequestPayload>(text),
                appAppleIdentifier: .unchecked
            )
        }
    }

    func sign(_ json: [UInt8], with issuer: JWSIssuer) throws -> String {
        switch self {
        case .transaction: try issuer.issue(TransactionPayload(json: json)).compactSerialization
        case .renewalInfo: try issuer.issue(RenewalInfoPayload(json: json)).compactSerialization
        case .appTransaction:
            try issuer.issue(AppTransactionPayload(json: json)).compactSerialization
        case .notification: try issuer.issue(NotificationPayload(json: json)).compactSerialization
        case .realtimeRequest:
            try issuer.issue(RealtimeRequestPayload(json: json)).compactSerialization
        }
    }
}
