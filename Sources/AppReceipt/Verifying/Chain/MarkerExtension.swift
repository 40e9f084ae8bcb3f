import SwiftASN1

/// The extensions that mark the certificates of receipts.
enum MarkerExtension {
    /// Mac App Store Receipt Signing.
    static let signer: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]
    /// Worldwide Developer Relations.
    static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]
    /// The policy that signers' certificates name.
    static let policy: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 5, 6, 1]
}
