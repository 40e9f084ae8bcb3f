import Foundation
import Testing

@testable import AppReceipt

/// Messages that are signed with a good key and wrong in one thing each.
@Suite struct AdversarialTests {
    private let chain: TestChain
    private let verifier: ReceiptVerifier

    init() throws {
        chain = try TestChain.good.get()
        verifier = try .make(trusting: chain)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: ReceiptVerdict.Rule?
        let change: @Sendable (inout Message) throws -> Void

        init(
            _ name: String,
            _ rule: ReceiptVerdict.Rule?,
            _ change: @escaping @Sendable (inout Message) throws -> Void
        ) {
            testDescription = name
            self.rule = rule
            self.change = change
        }
    }

    static let cases: [Case] = [
        Case("nothing", nil) { _ in },
        Case("certificates in reverse", nil) { $0.certificates.reverse() },
        Case("no root", nil) { $0.certificates.removeLast() },
        Case("signed attributes", nil) { $0.hasSignedAttributes = true },
        Case("SHA-256 with RSA", nil) { $0.signatureAlgorithm = ObjectIdentifier.sha256WithRSA },
        Case("two signers", .signer) { $0.signers = 2 },
        Case("no signer", .signer) { $0.signers = 0 },
        Case("no certificates", .signer) { $0.certificates = [] },
        Case("signer's certificate twice", .signer) { $0.certificates.append($0.certificates[0]) },
        Case("signer's certificate missing", .signer) { $0.certificates.removeFirst() },
        Case("no intermediate", .chain) { $0.certificates.remove(at: 1) },
        Case("signed digest of another content", .digest) {
            $0.hasSignedAttributes = true
            $0.messageDigest = Array(repeating: 7, count: 32)
        },
        Case("signed digest cut", .digest) {
            $0.hasSignedAttributes = true
            $0.messageDigest = []
        },
        Case("signed content type", .structure) {
            $0.hasSignedAttributes = true
            $0.contentType = ObjectIdentifier.signedData
        },
        Case("signed attributes out of order", .structure) {
            $0.hasSignedAttributes = true
            $0.attributesReversed = true
        },
        Case("digests that differ", .digest) { $0.declaredDigest = ObjectIdentifier.sha1 },
        Case("signature over another digest", .digest) {
            $0.signatureAlgorithm = ObjectIdentifier.sha1WithRSA
        },
        Case("digest claimed to be SHA-1", .signature) {
            $0.declaredDigest = ObjectIdentifier.sha1
            $0.signerDigest = ObjectIdentifier.sha1
        },
        Case("MD5", .structure) {
            $0.declaredDigest = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]
        },
        Case("another version", .structure) { $0.version = 3 },
        Case("octets behind the signers", .structure) { $0.trailingInSignedData = [0x05, 0x00] },
        Case("eleven certificates", .structure) { message in
            message.certificates = Array(repeating: message.certificates[2], count: 11)
        },
        Case("content wrapped twice", .content) {
            $0.payload = DERWriter.octetString($0.payload)
        },
        Case("no content", .content) { $0.payload = [] },
        Case("octets behind the content", .content) { $0.payload += [0x00] },
    ]

    @Test(arguments: cases)
    func `a message that is wrong in one thing breaks one rule`(message: Case) throws {
        var changed = try Message(chain)
        try message.change(&changed)
        let verdict = verifier.judge(try changed.receipt())
        #expect(verdict.brokenRule == message.rule, "\(verdict)")
        // Once more, with the chain remembered where it was good.
        #expect(verifier.judge(try changed.receipt()).brokenRule == message.rule)
    }

    @Test func `decoys with the right names change nothing`() throws {
        let decoys = try TestChain.attacker.get().identity().certificates
        var message = try Message(chain)
        message.certificates = [decoys[1], decoys[2]] + message.certificates
        #expect(verifier.judge(try message.receipt()).brokenRule == nil)
    }

    @Test func `an attacker with the same names is refused`() throws {
        let attacker = try TestChain.attacker.get()
        var message = try Message(attacker)
        #expect(verifier.judge(try message.receipt()).brokenRule == .chain)
        message.certificates = [message.certificates[0]] + (try chain.identity().certificates)
        #expect(verifier.judge(try message.receipt()).brokenRule == .chain)
    }
}
