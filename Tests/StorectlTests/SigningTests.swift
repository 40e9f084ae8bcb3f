import AppReceipt
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import storectl

@Suite("Roots, identities and payloads", .timeLimit(.minutes(10)))
struct SigningTests {
    private static let payload = """
        {"bundleId": "com.example.shop", "environment": "Sandbox", "productId": "level",
         "signedDate": 1767225600000, "transactionId": "1"}
        """

    private let trial: Trial

    init() throws {
        trial = try Trial()
    }

    /// Signs the payload, and writes the root to a file.
    @discardableResult
    private func sign(
        _ payload: String = Self.payload,
        with identity: String = "key.pem",
        root: String = "root.cer"
    ) throws -> Trial.Outcome {
        try trial.write(payload, to: "payload.json")
        return trial.run(
            list: ["jws", "sign", trial.path("payload.json"), "--identity", trial.path(identity)]
                + ["--write-root", trial.path(root)]
        )
    }

    private func contents(of name: String) throws -> Data {
        try Data(contentsOf: trial.folder.appendingPathComponent(name))
    }

    /// A certificate in PEM, with a note behind it.
    private func pem(_ certificate: [UInt8]) -> String {
        let options: Data.Base64EncodingOptions = [
            .lineLength64Characters, .endLineWithLineFeed,
        ]
        let text = Data(certificate).base64EncodedString(options: options)
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\nThe root.\n"
    }

    @Test("A root is read in PEM, with the ends of lines of any system", arguments: ["\n", "\r\n"])
    func pemRoot(lineEnd: String) throws {
        trial.run("buy", "level")
        let text = pem(try trial.store().receiptRootCertificate)
        try trial.write(text.replacingOccurrences(of: "\n", with: lineEnd), to: "root.pem")
        let verified = trial.run("receipt", "verify", "--root", trial.path("root.pem"))
        #expect(verified.status == .success, "\(verified.errors)")
        try trial.write("-----BEGIN CERTIFICATE-----\(lineEnd)?\(lineEnd)", to: "root.pem")
        let broken = trial.run("receipt", "verify", "--root", trial.path("root.pem"))
        #expect(broken.status == .malformedFile)
        let message = "\(trial.path("root.pem")) is not a certificate in PEM."
        #expect(broken.errors == "storectl: \(message)\n")
    }

    @Test("A receipt does not verify with another root than that of its store")
    func otherRoot() throws {
        trial.run("buy", "level")
        try sign()
        let outcome = trial.run("receipt", "verify", "--root", trial.path("root.cer"))
        #expect(outcome.status == .refused && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("storectl: "))
    }

    @Test("Without a root, only what Apple signed verifies")
    func appleRoots() throws {
        let document = try sign().output
        let verify = [
            "jws", "verify", "-", "--environment", "sandbox", "--bundle-id", "com.example.shop",
        ]
        let outcome = trial.run(list: verify, input: document)
        #expect(outcome.status == .refused)
        #expect(outcome.errors.hasPrefix("storectl: It does not verify: chain: "))
        let root = ["--root", trial.path("root.cer"), "--json"]
        let verified = trial.run(list: verify + root, input: document)
        #expect(verified.value("isVerified") == .bool(true))
        #expect(verified.value("header", "alg") == .string("ES256"))
        let kind = ["--kind", "app-transaction"]
        #expect(trial.run(list: verify + root + kind, input: document).status == .refused)
    }

    @Test(
        "An environment says which option it takes",
        arguments: [
            ("production", "Production takes --app-apple-id."),
            ("xcode", "Xcode's documents take its certificate with --root."),
        ]
    )
    func environments(name: String, message: String) {
        let verify = ["jws", "verify", "-", "--bundle-id", "a", "--environment", name]
        let outcome = trial.run(list: verify)
        #expect(outcome.status == .usage)
        #expect(outcome.errors.hasPrefix("Error: \(message)\n"))
    }

    @Test("A document of Xcode takes the one certificate that signed it")
    func xcode() throws {
        let identity = try JWSSigningIdentity.makeSelfSigned(
            name: "Xcode",
            validFrom: Date(timeIntervalSince1970: 0),
            until: Date(timeIntervalSince1970: 4_102_444_800)
        )
        try trial.write(identity.pemRepresentation, to: "xcode.pem")
        let payload = Self.payload.replacingOccurrences(of: "Sandbox", with: "Xcode")
        let document = try sign(payload, with: "xcode.pem").output
        let verify = [
            "jws", "verify", "-", "--environment", "xcode", "--bundle-id", "com.example.shop",
            "--root", trial.path("root.cer"),
        ]
        let verified = trial.run(list: verify, input: document)
        #expect(verified.status == .success, "\(verified.errors)")
        let other = try sign(payload, root: "other.cer").output
        #expect(trial.run(list: verify, input: other).status == .refused)
    }

    @Test("An identity that exists signs again, also from standard input")
    func identity() throws {
        try sign()
        let root = try contents(of: "root.cer")
        let key = try contents(of: "key.pem")
        #expect(try sign(root: "second.cer").status == .success)
        #expect(try contents(of: "key.pem") == key)
        #expect(try contents(of: "second.cer") == root)
        let piped = trial.run(
            list: ["jws", "sign", trial.path("payload.json"), "--identity", "-"]
                + ["--write-root", trial.path("third.cer")],
            input: String(decoding: key, as: UTF8.self)
        )
        #expect(piped.status == .success, "\(piped.errors)")
        #expect(try contents(of: "third.cer") == root)
    }

    @Test("An identity that is no key, or cannot be written, signs nothing")
    func unusableIdentity() throws {
        try trial.write("no key", to: "text")
        let wrong = try sign(with: "text")
        #expect(wrong.status == .malformedFile && wrong.output.isEmpty)
        #expect(try contents(of: "text") == Data("no key".utf8))
        let unwritable = try sign(with: "no/key.pem")
        #expect(unwritable.status == .failed)
        #expect(unwritable.errors == "storectl: \(trial.path("no/key.pem")) cannot be written.\n")
        #expect(!FileManager.default.fileExists(atPath: trial.path("root.cer")))
    }

    @Test("A document is shown in JSON without a verdict, given as a text or in a file")
    func shown() throws {
        let signed = try sign()
        let document = signed.output.trimmingCharacters(in: .newlines)
        try trial.write("\n \(document)\r\n", to: "document")
        for source in [document, trial.path("document")] {
            let shown = trial.run("jws", "show", source, "--json")
            #expect(shown.value("isVerified") == .bool(false))
            #expect(shown.value("payload", "productId") == .string("level"))
            #expect(shown.value("header", "x5c", "2") != nil)
        }
    }

    @Test("A receipt in JSON has the dates and transactions of its purchases")
    func receipt() throws {
        trial.run("buy", "monthly")
        trial.run("advance", "1mo")
        trial.run("buy", "level")
        trial.run("refund", "3")
        let shown = trial.run("receipt", "show", "--json")
        #expect(shown.value("isVerified") == .bool(false))
        #expect(shown.value("environment") == .string("ProductionSandbox"))
        #expect(shown.value("appVersion") == .string("1"))
        #expect(shown.value("originalAppVersion") == .string("1.0"))
        #expect(shown.value("expirationDate") == nil)
        let purchases = try #require(shown.value("inAppPurchases")?.elements)
        let renewal = try #require(purchases.first { $0["transactionID"]?.text == "2" })
        #expect(
            renewal
                == .object([
                    "expirationDate": .string("2026-03-01T00:00:00.000Z"),
                    "originalTransactionID": .string("1"), "productID": .string("monthly"),
                    "purchaseDate": .string("2026-02-01T00:00:00.000Z"), "quantity": .number("1"),
                    "transactionID": .string("2"),
                ])
        )
        let level = try #require(purchases.first { $0["productID"]?.text == "level" })
        #expect(level["cancellationDate"] == .string("2026-02-01T00:00:00.000Z"))
        #expect(level["expirationDate"] == nil)
    }

    @Test("The JWS of an offer names issuer and transaction, and needs no ledger")
    func offer() throws {
        let trial = try Trial(hasLedger: false)
        let outcome = trial.run(
            list: ["offer", "sign", "monthly", "loyal", "--issuer", "me", "--transaction", "7"]
                + ["--json"]
        )
        #expect(outcome.status == .success && outcome.errors.isEmpty, "\(outcome.errors)")
        let document = try #require(outcome.value("jws")?.text)
        let shown = trial.run("jws", "show", document, "--json")
        #expect(shown.value("payload", "iss") == .string("me"))
        #expect(shown.value("payload", "transactionId") == .string("7"))
        #expect(shown.value("payload", "offerIdentifier") == .string("loyal"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
    }
}
