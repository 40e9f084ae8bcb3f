import Foundation
import SwiftyStoreKit

/// The JSON of one purchase, as Apple writes it.
enum TestEntry {
    /// Times are seconds since 1970; what is nil is left out.
    static func make(
        _ productId: String = "coins",
        id: String = "1",
        originalId: String? = nil,
        at date: Double = 1000,
        originallyAt originalDate: Double? = nil,
        until expiry: Double? = nil,
        cancelledAt cancellation: Double? = nil,
        more: [String: Any] = [:]
    ) -> [String: Any] {
        var entry: [String: Any] = [
            "quantity": "1",
            "product_id": productId,
            "transaction_id": id,
            "original_transaction_id": originalId ?? id,
            "purchase_date_ms": milliseconds(date),
            "original_purchase_date_ms": milliseconds(originalDate ?? date),
            "is_trial_period": "false",
        ]
        entry["expires_date_ms"] = expiry.map(milliseconds)
        entry["cancellation_date_ms"] = cancellation.map(milliseconds)
        return entry.merging(more) { $1 }
    }

    static func milliseconds(_ seconds: Double) -> String {
        String(Int(seconds * 1000))
    }
}

/// The ways in which a receipt's dictionary comes about.
enum ReceiptForm: CaseIterable, Sendable {
    /// Read by this library.
    case read
    /// Read by Foundation and cast, as a validator of an app does.
    case cast
    /// Made of Foundation's collections.
    case foundation
}

/// The JSON of an answer of verifyReceipt.
enum TestReceipt {
    static func make(
        inApp: Any? = nil,
        latest: Any? = nil,
        renewals: Any? = nil,
        requestDate: Double? = nil,
        more: [String: Any] = [:]
    ) -> [String: Any] {
        var receipt: [String: Any] = ["bundle_id": "com.example.app"]
        receipt["in_app"] = inApp
        receipt["request_date_ms"] = requestDate.map(TestEntry.milliseconds)
        var answer: [String: Any] = ["status": 0, "receipt": receipt]
        answer["latest_receipt_info"] = latest
        answer["pending_renewal_info"] = renewals
        return answer.merging(more) { $1 }
    }

    static func info(_ json: [String: Any], as form: ReceiptForm = .read) throws -> ReceiptInfo {
        let data = try JSONSerialization.data(withJSONObject: json)
        switch form {
        case .read: return try VerifyReceiptResult(json: data).get()
        case .cast: return try JSONSerialization.jsonObject(with: data) as? ReceiptInfo ?? [:]
        case .foundation: return json.mapValues { $0 as AnyObject }
        }
    }
}
