import Foundation
import _CryptoExtras

/// What a chain that was found good leaves to know: the signer's key, and when its certificates are valid.
struct TrustedChain: Sendable {
    let key: _RSA.Signing.PublicKey
    let validities: [Validity]
    /// Whether the signer is trusted by itself, for receipts of test environments only.
    let isTestSigner: Bool
}
