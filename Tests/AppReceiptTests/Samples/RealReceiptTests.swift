import Foundation
import Testing

@testable import AppReceipt

/// Judges receipts that Apple and Xcode signed.
@Suite(.enabled(if: Samples.receipts != nil, "no folder of real receipts"))
struct RealReceiptTests {
    private let folder: URL
    private let verifier = ReceiptVerifier(rules: [])

    init() throws {
        folder = try #require(Samples.receipts)
    }

    private func receipt(_ name: String) throws -> SignedReceipt {
        let file = folder.appendingPathComponent(name)
        guard file.pathExtension == "b64" else { return SignedReceipt(try Data(contentsOf: file)) }
        let text = try String(contentsOf: file, encoding: .utf8)
        return try SignedReceipt(base64Encoded: text, ignoringWhitespace: true)
    }

    @Test(arguments: [
        Genuine(
            "tikhop__TPInAppReceipt__receipt-sandbox-g5.b64",
            "dev.bonzer.weeka.app",
            purchases: 2,
            created: "2025-12-26T18:39:47Z"
        ),
        Genuine(
            "RevenueCat__purchases-ios__base64encodedreceiptsample1.b64",
            "com.revenuecat.sampleapp",
            purchases: 9,
            created: "2020-07-22T17:39:08Z"
        ),
        Genuine(
            "IdeasOnCanvas__AppReceiptValidator__grandUnifiedExpiredAppleCert_receipt.b64",
            "com.mbaasy.ios.demo",
            purchases: 7,
            created: "2015-08-13T07:50:46Z"
        ),
        Genuine(
            "IdeasOnCanvas__AppReceiptValidator__mindnode_ios_michaelsandbox_receipt1.b64",
            "com.mindnode.mindnodetouch",
            purchases: 0,
            created: "2017-09-11T09:38:34Z"
        ),
        Genuine(
            "IdeasOnCanvas__AppReceiptValidator__purchasing_experiments_sandbox_receipt.b64",
            "com.hannesoid.PurchasingExperiments",
            purchases: 2,
            created: "2023-02-22T14:30:15Z"
        ),
    ])
    func `a genuine receipt is verified with Apple's roots`(genuine: Genuine) throws {
        let receipt = try verifier.verify(try receipt(genuine.file))
        #expect(receipt.type == .productionSandbox)
        #expect(receipt.bundleIdentifier == genuine.bundle)
        #expect(receipt.inAppPurchases.count == genuine.purchases)
        #expect(ReceiptDate.format(receipt.creationDate) == genuine.created)
        #expect(receipt.otherAttributes == [])
    }

    @Test(arguments: [
        (
            "tikhop__TPInAppReceipt__receipt-sandbox-g5.b64",
            "956328D9-CC6A-47F4-BE40-6953FB0AB6C7"
        ),
        (
            "IdeasOnCanvas__AppReceiptValidator__mindnode_ios_michaelsandbox_receipt1.b64",
            "3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD"
        ),
    ])
    func `a genuine receipt is of its device and of no other`(file: String, device: String) throws {
        let content = try receipt(file).unverifiedContent()
        let bytes = withUnsafeBytes(of: try #require(UUID(uuidString: device)).uuid, Array.init)
        #expect(DeviceRule(bytes).objection(to: content) == nil)
        #expect(DeviceRule(bytes.reversed()).objection(to: content) != nil)
    }

    @Test(arguments: [
        "tikhop__TPInAppReceipt__receipt-xcode-with-purchases.b64",
        "tikhop__TPInAppReceipt__receipt-xcode.b64",
        "apple__app-store-server-library-swift__xcode-app-receipt-empty.b64",
    ])
    func `Xcode's receipt is verified only where its certificate is trusted`(file: String) throws {
        let receipt = try receipt(file)
        #expect(verifier.judge(receipt).brokenRule == .chain)
        let folder = try #require(Samples.certificates)
        let certificate = Array(
            try Data(contentsOf: folder.appendingPathComponent("StoreKitTestCertificate.cer"))
        )
        let asRoot = ReceiptVerifier(trustedRoots: try TrustedRoots([certificate]), rules: [])
        #expect(asRoot.judge(receipt).brokenRule == .chain)
        let trusting = ReceiptVerifier(
            trustedRoots: try TrustedRoots([], testSigners: [certificate]),
            rules: [.environment(.xcode)]
        )
        #expect(try trusting.verify(receipt).type == .xcode)
    }

    @Test func `Xcode's offset and missing original are decoded`() throws {
        let content = try receipt("tikhop__TPInAppReceipt__receipt-xcode.b64").unverifiedContent()
        #expect(ReceiptDate.format(content.creationDate) == "2020-07-22T17:33:15Z")
        let purchase = try #require(content.inAppPurchases.first)
        #expect(purchase.transactionIdentifier == "0")
        #expect(purchase.originalTransactionIdentifier == nil)
    }

    @Test(arguments: [
        "IdeasOnCanvas__AppReceiptValidator__deprecatedSinglesTypeExpiredAppleCert_receipt.b64",
        "IdeasOnCanvas__AppReceiptValidator__not_a_receipt.bin",
    ])
    func `what is not a receipt breaks the rule of structure`(file: String) throws {
        #expect(verifier.judge(try receipt(file)).brokenRule == .structure)
    }

    // The intermediates of this collection lack Apple's mark, so that none of it can be verified
    // here; other suites test chains and dates. Only the rule of chains is checked before the mark.
    @Test(arguments: [
        Synthetic("receipt.der", .purpose),
        Synthetic("receipt-foreign.der", .chain),
        Synthetic("receipt-no-signer-oid.der", root: "receipt-no-signer-oid-root.der", .purpose),
        Synthetic("receipt-expired-historical.der", root: "receipt-expired-root.der", .purpose),
        Synthetic("receipt-expired-fresh.der", root: "receipt-expired-root.der", .purpose),
        Synthetic("receipt-double-wrapped.der", .purpose),
    ])
    func `a synthetic receipt without the mark is refused`(synthetic: Synthetic) throws {
        let folder = folder.appendingPathComponent("synthetic-emindeniz99")
        let root = try Data(contentsOf: folder.appendingPathComponent(synthetic.root))
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([Array(root)]),
            rules: []
        )
        let receipt = try receipt("synthetic-emindeniz99/\(synthetic.file)")
        let verdict = verifier.judge(receipt)
        #expect(verdict.brokenRule == synthetic.rule, "\(verdict)")
        #expect(ReceiptVerifier(rules: []).judge(receipt).brokenRule != nil)
    }

    @Test func `a synthetic receipt is decoded as its index says`() throws {
        let content = try receipt("synthetic-emindeniz99/receipt.der").unverifiedContent()
        #expect(content.bundleIdentifier == "com.example.app")
        #expect(content.appVersion == "1.2.3")
        #expect(content.originalAppVersion == "1.0")
        #expect(ReceiptDate.format(content.creationDate) == "2024-08-06T12:00:00Z")
        let products = content.inAppPurchases.map(\.productIdentifier).sorted()
        #expect(products == ["com.example.app.coins100", "com.example.app.vip"])
        let expirations = content.inAppPurchases.compactMap(\.expirationDate)
        #expect(expirations.map(ReceiptDate.format) == ["2030-02-01T09:30:00Z"])
        let device: [UInt8] = (1...9).map { $0 * 0x11 } + [0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0]
        #expect(DeviceRule(device).objection(to: content) == nil)
    }

    @Test func `a content that is wrapped twice is refused`() throws {
        let receipt = try receipt("synthetic-emindeniz99/receipt-double-wrapped.der")
        #expect(throws: SignedReceipt.Error.self) { try receipt.unverifiedContent() }
    }

    @Test(arguments: [
        ("receipt-no-type.der", nil),
        ("receipt-type-production.der", .production),
        ("receipt-type-vpp.der", .production),
        ("receipt-type-vpp-sandbox.der", ReceiptEnvironment?.some(.sandbox)),
    ])
    func `the type decides the environment`(file: String, environment: ReceiptEnvironment?) throws {
        let content = try receipt("synthetic-emindeniz99/\(file)").unverifiedContent()
        #expect(content.type?.environment == environment)
        let isProduction = EnvironmentRule([.production]).objection(to: content) == nil
        #expect(isProduction == (environment == .production))
    }
}

struct Genuine: Sendable {
    let file: String
    let bundle: String
    let purchases: Int
    let created: String

    init(_ file: String, _ bundle: String, purchases: Int, created: String) {
        self.file = file
        self.bundle = bundle
        self.purchases = purchases
        self.created = created
    }
}

struct Synthetic: Sendable {
    let file: String
    let root: String
    let rule: ReceiptVerdict.Rule?

    init(_ file: String, root: String = "receipt-root.der", _ rule: ReceiptVerdict.Rule? = nil) {
        self.file = file
        self.root = root
        self.rule = rule
    }
}
