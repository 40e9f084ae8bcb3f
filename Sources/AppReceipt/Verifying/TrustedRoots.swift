public import Foundation

/// The root certificates at which the chain of a receipt or a signed document may end.
///
/// A certificate is not trusted because a receipt contains it, nor because the system trusts it for
/// other uses.
///
/// Each of them vouches for receipts and documents of production as well as of the sandbox. So do
/// not trust the root of a local store beside Apple's, because it could sign documents for
/// production. Accept ``AcceptedEnvironment/localTesting(root:)`` instead, or make a second
/// verifier.
public struct TrustedRoots: Sendable {
    let anchors: [TrustAnchor]
    let testSigners: [TrustAnchor]

    /// Trusts these roots, each a certificate in DER.
    ///
    /// A test signer may sign receipts of the types `Xcode` and `LocalTesting`, without a chain and
    /// without Apple's marks. Xcode's certificate is one; its key is public, so trust it in tests
    /// only.
    ///
    /// - Parameters:
    ///   - roots: The root certificates.
    ///   - testSigners: The certificates of signers that are trusted without a chain.
    /// - Throws: ``Error``, if one of them is not a certificate.
    public init(_ roots: [[UInt8]], testSigners: [[UInt8]] = []) throws(Error) {
        anchors = try TrustAnchor.decode(roots, of: .trustedRoots)
        self.testSigners = try TrustAnchor.decode(testSigners, of: .testSigners)
    }

    private init(_ anchors: [TrustAnchor]) {
        self.anchors = anchors
        testSigners = []
    }

    /// Apple's three root certificates, as published at apple.com/certificateauthority.
    ///
    /// The chains of receipts end at the first, those of signed transactions at the third. Xcode's
    /// certificate is not among them.
    public static let apple = TrustedRoots(
        TrustAnchor.allOrNone(
            AppleRootCertificates.all.map { Data(base64Encoded: $0).map(Array.init) ?? [] },
            of: .trustedRoots
        )
    )
}

extension TrustedRoots {
    /// The reason why certificates can't be trusted roots.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The element at this index is not an X.509 certificate in DER.
        case notACertificate(index: Int, detail: String)
    }
}

extension TrustedRoots.Error: LocalizedError {
    /// The problem and its place, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .notACertificate(let index, let detail):
            "The root at index \(index) is not a certificate in DER: \(detail)"
        }
    }
}
