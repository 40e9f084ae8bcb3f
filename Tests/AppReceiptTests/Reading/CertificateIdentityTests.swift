import Testing

@testable import AppReceipt

@Suite struct CertificateIdentityTests {
    private let root: CertificateAuthority

    init() throws {
        root = try TestChain.good.get().root
    }

    private func isRead(_ octets: [UInt8]) -> Bool {
        let slice = octets[...]
        return (try? CertificateIdentity(of: slice.indices, in: slice.span)) != nil
    }

    @Test func `a certificate names its algorithm inside and outside alike`() throws {
        #expect(isRead(try RawCertificate.make(root, signedBy: root) { _ in }))
        let other = try RawCertificate.make(root, signedBy: root) {
            $0[2] = DERWriter.algorithm(ObjectIdentifier.sha1WithRSA)
        }
        #expect(!isRead(other))
    }
}
