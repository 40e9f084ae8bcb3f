import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

@Suite("Receipts and signatures", .timeLimit(.minutes(10)))
struct DocumentTests {
    let trial: Trial

    init() throws {
        trial = try Trial()
    }

    @Test("A receipt is shown without a verdict, and verified for the app of the store")
    func receipt() {
        trial.run("buy", "level")
        let shown = trial.run("receipt", "show")
        #expect(
            shown.output == """
                verified     not checked
                app          com.example.shop 1
                environment  ProductionSandbox
                created      2026-01-01T00:00:00Z

                ID  PRODUCT  QTY  DATE
                 1  level      1  2026-01-01T00:00:00Z

                """
        )
        let verified = trial.run("receipt", "verify", "--json")
        #expect(verified.value("isVerified") == .bool(true))
        #expect(verified.value("inAppPurchases", "0", "productID") == .string("level"))
        let production = trial.run("receipt", "verify", "--environment", "production")
        #expect(production.status == .refused)
        #expect(production.errors.hasPrefix("storectl: environment: "))
    }

    @Test("An exported receipt is read back, in DER and in Base64")
    func export() throws {
        #expect(trial.run("receipt", "export").status == .refused)
        trial.run("buy", "level")
        let file = trial.path("receipt")
        #expect(trial.run("receipt", "export", file).output == "The receipt is in \(file).\n")
        #expect(trial.run("receipt", "verify", file).status == .success)
        let base64 = trial.run("receipt", "export").output
        #expect(trial.run("receipt", "verify", "-", input: base64).status == .success)
        let json = trial.run("receipt", "export", "--json")
        #expect(json.value("receipt") != nil && json.value("file") == nil)
        let named = trial.run("receipt", "export", file, "--json")
        #expect(named.value("file") == .string(file))
        try trial.write(base64, to: "receipt.txt")
        let other = trial.run("receipt", "verify", trial.path("receipt.txt"), "--bundle-id", "a.b")
        #expect(other.status == .refused)
        #expect(other.errors.hasPrefix("storectl: bundleIdentifier: "))
        #expect(trial.run("receipt", "show", "-", input: "?").status == .malformedFile)
        #expect(trial.run("receipt", "show", trial.path("nowhere")).status == .missingFile)
    }

    @Test("A receipt takes another root")
    func root() throws {
        trial.run("buy", "level")
        trial.run("receipt", "export", trial.path("receipt"))
        let root = try trial.store().receiptRootCertificate
        try Data(root).write(to: trial.folder.appendingPathComponent("root.cer"))
        let arguments = ["receipt", "verify", trial.path("receipt"), "--root"]
        #expect(trial.run(list: arguments + [trial.path("root.cer")]).status == .success)
        try trial.write("no certificate", to: "text")
        #expect(trial.run(list: arguments + [trial.path("text")]).status == .malformedFile)
    }

    @Test("With a root and the app's identifier a receipt is verified without a store")
    func receiptWithoutStore() throws {
        trial.run("buy", "level")
        trial.run("receipt", "export", trial.path("receipt"))
        try Data(trial.store().receiptRootCertificate)
            .write(to: trial.folder.appendingPathComponent("root.cer"))
        let nowhere = [
            "STOREKIT_CONFIGURATION": trial.path("nowhere.storekit"),
            "STOREKIT_STORE": trial.path("nowhere.ledger"), "STOREKIT_BUNDLE_IDENTIFIER": "",
        ]
        let verified = trial.run(
            list: ["receipt", "verify", trial.path("receipt"), "--root", trial.path("root.cer")]
                + ["--bundle-id", "com.example.shop"],
            environment: nowhere
        )
        #expect(verified.status == .success, "\(verified.errors)")
        #expect(!FileManager.default.fileExists(atPath: trial.path("nowhere.ledger")))
    }

    @Test("Without an app there are no documents, and a recorded one is enough")
    func app() throws {
        let nobody = ["STOREKIT_BUNDLE_IDENTIFIER": ""]
        trial.run("buy", "level", environment: nobody)
        let unknown = trial.run("receipt", "show", environment: nobody)
        #expect(unknown.status == .usage)
        #expect(unknown.errors.contains("Give --bundle-id"))
        try trial.store().recordApp()
        let known = trial.run("receipt", "show", "--json", environment: nobody)
        #expect(known.value("bundleIdentifier") == .string("com.example.shop"))
    }

    @Test("A payload is signed, shown and verified")
    func jws() throws {
        try trial.write(
            """
            {"bundleId": "com.example.shop", "environment": "Sandbox", "productId": "level",
             "signedDate": 1767225600000, "transactionId": "1"}
            """,
            to: "payload.json"
        )
        let signed = trial.run(
            "jws",
            "sign",
            trial.path("payload.json"),
            "--identity",
            trial.path("key.pem"),
            "--write-root",
            trial.path("root.cer")
        )
        #expect(signed.status == .success, "\(signed.errors)")
        let document = signed.output.trimmingCharacters(in: .newlines)
        let shown = trial.run("jws", "show", document)
        #expect(shown.output.hasPrefix("Not verified: the content may be forged.\n\nHeader\n"))
        #expect(shown.output.contains(#"  "productId": "level","#))
        let verify = [
            "jws", "verify", "-", "--root", trial.path("root.cer"), "--environment", "sandbox",
            "--json", "--bundle-id",
        ]
        let verified = trial.run(list: verify + ["com.example.shop"], input: document)
        #expect(verified.value("payload", "productId") == .string("level"))
        let other = trial.run(list: verify + ["com.example.other"], input: document)
        #expect(other.status == .refused)
        #expect(other.errors.contains(#""message": "It does not verify: bundleIdentifier: "#))
        let mode = try FileManager.default.attributesOfItem(atPath: trial.path("key.pem"))
        #expect(mode[.posixPermissions] as? Int == 0o600)
    }

    @Test("A request for a retention message is signed and verified as one")
    func realtimeRequest() throws {
        let payload = """
            {"originalTransactionId": "1", "appAppleId": 7, "productId": "level",
             "userLocale": "en-US", "requestIdentifier": "6F9619FF-8B86-4D11-B42D-00C04FC964FF",
             "environment": "Production", "signedDate": 1767225600000}
            """
        let signed = trial.run(
            list: ["jws", "sign", "-", "--identity", trial.path("key.pem")]
                + ["--write-root", trial.path("root.cer")],
            input: payload
        )
        #expect(signed.status == .success, "\(signed.errors)")
        let verify = [
            "jws", "verify", "-", "--root", trial.path("root.cer"), "--environment", "production",
            "--bundle-id", "com.example.shop", "--app-apple-id",
        ]
        #expect(trial.run(list: verify + ["7"], input: signed.output).status == .success)
        let other = trial.run(list: verify + ["8"], input: signed.output)
        #expect(other.status == .refused)
        #expect(other.errors.contains("appAppleIdentifier"))
    }

    @Test("What the user says that a payload is goes before its members")
    func kind() throws {
        let payload = """
            {"bundleId": "com.example.shop", "environment": "Sandbox", "productId": "level",
             "signedDate": 1767225600000, "transactionId": "1", "notificationType": 1}
            """
        let sign = ["jws", "sign", "-", "--identity", trial.path("key.pem")]
        #expect(trial.run(list: sign, input: payload).status == .malformedFile)
        let signed = trial.run(list: sign + ["--kind", "transaction"], input: payload)
        #expect(signed.status == .success, "\(signed.errors)")
    }

    @Test("A local store's document takes its root, which is good for nothing else")
    func localTesting() throws {
        func sign(_ environment: String) throws -> String {
            let payload = """
                {"bundleId": "com.example.shop", "environment": "\(environment)", \
                "signedDate": 1767225600000, "transactionId": "1"}
                """
            try trial.write(payload, to: "payload.json")
            let signed = trial.run(
                list: ["jws", "sign", trial.path("payload.json")]
                    + ["--identity", trial.path("key.pem")]
                    + ["--write-root", trial.path("root.cer")]
            )
            return signed.output.trimmingCharacters(in: .newlines)
        }
        let verify = [
            "jws", "verify", "-", "--environment", "local-testing",
            "--bundle-id", "com.example.shop",
        ]
        let document = try sign("LocalTesting")
        let root = ["--root", trial.path("root.cer")]
        #expect(trial.run(list: verify + root, input: document).status == .success)
        try trial.write("no certificate", to: "other.cer")
        let other = trial.run(list: verify + ["--root", trial.path("other.cer")], input: document)
        #expect(other.status == .malformedFile)
        let withoutRoot = trial.run(list: verify, input: document)
        #expect(withoutRoot.status == .usage)
        #expect(withoutRoot.errors.contains("Documents of a local store take its root"))
        let sandbox = trial.run(list: verify + root, input: try sign("Sandbox"))
        #expect(sandbox.errors.hasPrefix("storectl: It does not verify: environment: "))
    }

    @Test(
        "What the store signs is verified with its root",
        arguments: [["transaction", "1"], ["renewal-info", "1"], ["app-transaction"]]
    )
    func exportingJWS(what: [String]) throws {
        trial.run("buy", "monthly")
        let root = trial.path("root.cer")
        let exported = trial.run(list: ["jws", "export", "--write-root", root] + what)
        #expect(exported.status == .success, "\(exported.errors)")
        let verified = trial.run(
            "jws",
            "verify",
            "-",
            "--root",
            root,
            "--environment",
            "sandbox",
            "--bundle-id",
            "com.example.shop",
            "--kind",
            what[0],
            input: exported.output
        )
        #expect(verified.status == .success, "\(verified.errors)")
        #expect(verified.output.hasPrefix("Verified.\n"))
    }

    @Test("What the store does not sign is refused")
    func missingJWS() {
        trial.run("buy", "level")
        #expect(trial.run("jws", "export", "transaction", "7").status == .refused)
        let level = trial.run("jws", "export", "renewal-info", "1")
        #expect(level.errors.contains("Transaction 1 is not of a subscription"))
        #expect(trial.run("jws", "export", "transaction").status == .usage)
        #expect(trial.run("jws", "export", "app-transaction", "1").status == .usage)
    }

    @Test("What is no signed document, or no payload, is named")
    func malformedJWS() throws {
        #expect(trial.run("jws", "show", "-", input: "a.b").status == .malformedFile)
        #expect(trial.run("jws", "show", trial.path("nowhere")).status == .missingFile)
        #expect(trial.run("jws", "verify", "-", "--bundle-id", "a").status == .usage)
        let key = trial.path("key.pem")
        let broken = trial.run("jws", "sign", "-", "--identity", key, input: "{\n  1}")
        #expect(broken.status == .malformedFile)
        #expect(broken.errors.contains("standard input: not JSON at line 2, column 3"))
        let undated = trial.run("jws", "sign", "-", "--identity", key, input: "{}")
        #expect(undated.status == .malformedFile)
    }

    @Test(
        "The kind of a document is told by its members",
        arguments: [
            ("notificationType", JWSKind.notification), ("receiptType", .appTransaction),
            ("autoRenewStatus", .renewalInfo), ("productId", .transaction),
        ]
    )
    func kinds(member: String, kind: JWSKind) throws {
        let payload = try JSONNode(document: Array(#"{"\#(member)":null}"#.utf8))
        #expect(JWSKind(of: payload) == kind)
    }

    @Test("An offer is signed in both forms, for one nonce")
    func offer() throws {
        let nonce = "0f3d7a2b-1c9d-4c0a-8a4e-7b5a3c0e9c1d"
        let outcome = trial.run("offer", "sign", "monthly", "loyal", "--nonce", nonce, "--json")
        #expect(outcome.value("nonce") == .string(nonce))
        #expect(outcome.value("keyID") == .string("A2E1039F"))
        #expect(outcome.value("timestamp") == .number("1767225600000"))
        let key = try #require(try trial.store().catalog.promotionalOfferKey)
        guard case .string(let jws)? = outcome.value("jws"),
            case .string(let signature)? = outcome.value("signature")
        else {
            Issue.record("\(outcome)")
            return
        }
        let request = try OfferRequestJWS(jws).verify(
            with: key,
            issuerIdentifier: .equals("storectl"),
            bundleIdentifier: "com.example.shop",
            productIdentifier: .equals("monthly"),
            at: trial.clock.now
        )
        #expect(request.nonce.uuidString.lowercased() == nonce)
        #expect(Data(base64Encoded: signature) != nil)
        #expect(trial.run("offer", "sign", "monthly", "loyal").output.contains("signature  M"))
    }

    @Test("Without a key in the configuration no offer is signed")
    func noKey() throws {
        try trial.write(#"{"version": {"major": 4, "minor": 0}}"#, to: "Shop.storekit")
        let outcome = trial.run("offer", "sign", "monthly", "loyal")
        #expect(outcome.status == .refused)
        #expect(outcome.errors.contains("subscriptionOffersKeyPair"))
    }
}
