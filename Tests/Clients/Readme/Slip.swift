/// What a document gets wrong in a sample, so that it stands corrected in the tests.
struct Slip: Sendable {
    let documents: Set<String>
    let wrong: String
    let right: String
    let reason: String

    func correct(_ sample: String, of document: String) -> String {
        guard documents.contains(document) else { return sample }
        return sample.replacing(wrong, with: right)
    }
}

extension Slip {
    static let all = [
        Slip(
            documents: ["002"],
            wrong: #"print("User has revoked permission to use this cloud service") }"#,
            right: #"print("User has revoked permission to use this cloud service") "#
                + "default: print((error as NSError).localizedDescription) }",
            reason:
                "StoreKit has more error codes than the nine; the other documents have a default."
        ),
        Slip(
            documents: ["002"],
            wrong: #"\(results.restoredPurchases")"#,
            right: #"\(results.restoredPurchases)")"#,
            reason: "A parenthesis is missing."
        ),
        Slip(
            documents: ["000", "001", "003", "004"],
            wrong: "let downloads = purchase.transaction.downloads",
            right: "let downloads = product.transaction.downloads",
            reason: "The pattern above it binds the name product."
        ),
        Slip(
            documents: ["000", "001", "003", "004"],
            wrong: "// return false otherwise }",
            right: "// return false otherwise return true }",
            reason: "The body is left to the app, and must return something."
        ),
        Slip(
            documents: ["000", "001", "002", "003", "004"],
            wrong: "let receiptString = receiptData.base64EncodedString",
            right: "let receiptString = receiptData?.base64EncodedString",
            reason: "A freshly installed app has no receipt, so its data is optional."
        ),
        Slip(
            documents: ["004"],
            wrong: "getDistinctPurchaseIds(inReceipt receipt: ReceiptInfo)",
            right: "getDistinctPurchaseIds(inReceipt: receipt) ?? []",
            reason: "The call is written as the declaration, and there may be no identifiers."
        ),
    ]
}
