import Foundation
import Testing
import X509
import _CryptoExtras

@testable import AppReceipt

/// The shortcut may give up at anything, and must never find good what the general way refuses.
@Suite struct UsualCertificateTests {
    private let chain: TestChain

    init() throws {
        chain = try TestChain.good.get()
    }

    @Test func `the certificates that are issued here are usual`() throws {
        for authority in [chain.signer, chain.intermediate, chain.root] {
            let usual = try #require(UsualCertificate(try authority.encoded()[...]))
            #expect(usual.start == authority.certificate.notValidBefore)
            #expect(usual.end == authority.certificate.notValidAfter)
            #expect(usual.key.derRepresentation == authority.key.publicKey.derRepresentation)
        }
    }

    @Test func `the shortcut finds the chain that the general way finds`() throws {
        let receipt = try chain.issuer().issue(.make())
        let envelope = try EnvelopeReader(message: receipt.bytes).read()
        let certificates = envelope.certificates.map { envelope.message[$0] }
        let others = Array(certificates.dropFirst())
        let roots = try chain.roots()
        let shortcut = try #require(
            UsualChainRule(roots: roots, minimumDigest: .sha256)
                .chain(of: envelope, from: certificates[0], by: others)
        )
        let general = try ChainRule(roots: roots, minimumDigest: .sha256)
            .chain(from: SignerCertificate(certificates[0]), by: others)
        #expect(shortcut.intermediate == general.intermediate)
        #expect(!shortcut.chain.isTestSigner)
        #expect(shortcut.chain.key.derRepresentation == general.chain.key.derRepresentation)
        let pairs = zip(shortcut.chain.validities, general.chain.validities)
        #expect(shortcut.chain.validities.count == 3 && general.chain.validities.count == 3)
        #expect(pairs.allSatisfy { $0.start == $1.start && $0.end == $1.end && $0.role == $1.role })
    }

    @Test func `no changed octet makes a certificate that only the shortcut reads`() throws {
        let good = try chain.signer.encoded()
        var kept = 0
        for index in good.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var octets = good
                octets[index] ^= change
                guard let usual = UsualCertificate(octets[...]) else { continue }
                kept += 1
                let general = Certificate(embedded: octets[...])
                #expect(general != nil, "octet \(index) by \(change)")
                #expect(usual.start == general?.notValidBefore, "octet \(index) by \(change)")
                #expect(usual.end == general?.notValidAfter, "octet \(index) by \(change)")
            }
        }
        // A changed signature or number reads well, and so the comparison is about something.
        #expect(kept > 256)
    }

    @Test func `every truncation and continuation is left to others`() throws {
        let good = try chain.signer.encoded()
        for count in good.indices {
            #expect(UsualCertificate(good.prefix(count)) == nil)
        }
        #expect(UsualCertificate((good + [0])[...]) == nil)
    }

    @Test(arguments: [
        ("500101000000Z", -631_152_000), ("491231235959Z", 2_524_607_999),
        ("700101000000Z", 0), ("240229120000Z", 1_709_208_000),
        ("20500101000000Z", 2_524_608_000), ("99991231235959Z", 253_402_300_799),
    ])
    func `certificates' dates have two forms`(text: String, seconds: TimeInterval) {
        let octets = Array(text.utf8)
        let date = CertificateDate.parse(
            0..<octets.count,
            hasCentury: octets.count == 15,
            in: octets.span
        )
        #expect(date?.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        "", "Z", "230229120000Z", "241301120000Z", "240100120000Z", "240101240000Z",
        "240101006000Z", "240101000060Z", "2401010000Z", "240101000000", "2401010000-0Z",
        "240101000000+0000", "00000101000000Z", "24010100000 Z",
    ])
    func `what is no date of a certificate is refused`(text: String) {
        let octets = Array(text.utf8)
        for hasCentury in [false, true] {
            let date = CertificateDate.parse(
                0..<octets.count,
                hasCentury: hasCentury,
                in: octets.span
            )
            #expect(date == nil)
        }
    }
}
