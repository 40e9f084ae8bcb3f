import Foundation
import _CryptoExtras

/// What a chain that was found good leaves to know: the signer's key, and when its certificates are
/// valid.
struct TrustedChain: Sendable {
    let key: _RSA.Signing.PublicKey
    /// The ways from the signer to a root: several where a certificate was issued anew for its key.
    let paths: [Path]
    /// Whether the signer is trusted by itself, for receipts of test environments only.
    let isTestSigner: Bool

    /// One way to a root.
    struct Path: Sendable {
        /// `nil` for a signer that is trusted by itself.
        let intermediate: ArraySlice<UInt8>?
        /// From the signer to the root.
        let validities: [Validity]
    }

    /// The chain with only the paths by way of these certificates; `nil` where there is none.
    func chain(by others: [ArraySlice<UInt8>]) -> TrustedChain? {
        let paths = paths.filter { path in
            path.intermediate.map { others.contains($0) } ?? true
        }
        guard !paths.isEmpty else { return nil }
        return TrustedChain(key: key, paths: paths, isTestSigner: isTestSigner)
    }
}
