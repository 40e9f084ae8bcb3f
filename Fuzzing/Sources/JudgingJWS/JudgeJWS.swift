import AppReceipt
import Foundation
import JWSDocuments

/// Judges signed documents, or issues some, for Scripts/differential.sh.
///
/// `judge-jws judge ROOT.der FOLDER` prints a line for each file of a folder: its name, the rule
/// that it breaks or `verified`, and the reason or the payload as it was signed. The name says what
/// a file holds: `transaction`, `renewalInfo`, `appTransaction` or `notification`, and then a
/// hyphen.
///
/// `judge-jws issue FOLDER` issues documents of every kind, and their root.
@main
enum JudgeJWS {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("judge", 3):
            let folder = URL(fileURLWithPath: CommandLine.arguments[3])
            let root = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))
            try Judge(root: Array(root)).printVerdicts(of: folder)
        case ("issue", 2):
            try issue(in: URL(fileURLWithPath: CommandLine.arguments[2]))
        default:
            let usage = "judge-jws judge ROOT.der FOLDER, or judge-jws issue FOLDER"
            throw CocoaError(.fileReadUnknown, userInfo: [NSLocalizedDescriptionKey: usage])
        }
    }

    /// Writes documents of every kind, their root, and the key that signed them.
    private static func issue(in folder: URL) throws {
        let documents = try Documents(signedBy: Documents.makeIdentity())
        let root = Data(documents.identity.rootCertificate)
        try root.write(to: folder.appendingPathComponent("root.der"))
        let identity = Data(documents.identity.pemRepresentation.utf8)
        try identity.write(to: folder.appendingPathComponent("identity.pem"))
        for (name, text) in documents.texts {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
    }
}

/// Judges documents of the app `com.example.app` in production.
struct Judge {
    private let verifier: JWSVerifier

    init(root: [UInt8]) throws {
        verifier = JWSVerifier(
            trustedRoots: try TrustedRoots([root]),
            policy: JWSPolicy(
                bundleIdentifier: "com.example.app",
                environments: [.production(appAppleIdentifier: 1_234_567_890)]
            )
        )
    }

    func printVerdicts(of folder: URL) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            print(name, line(name, String(decoding: data, as: UTF8.self)), separator: "\t")
        }
    }

    private func line(_ name: String, _ text: String) -> String {
        do throws(JWSRefusal) {
            let json = try payload(name, text)
            return "verified\t\(json.base64EncodedString())"
        } catch {
            return "\(error.rule.rawValue)\t\(error.reason)".filter { $0 != "\n" }
        }
    }

    /// The verified payload of a document, of the kind that the name says.
    private func payload(_ name: String, _ text: String) throws(JWSRefusal) -> Data {
        switch name.prefix(while: { $0 != "-" }) {
        case "renewalInfo":
            try verifier.verify(
                JWS<RenewalInfoPayload>(text),
                originalTransactionIdentifier: .unchecked,
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            ).jsonRepresentation
        case "appTransaction":
            try verifier.verify(JWS<AppTransactionPayload>(text)).jsonRepresentation
        case "notification":
            try verifier.verify(JWS<NotificationPayload>(text)).notification.jsonRepresentation
        default:
            try verifier.verify(
                JWS<TransactionPayload>(text),
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            ).jsonRepresentation
        }
    }
}
