import Foundation
public import SwiftyStoreKit

/// The JSON of one purchase, as Apple encodes it.
enum TestEntry {
    /// Makes a purchase without the `nil` members; times are seconds since 1970.
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

/// The origins of a receipt's dictionary.
enum ReceiptForm: CaseIterable, Sendable {
    /// Decoded by this library.
    case decoded
    /// Decoded by Foundation and cast, as a validator of an app does.
    case cast
    /// Made of Foundation's collections.
    case foundation
}

/// The JSON of a response of verifyReceipt.
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
        var response: [String: Any] = ["status": 0, "receipt": receipt]
        response["latest_receipt_info"] = latest
        response["pending_renewal_info"] = renewals
        return response.merging(more) { $1 }
    }

    static func info(_ json: [String: Any], as form: ReceiptForm = .decoded) throws -> ReceiptInfo {
        let data = try JSONSerialization.data(withJSONObject: json)
        switch form {
        case .decoded: return try VerifyReceiptResult(json: data).get()
        case .cast: return try JSONSerialization.jsonObject(with: data) as? ReceiptInfo ?? [:]
        case .foundation: return json.mapValues { $0 as AnyObject }
        }
    }
}

// The library leaves these types without Equatable, so the tests say what is equal, as apps do.

extension ReceiptItem: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: ReceiptItem, right: ReceiptItem) -> Bool {
        ProductStatus(productId: "", state: .owned, items: [left])
            == ProductStatus(productId: "", state: .owned, items: [right])
    }
}

extension VerifyPurchaseResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (left: VerifyPurchaseResult, right: VerifyPurchaseResult) -> Bool {
        switch (left, right) {
        case (.purchased(let item), .purchased(let other)): item == other
        case (.notPurchased, .notPurchased): true
        case (.purchased, _), (.notPurchased, _): false
        }
    }
}

extension VerifySubscriptionResult: Equatable {
    /// Whether the two are equal to these tests.
    public static func == (
        left: VerifySubscriptionResult,
        right: VerifySubscriptionResult
    ) -> Bool {
        switch (left, right) {
        case (.purchased(let date, let items), .purchased(let otherDate, let others)),
            (.expired(let date, let items), .expired(let otherDate, let others)):
            date == otherDate && items == others
        case (.notPurchased, .notPurchased): true
        case (.purchased, _), (.expired, _), (.notPurchased, _): false
        }
    }
}
