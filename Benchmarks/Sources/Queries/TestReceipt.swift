import Foundation

/// A response of verifyReceipt for an app of six products; half of its purchases are monthly
/// renewals.
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
        json = try JSONSerialization.data(withJSONObject: Self.response(all))
    }

    private static func response(_ purchases: [TestPurchase]) -> [String: Any] {
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

/// Creates purchases one after another, the same ones in every run.
struct TestPurchases {
    private var state: UInt64 = 1
    private var number = 0
    private var firsts: [String: TestPurchase] = [:]

    mutating func next(at date: Date, isLast: Bool) -> TestPurchase {
        let product = isLast ? .monthly : anyProduct()
        let id = 100_000_000_000_000 + number * 1000 + below(1000)
        let first = product.renews ? firsts[product.id] : nil
        number += 1
        let purchase = TestPurchase(
            product: product,
            quantity: product.id.contains("coins") ? 1 + below(5) : 1,
            id: id,
            originalId: first?.id ?? id,
            date: date,
            originalDate: first?.date ?? date,
            webOrderId: 200_000_000_000_000 + below(10_000_000_000_000),
            isCancelled: !isLast && below(100) < 3,
            isIntroductory: first != nil && below(100) < 2
        )
        if product.renews, first == nil { firsts[product.id] = purchase }
        return purchase
    }

    private mutating func anyProduct() -> TestProduct {
        var place = below(100)
        for product in TestProduct.all {
            if place < product.share { return product }
            place -= product.share
        }
        return .monthly
    }

    // SplitMix64: even enough, and its numbers are the same everywhere.
    private mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}

/// One purchase and its JSON in a response of verifyReceipt.
struct TestPurchase {
    let product: TestProduct
    let quantity: Int
    let id: Int
    let originalId: Int
    let date: Date
    let originalDate: Date
    let webOrderId: Int
    let isCancelled: Bool
    let isIntroductory: Bool

    var expires: Date? {
        product.renews ? date.addingTimeInterval(Double(product.days) * 86_400) : nil
    }

    var renewal: [String: String] {
        [
            "auto_renew_product_id": product.id, "product_id": product.id,
            "original_transaction_id": String(originalId), "auto_renew_status": "1",
        ]
    }

    func fields(isListed: Bool) -> [String: String] {
        var fields = [
            "quantity": String(quantity), "product_id": product.id, "transaction_id": String(id),
            "original_transaction_id": String(originalId), "in_app_ownership_type": "PURCHASED",
        ]
        fields.merge(DateTexts.fields("purchase_date", date)) { $1 }
        fields.merge(DateTexts.fields("original_purchase_date", originalDate)) { $1 }
        if let expires { fields.merge(subscriptionFields(until: expires)) { $1 } }
        if isCancelled {
            let day = date.addingTimeInterval(86_400)
            fields.merge(DateTexts.fields("cancellation_date", day)) { $1 }
            fields["cancellation_reason"] = "0"
        }
        if isListed { fields["subscription_group_identifier"] = "21234567" }
        return fields
    }

    private func subscriptionFields(until end: Date) -> [String: String] {
        var fields = DateTexts.fields("expires_date", end)
        fields["web_order_line_item_id"] = String(webOrderId)
        fields["is_trial_period"] = id == originalId ? "true" : "false"
        fields["is_in_intro_offer_period"] = isIntroductory ? "true" : "false"
        return fields
    }
}

/// A product of the app.
struct TestProduct {
    let id: String
    let days: Int
    let renews: Bool
    /// How many of a hundred purchases are of it.
    let share: Int

    static let monthly = TestProduct(id: TestReceipt.monthly, days: 30, renews: true, share: 50)
    static let all = [
        monthly,
        TestProduct(id: "com.example.app.sub.yearly", days: 365, renews: true, share: 15),
        TestProduct(id: "com.example.app.sub.weekly", days: 7, renews: true, share: 15),
        TestProduct(id: "com.example.app.coins.500", days: 0, renews: false, share: 10),
        TestProduct(id: "com.example.app.unlock.pro", days: 0, renews: false, share: 5),
        TestProduct(id: "com.example.app.season.pass", days: 90, renews: false, share: 5),
    ]
}

/// The three spellings of a date in a response of verifyReceipt.
enum DateTexts {
    private static let greenwich = style(TimeZone(secondsFromGMT: 0) ?? .gmt)
    private static let pacific = style(TimeZone(identifier: "America/Los_Angeles") ?? .gmt)

    static func fields(_ name: String, _ date: Date?) -> [String: String] {
        guard let date else { return [:] }
        return [
            name: date.formatted(greenwich) + " Etc/GMT",
            name + "_ms": String(Int(date.timeIntervalSince1970) * 1000),
            name + "_pst": date.formatted(pacific) + " America/Los_Angeles",
        ]
    }

    private static func style(_ zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
            .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    }
}
