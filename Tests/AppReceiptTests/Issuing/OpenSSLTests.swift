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
        let output = try OpenSSL.verify(receipt, root: chain.identity().rootCertificate)
        #expect(output == (try PayloadWriter(content: content).payload()))
    }

    @Test func `OpenSSL refuses what was issued below another root`() throws {
        let chain = try TestChain.good.get()
        let other = try TestChain.attacker.get()
        let receipt = try chain.issuer().issue(.make())
        #expect(try OpenSSL.verify(receipt, root: other.identity().rootCertificate) == nil)
    }
}
#endif
