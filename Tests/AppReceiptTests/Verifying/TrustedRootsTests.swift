import Crypto
import Foundation
import Testing
import X509

@testable import AppReceipt

@Suite struct TrustedRootsTests {
    @Test func `the roots have the fingerprints that Apple publishes`() {
        let fingerprints = AppleRootCertificates.all.map { root in
            let bytes = Data(base64Encoded: root) ?? Data()
            return SHA256.hash(data: bytes).map { String(format: "%02x", $0) }.joined()
        }
        #expect(
            fingerprints == [
                "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
                "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
                "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
            ]
        )
    }

    @Test func `exactly Apple's three roots are trusted by default`() {
        let names = TrustedRoots.apple.anchors.map { "\($0.certificate.subject)" }
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.contains("Apple Root CA") })
        #expect(TrustedRoots.apple.testSigners.isEmpty)
    }

    @Test func `what is not a certificate is named by its index`() throws {
        let root = try #require(AppleRootCertificates.all.first.flatMap { Data(base64Encoded: $0) })
        let error = try #require(throws: TrustedRoots.Error.self) {
            try TrustedRoots([Array(root), [1, 2, 3]])
        }
        guard case .notACertificate(1, _) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test(arguments: ["500101000060Z", "00000101000000Z"])
    func `a root with malformed dates is not trusted`(end: String) throws {
        let root = try TestChain.good.get().root
        let bytes = try RawCertificate.make(root, signedBy: root) {
            $0[4] = RawCertificate.validity("200101000000Z", end)
        }
        #expect(throws: TrustedRoots.Error.self) { try TrustedRoots([bytes]) }
        #expect(throws: TrustedRoots.Error.self) { try TrustedRoots([], testSigners: [bytes]) }
    }
}

@Suite struct TestSignerTests {
    @Test(arguments: [
        (ReceiptType.xcode, nil), (.localTesting, nil),
        (.production, ReceiptVerdict.Rule.environment), (.productionSandbox, .environment),
        (ReceiptType(rawValue: "else"), .environment),
    ])
    func `a test signer may sign for test environments only`(
        type: ReceiptType,
        rule: ReceiptVerdict.Rule?
    ) throws {
        let chain = try TestChain.good.get()
        let signer = try chain.identity().certificates[0]
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([], testSigners: [signer]),
            rules: []
        )
        let receipt = try chain.issuer().issue(.make(type: type))
        #expect(verifier.judge(receipt).brokenRule == rule)
        #expect(verifier.judge(receipt).brokenRule == rule)
    }
}
