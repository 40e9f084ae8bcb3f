import Foundation
import Testing

@testable import AppReceipt

/// Judges receipts of an independent generator, as its index says.
///
/// Set `RECEIPT_VARIANTS` to the folder with `index.json`, and `RECEIPT_PKI` to that of the
/// certificates.
@Suite(.enabled(if: Samples.variants != nil, "RECEIPT_VARIANTS names no folder"))
struct VariantTests {
    private let folder: URL
    private let verifier: ReceiptVerifier

    init() throws {
        folder = try #require(Samples.variants)
        let pki = try #require(Samples.pki, "RECEIPT_PKI names no folder")
        let root = try Data(contentsOf: pki.appendingPathComponent("rsa/good/root.der"))
        verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([Array(root)]),
            rules: [.bundleIdentifier("com.example.app"), .environment(.production)]
        )
    }

    @Test func `every variant gets the verdict of the index`() throws {
        let data = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        let index = try JSONDecoder().decode([String: Bool].self, from: data)
        let receipts = index.filter { $0.key.hasPrefix("receipt/") }
        #expect(receipts.count == 46)
        for (path, isGood) in receipts {
            let receipt = SignedReceipt(try Data(contentsOf: folder.appendingPathComponent(path)))
            let verdict = verifier.judge(receipt)
            #expect((verdict.brokenRule == nil) == isGood, "\(path): \(verdict)")
        }
    }

    @Test(arguments: [
        ("empty", ReceiptVerdict.Rule.structure), ("truncated", .structure),
        ("trailing-bytes", .structure), ("payload-removed", .structure),
        ("no-signers", .signer), ("no-certificates", .signer),
        ("untrusted-signer-named-as-good", .signer), ("payload-altered", .signature),
        ("signature-altered", .signature), ("signature-of-another-payload", .signature),
        ("untrusted-root", .chain), ("no-intermediate", .chain), ("intermediate-not-ca", .chain),
        ("leaf-without-marker", .purpose), ("intermediate-without-marker", .purpose),
        ("leaf-expired", .validity),
    ])
    func `a bad variant breaks the rule it was made to break`(
        name: String,
        rule: ReceiptVerdict.Rule
    ) throws {
        for size in [1, 100] {
            let file = folder.appendingPathComponent("receipt/\(size)-\(name).der")
            let verdict = verifier.judge(SignedReceipt(try Data(contentsOf: file)))
            #expect(verdict.brokenRule == rule, "\(size) \(name): \(verdict)")
        }
    }

    @Test(arguments: [1, 100])
    func `the content is what the generator wrote`(size: Int) throws {
        let expected = try ExpectedContent(
            contentsOf: folder.deletingLastPathComponent()
                .appendingPathComponent("expected/\(size).json")
        )
        for name in ["good", "good-ber", "good-signed-attributes", "good-sha1-digest"] {
            let file = folder.appendingPathComponent("receipt/\(size)-\(name).der")
            let receipt = try verifier.verify(SignedReceipt(try Data(contentsOf: file)))
            #expect(ExpectedContent(receipt.content) == expected, "\(name)")
        }
    }
}

/// The content of a receipt in the form in which the generator describes it.
struct ExpectedContent: Codable, Equatable {
    struct Purchase: Codable, Equatable {
        let productId: String
        let quantity: Int64
        let transactionId: String
        let originalTransactionId: String?
        let purchaseMs: Int64
        let originalPurchaseMs: Int64?
        let expiresMs: Int64?
        let cancelledMs: Int64?
        let webOrderLineItemId: Int64?
        let isTrial: Bool?
        let isIntroOffer: Bool?
    }

    let bundleId: String
    let appVersion: String
    let originalAppVersion: String?
    let createdMs: Int64
    let inApp: [Purchase]

    init(contentsOf file: URL) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: Data(contentsOf: file))
    }

    init(_ content: ReceiptContent) {
        bundleId = content.bundleIdentifier
        appVersion = content.appVersion
        originalAppVersion = content.originalAppVersion
        createdMs = Self.milliseconds(content.creationDate)
        inApp = content.inAppPurchases.map(Self.purchase)
    }

    private static func purchase(_ purchase: Receipt.InAppPurchase) -> Purchase {
        Purchase(
            productId: purchase.productIdentifier,
            quantity: purchase.quantity,
            transactionId: purchase.transactionIdentifier,
            originalTransactionId: purchase.originalTransactionIdentifier,
            purchaseMs: milliseconds(purchase.purchaseDate),
            originalPurchaseMs: purchase.originalPurchaseDate.map(milliseconds),
            expiresMs: purchase.expirationDate.map(milliseconds),
            cancelledMs: purchase.cancellationDate.map(milliseconds),
            webOrderLineItemId: purchase.webOrderLineItemIdentifier,
            isTrial: purchase.isTrialPeriod,
            isIntroOffer: purchase.isInIntroductoryOfferPeriod
        )
    }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970 * 1000)
    }
}
