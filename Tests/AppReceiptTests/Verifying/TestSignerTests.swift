import Foundation
import Testing

@testable import AppReceipt

@Suite struct TestSignerTests {
    @Test(arguments: [
        (ReceiptType.xcode, nil), (.localTesting, nil),
        (.production, ReceiptVerdict.Rule.environment), (.productionSandbox, .environment),
        (ReceiptType(rawValue: "else"), .environment),
    ])
    func `a test signer vouches for test environments only`(
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
