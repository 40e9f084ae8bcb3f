import AppReceipt
import Foundation
import TestCluster

/// Documents with a valid signature, but contents that the App Store would not write.
enum OddDocument {
    /// Signs one of them; `nil` if it has no form in a document.
    static func make(
        _ kind: Int,
        _ id: UUID,
        _ issuer: JWSIssuer,
        _ random: inout SplitMix64
    ) throws -> String? {
        var transaction = TransactionPayload()
        let number = UInt64.random(in: 1...UInt64.max, using: &random)
        transaction.transactionIdentifier = "odd-\(number)"
        transaction.originalTransactionIdentifier = transaction.transactionIdentifier
        transaction.bundleIdentifier = EntitlementQuery.app
        transaction.environment = .sandbox
        transaction.productIdentifier = "odd"
        transaction.productType = .nonConsumable
        transaction.purchaseDate = Date() - 10
        transaction.signedDate = Date() - 10
        var type: NotificationPayload.NotificationType? = .oneTimeCharge
        var date = Date() - 10
        switch kind {
        case 0: transaction.productIdentifier = "a\u{0}b"
        case 1: transaction.transactionIdentifier = String(repeating: "9", count: 5_000)
        case 2: transaction.originalTransactionIdentifier = "1\u{0}"
        case 3: transaction.purchaseDate = Date(timeIntervalSince1970: 9e15)
        case 4: transaction.expirationDate = Date(timeIntervalSince1970: -6e10)
        case 5: transaction.productIdentifier = String(repeating: "\u{1F600}", count: 1_000)
        case 6: type = .init(rawValue: "NEW\u{0}")
        case 7: date = Date() + 3 * 86_400
        case 8: transaction.productType = .init(rawValue: String(repeating: "x", count: 9_000))
        default: transaction.originalTransactionIdentifier = "../%00 \"'\\"
        }
        var payload = NotificationPayload()
        payload.type = type
        payload.identifier = id
        payload.version = "2.0"
        payload.signedDate = date
        var purchase = NotificationPayload.Purchase()
        purchase.bundleIdentifier = EntitlementQuery.app
        purchase.environment = .sandbox
        do throws(JWSIssuer.Error) {
            purchase.signedTransaction = try issuer.issue(transaction)
            payload.data = purchase
            return try issuer.issue(payload).compactSerialization
        } catch {
            return nil
        }
    }
}
