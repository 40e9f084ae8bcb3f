public import Foundation
import SwiftASN1
import X509

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
    let certificates: [Certificate]
    /// The same certificates in DER.
    let encoded: [[UInt8]]
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
        certificates = try Self.parse(roots)
        encoded = roots
        self.testSigners = zip(try Self.parse(testSigners), testSigners).map {
            TrustAnchor(certificate: $0, encoded: $1, authority: .testSigners)
        }
    }

    /// Trusts nothing if one of the certificates is malformed.
    init(allOrNothing roots: [[UInt8]]) {
        if let trusted = try? Self(roots) {
            self = trusted
        } else {
            (certificates, encoded, testSigners) = ([], [], [])
        }
    }

    private static func parse(_ encoded: [[UInt8]]) throws(Error) -> [Certificate] {
        var certificates: [Certificate] = []
        for (index, bytes) in encoded.enumerated() {
            do {
                certificates.append(try Certificate(checking: bytes))
            } catch {
                throw .notACertificate(index: index, detail: "\(error)")
            }
        }
        return certificates
    }
}

extension TrustedRoots {
    /// Apple's three root certificates, as published at apple.com/certificateauthority.
    ///
    /// The chains of receipts end at the first, those of signed transactions at the third. Xcode's
    /// certificate is not among them.
    public static let apple = TrustedRoots(
        allOrNothing: AppleRootCertificates.all.map { root in
            Data(base64Encoded: root).map(Array.init) ?? []
        }
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
