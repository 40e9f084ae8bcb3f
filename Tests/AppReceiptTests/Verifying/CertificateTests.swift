import Foundation
import Testing

@testable import AppReceipt

/// What is judged again although the chain is known; chains with a defect are rows of
/// AdversarialTests.
@Suite struct CertificateTests {
    private let good: TestChain

    init() throws {
        good = try TestChain.good.get()
    }

    @Test func `dates are judged again when the chain is remembered`() throws {
        let verifier = try ReceiptVerifier.make(trusting: good)
        let issuer = try good.issuer()
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
        let late = try issuer.issue(.make(creationDate: Moment.chainEnd + 1))
        #expect(verifier.judge(late).brokenRule == .validity)
        #expect(verifier.judge(try issuer.issue(.make())).brokenRule == nil)
        #expect(verifier.cache.count == 1)
    }
}
