import AppReceipt
import Foundation

/// Prints a line for each file of a folder: its name, the rule that it breaks or `verified`, and
/// the reason or what it says.
///
/// Usage: judge-receipts ROOT.der FOLDER
@main
enum JudgeReceipts {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            throw CocoaError(
                .fileReadUnknown,
                userInfo: [NSLocalizedDescriptionKey: "judge-receipts ROOT.der FOLDER"]
            )
        }
        let root = Array(try Data(contentsOf: URL(fileURLWithPath: arguments[1])))
        let verifier = ReceiptVerifier(trustedRoots: try TrustedRoots([root]), rules: [])
        let folder = URL(fileURLWithPath: arguments[2])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            print(name, line(verifier.judge(SignedReceipt(data))), separator: "\t")
        }
    }

    private static func line(_ verdict: ReceiptVerdict) -> String {
        switch verdict {
        case .refused(let refusal):
            return "\(refusal.rule.rawValue)\t\(refusal.reason)"
        case .verified(let receipt):
            let content: [String: Any] = [
                "bundle": receipt.bundleIdentifier, "version": receipt.appVersion,
                "created": receipt.creationDate.timeIntervalSince1970,
                "type": receipt.type?.rawValue ?? NSNull(),
                "transactions": receipt.inAppPurchases.map(\.transactionIdentifier),
                "products": receipt.inAppPurchases.map(\.productIdentifier),
                "purchased": receipt.inAppPurchases.map(\.purchaseDate.timeIntervalSince1970),
                "expires": receipt.inAppPurchases.map {
                    $0.expirationDate?.timeIntervalSince1970 as Any? ?? NSNull()
                },
            ]
            let json = try? JSONSerialization.data(withJSONObject: content, options: .sortedKeys)
            return "verified\t\(String(decoding: json ?? Data(), as: UTF8.self))"
        }
    }
}
