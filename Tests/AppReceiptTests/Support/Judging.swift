import Testing

@testable import AppReceipt

extension ReceiptVerdict {
    /// The rule that was broken; `nil` for a verified receipt.
    var brokenRule: Rule? { refusal?.rule }

    var refusal: Refusal? {
        switch self {
        case .verified: nil
        case .refused(let refusal): refusal
        }
    }
}

extension ReceiptVerifier {
    static func make(
        trusting chain: TestChain,
        minimumDigest: ReceiptDigest = .sha1,
        rules: [any ReceiptRule] = []
    ) throws -> ReceiptVerifier {
        ReceiptVerifier(
            trustedRoots: try chain.roots(),
            minimumDigest: minimumDigest,
            rules: rules
        )
    }
}
