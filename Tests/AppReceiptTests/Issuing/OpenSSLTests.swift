#if os(Linux) || os(macOS)
import Foundation
import Testing

@testable import AppReceipt

/// Lets OpenSSL judge what was issued, where it is installed.
@Suite(.enabled(if: OpenSSL.tool != nil, "no openssl in the search path"))
struct OpenSSLTests {
    @Test(arguments: ReceiptDigest.allCases)
    func `OpenSSL accepts what was issued and sees the same content`(digest: ReceiptDigest) throws {
        let chain = try TestChain.good.get()
        let content = ReceiptContent.makeFull()
        let receipt = try chain.issuer(digest).issue(content)
        let output = try OpenSSL.verify(receipt, roots: [chain.identity().rootCertificate])
        #expect(output == (try PayloadWriter(content: content).payload()))
    }

    @Test func `OpenSSL refuses what was issued below another root`() throws {
        let chain = try TestChain.good.get()
        let other = try TestChain.attacker.get()
        let receipt = try chain.issuer().issue(.make())
        #expect(try OpenSSL.verify(receipt, roots: [other.identity().rootCertificate]) == nil)
    }

    @Test(arguments: SeveralChains.cases.filter(\.isOpenSSLsVerdict))
    func `OpenSSL judges several chains alike`(row: SeveralChains) throws {
        let subject = try row.subject()
        for order in [subject.certificates, subject.certificates.reversed()] {
            let output = try OpenSSL.verify(subject.receipt(order), roots: subject.roots)
            #expect((output == nil) == (row.rule != nil))
        }
    }
}
#endif
