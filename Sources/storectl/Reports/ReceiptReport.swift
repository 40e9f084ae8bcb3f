import AppReceipt
import StoreCommands
import StrictJSON

struct ReceiptReport: Report {
    let content: ReceiptContent
    let isVerified: Bool

    var json: JSONValue {
        .members([
            "appVersion": .string(content.appVersion),
            "bundleIdentifier": .string(content.bundleIdentifier),
            "creationDate": .date(content.creationDate),
            "environment": content.type.map { .string($0.rawValue) },
            "expirationDate": content.expirationDate.map(JSONValue.date),
            "inAppPurchases": .array(content.inAppPurchases.map(json)),
            "isVerified": .bool(isVerified),
            "originalAppVersion": content.originalAppVersion.map(JSONValue.string),
        ])
    }

    private func json(of purchase: Receipt.InAppPurchase) -> JSONValue {
        .members([
            "cancellationDate": purchase.cancellationDate.map(JSONValue.date),
            "expirationDate": purchase.expirationDate.map(JSONValue.date),
            "originalTransactionID": purchase.originalTransactionIdentifier
                .map(JSONValue.string),
            "productID": .string(purchase.productIdentifier),
            "purchaseDate": .date(purchase.purchaseDate),
            "quantity": .number(purchase.quantity),
            "transactionID": .string(purchase.transactionIdentifier),
        ])
    }

    func text(_ style: TextStyle) -> String {
        let purchases = TextTable(
            content.inAppPurchases,
            [
                .number("ID", \.transactionIdentifier),
                .text("PRODUCT", \.productIdentifier),
                .number("QTY") { "\($0.quantity)" },
                .text("DATE", \.purchaseDate.iso8601Seconds),
                .text("EXPIRES", \.expirationDate?.iso8601Seconds),
                .text("CANCELLED", \.cancellationDate?.iso8601Seconds),
            ]
        )
        let list = style.list([
            ("verified", isVerified ? style.green("yes") : style.yellow("not checked")),
            ("app", "\(content.bundleIdentifier) \(content.appVersion)"),
            ("environment", content.type?.rawValue),
            ("created", content.creationDate.iso8601Seconds),
            ("expires", content.expirationDate?.iso8601Seconds),
        ])
        return list + "\n" + purchases.text(style, ifEmpty: "No purchases.")
    }
}
