import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

/// The content of a receipt.
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
        var list = TextList()
        list.add(
            "verified",
            isVerified ? style.green("yes") : style.yellow("not checked")
        )
        list.add("app", "\(content.bundleIdentifier) \(content.appVersion)")
        list.add("environment", content.type?.rawValue)
        list.add("created", content.creationDate.iso8601Seconds)
        list.add("expires", content.expirationDate?.iso8601Seconds)
        return list.text(style) + "\n" + purchases.text(style, ifEmpty: "No purchases.")
    }

    private var purchases: TextTable {
        var table = TextTable([
            .number("ID"), .text("PRODUCT"), .number("QTY"), .text("DATE"), .text("EXPIRES"),
            .text("CANCELLED"),
        ])
        for purchase in content.inAppPurchases {
            table.add(
                purchase.transactionIdentifier,
                purchase.productIdentifier,
                "\(purchase.quantity)",
                purchase.purchaseDate.iso8601Seconds,
                purchase.expirationDate?.iso8601Seconds,
                purchase.cancellationDate?.iso8601Seconds
            )
        }
        return table
    }
}
