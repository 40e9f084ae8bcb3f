import SwiftASN1
import X509

/// The certificates that a receipt's chain may end at.
///
/// Nothing is trusted because it lies inside a receipt, and nothing because the machine trusts it
/// for other uses.
public struct TrustedRoots: Sendable {
    let certificates: [Certificate]
    let testSigners: [Certificate]

    /// Trusts these roots, each a certificate in DER.
    ///
    /// `testSigners` are certificates that may themselves sign receipts, without marks and chain,
    /// and only receipts of the types `Xcode` and `LocalTesting`: Xcode's certificate is one. Its
    /// key is in everybody's hands, so trust it in tests only.
    ///
    /// - Throws: ``Error``, if one of them is no certificate.
    public init(_ roots: [[UInt8]], testSigners: [[UInt8]] = []) throws(Error) {
        certificates = try Self.parse(roots)
        self.testSigners = try Self.parse(testSigners)
    }

    /// Trusts nothing if one certificate is damaged, so that a damaged program refuses rather than
    /// trusts.
    init(allOrNothing roots: [[UInt8]]) {
        if let trusted = try? Self(roots) {
            self = trusted
        } else {
            (certificates, testSigners) = ([], [])
        }
    }

    private static func parse(_ encoded: [[UInt8]]) throws(Error) -> [Certificate] {
        var certificates: [Certificate] = []
        for (index, octets) in encoded.enumerated() {
            do {
                certificates.append(try Certificate(checking: octets))
            } catch {
                throw .notACertificate(index: index, detail: "\(error)")
            }
        }
        return certificates
    }
}
