import Foundation
import Testing

@testable import AppReceipt

/// Judges the receipts of `Tests/Fixtures/Receipts`, which were found by fuzzing and by comparing
/// verdicts, or made by hand.
@Suite struct FixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../Fixtures/Receipts").standardized

    /// One message for each reason, found by the fuzzer.
    private static let messages: [FixtureCase] = [
        FixtureCase("Messages/a-certificate-of-the-receipt-is-malformed", .chain),
        FixtureCase("Messages/a-piece-of-econtent-has-the-tag", .structure),
        FixtureCase("Messages/an-algorithms-parameter-has-the-tag", .structure),
        FixtureCase("Messages/another-contenttype", .structure),
        FixtureCase("Messages/another-digest-than-sha-1-and-sha-256", .structure),
        FixtureCase("Messages/another-econtenttype", .structure),
        FixtureCase("Messages/contentinfo-has-the-tag", .structure),
        FixtureCase("Messages/contenttype-has-the-tag", .structure),
        FixtureCase("Messages/digestalgorithms-has-the-tag", .structure),
        FixtureCase("Messages/element-cut-off", .structure),
        FixtureCase("Messages/end-of-contents-mark-with-content", .structure),
        FixtureCase("Messages/indefinite-length", .structure),
        FixtureCase("Messages/indefinite-length-of-a-primitive-element", .structure),
        FixtureCase("Messages/length-beyond-the-end", .structure),
        FixtureCase("Messages/length-not-in-its-shortest-form", .structure),
        FixtureCase("Messages/length-bytes-cut-off-or-too-many", .structure),
        FixtureCase("Messages/no-certificate-of-the-receipt-issued-the-signers", .chain),
        FixtureCase("Messages/no-signed-contenttype", .structure),
        FixtureCase("Messages/no-signed-messagedigest", .structure),
        FixtureCase("Messages/no-trusted-root-issued-the-intermediate-certificate", .chain),
        FixtureCase("Messages/bytes-behind-content", .structure),
        FixtureCase("Messages/bytes-behind-contentinfo", .structure),
        FixtureCase("Messages/bytes-behind-issuerandserialnumber", .structure),
        FixtureCase("Messages/bytes-behind-signeddata", .structure),
        FixtureCase("Messages/bytes-behind-the-receipt", .structure),
        FixtureCase("Messages/signed-contenttype-is-not-data", .structure),
        FixtureCase("Messages/tag-of-several-bytes", .structure),
        FixtureCase("Messages/the-serial-number-has-the-tag", .structure),
        FixtureCase("Messages/the-signature-is-not-of-this-content-and-signer", .signature),
        FixtureCase("Messages/the-signed-digest-is-not-the-contents", .digest),
        FixtureCase("Messages/the-signers-certificate-is-malformed", .signer),
        FixtureCase("Messages/the-signers-certificate-is-missing", .signer),
        FixtureCase("Messages/verified", nil),
    ]

    /// RSA blocks that a lax verifier accepts as PKCS #1 v1.5, one of them forged without a key.
    private static let signatures: [FixtureCase] = [
        FixtureCase("Signatures/block-type-two", .signature),
        FixtureCase("Signatures/block-type-zero", .signature),
        FixtureCase("Signatures/digest-info-without-null", .signature),
        FixtureCase("Signatures/forged-for-exponent-three", .signature),
        FixtureCase("Signatures/good", nil),
        FixtureCase("Signatures/good-with-exponent-three", nil),
        FixtureCase("Signatures/length-in-long-form", .signature),
        FixtureCase("Signatures/long-bytes-behind-digest-info", .signature),
        FixtureCase("Signatures/no-digest-info", .signature),
        FixtureCase("Signatures/bytes-behind-digest-info", .signature),
        FixtureCase("Signatures/bytes-inside-digest-info", .signature),
        FixtureCase("Signatures/padding-of-other-bytes", .signature),
        FixtureCase("Signatures/sha1-named", .signature),
    ]

    /// Receipts about which AppReceipt, openssl and another verifier disagree.
    private static let differences: [FixtureCase] = [
        FixtureCase("Differential/decoy-before-the-intermediate", nil),
        FixtureCase("Differential/signers-name-in-other-bytes", .signer),
        FixtureCase("Differential/two-certificates-of-one-number", .signer),
        FixtureCase("Differential/unneeded-certificate-named-in-bad-utf-8", .chain),
        FixtureCase("Differential/unneeded-certificate-of-a-strange-form", nil),
        FixtureCase("Differential/unneeded-certificate-whose-name-is-no-text", .chain),
    ]

    /// One content for each reason, found by the fuzzer, to be signed with a good key.
    private static let contents: [FixtureCase] = [
        FixtureCase("Contents/a-purchase-has-the-tag", .content),
        FixtureCase("Contents/an-attribute-has-the-tag", .content),
        FixtureCase("Contents/an-attributes-number", .content),
        FixtureCase("Contents/an-attributes-number-has-the-tag", .content),
        FixtureCase("Contents/an-attributes-value-has-the-tag", .content),
        FixtureCase("Contents/attribute-has-the-tag", .content),
        FixtureCase("Contents/attribute-holds-a-nul", .content),
        FixtureCase("Contents/attribute-is-no-date", .content),
        FixtureCase("Contents/attribute-is-no-integer-of-64-bits", .content),
        FixtureCase("Contents/attribute-is-not-utf-8", .content),
        FixtureCase("Contents/attribute-twice", .content),
        FixtureCase("Contents/created-when-the-signer-was-not-valid", .validity),
        FixtureCase("Contents/element-cut-off", .content),
        FixtureCase("Contents/flag-that-is-neither-0-nor-1", .content),
        FixtureCase("Contents/indefinite-length", .content),
        FixtureCase("Contents/indefinite-length-of-a-primitive-element", .content),
        FixtureCase("Contents/length-beyond-the-end", .content),
        FixtureCase("Contents/length-not-in-its-shortest-form", .content),
        FixtureCase("Contents/length-bytes-cut-off-or-too-many", .content),
        FixtureCase("Contents/no-bundle-identifier", .content),
        FixtureCase("Contents/no-creation-date", .content),
        FixtureCase("Contents/bytes-behind-a-purchase", .content),
        FixtureCase("Contents/bytes-behind-an-attribute", .content),
        FixtureCase("Contents/bytes-behind-an-attributes-value", .content),
        FixtureCase("Contents/bytes-behind-the-content", .content),
        FixtureCase("Contents/purchase-without-quantity-product-transaction-or-date", .content),
        FixtureCase("Contents/tag-of-several-bytes", .content),
        FixtureCase("Contents/verified", nil),
    ]

    @Test(arguments: messages + signatures + differences)
    func `a message of a file gets its verdict`(fixture: FixtureCase) throws {
        let file = Self.folder.appendingPathComponent("\(fixture.path).der")
        let root = file.deletingLastPathComponent().appendingPathComponent("root.der")
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([Array(try Data(contentsOf: root))]),
            rules: []
        )
        let verdict = verifier.judge(SignedReceipt(try Data(contentsOf: file)))
        #expect(verdict.brokenRule == fixture.rule, "\(verdict)")
    }

    @Test(arguments: contents)
    func `a content of a file gets its verdict once it is signed`(fixture: FixtureCase) throws {
        let file = Self.folder.appendingPathComponent("\(fixture.path).der")
        let payload = Array(try Data(contentsOf: file))
        let chain = try TestChain.good.get()
        let receipt = try Message(chain, payload: payload).receipt()
        let verdict = try ReceiptVerifier.make(trusting: chain).judge(receipt)
        #expect(verdict.brokenRule == fixture.rule, "\(verdict)")
    }

    @Test func `every file has a verdict`() throws {
        let named = Self.messages + Self.signatures + Self.differences + Self.contents
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
            .filter { $0.hasSuffix(".der") && !$0.hasSuffix("/root.der") }
        #expect(Set(files) == Set(named.map { "\($0.path).der" }))
    }
}

struct FixtureCase: Sendable, CustomTestStringConvertible {
    let path: String
    let rule: ReceiptVerdict.Rule?

    init(_ path: String, _ rule: ReceiptVerdict.Rule?) {
        self.path = path
        self.rule = rule
    }

    var testDescription: String { path }
}
