import Foundation

/// The answer of verifyReceipt for an app of six products, half of its purchases monthly renewals.
struct TestReceipt {
    static let monthly = "com.example.app.sub.monthly"
    static let subscriptions: Set<String> = [
        monthly, "com.example.app.sub.yearly", "com.example.app.sub.weekly",
    ]

    private static let first = Date(timeIntervalSince1970: 1_456_824_600)
    private static let created = Date(timeIntervalSince1970: 1_717_243_200)

    let json: Data

    init(count: Int) throws {
        var purchases = TestPurchases()
        let step = (Self.created.timeIntervalSince(Self.first) - 3 * 86_400) / Double(count)
        let all = (1...count).map { number in
            let date = Self.first.addingTimeInterval((step * Double(number)).rounded(.down))
            return purchases.next(at: date, isLast: number == count)
        }
        json = try JSONSerialization.data(withJSONObject: Self.answer(all))
    }

    private static func answer(_ purchases: [TestPurchase]) -> [String: Any] {
        let listed = purchases.filter { $0.expires != nil }
        var newest: [String: TestPurchase] = [:]
        for purchase in listed { newest[purchase.product.id] = purchase }
        return [
            "status": 0, "environment": "Production", "receipt": receipt(purchases),
            "latest_receipt_info": listed.reversed().map { $0.fields(isListed: true) },
            "latest_receipt": Data(repeating: 7, count: 4000).base64EncodedString(),
            "pending_renewal_info": newest.values.map { $0.renewal },
        ]
    }

    private static func receipt(_ purchases: [TestPurchase]) -> [String: Any] {
        var fields: [String: Any] = [
            "receipt_type": "Production", "adam_id": 1_234_567_890, "app_item_id": 1_234_567_890,
            "bundle_id": "com.example.app", "application_version": "4.2.1",
            "download_id": 50_000_000_000_123, "version_external_identifier": 861_234_567,
            "original_application_version": "1.0",
            "in_app": purchases.map { $0.fields(isListed: false) },
        ]
        fields.merge(DateTexts.fields("receipt_creation_date", created)) { $1 }
        fields.merge(DateTexts.fields("request_date", created.addingTimeInterval(5))) { $1 }
        fields.merge(DateTexts.fields("original_purchase_date", first)) { $1 }
        return fields
    }
}
