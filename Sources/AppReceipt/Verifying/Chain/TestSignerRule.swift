/// A signer that is trusted by itself vouches for test environments only, for its key may be
/// everybody's.
struct TestSignerRule {
    let chain: TrustedChain

    func check(_ content: ReceiptContent) throws(ReceiptVerdict.Refusal) {
        guard chain.isTestSigner else { return }
        switch content.type?.environment {
        case .xcode, .localTesting: return
        default: throw .init(rule: .environment, reason: "a test signer signed another type")
        }
    }
}
