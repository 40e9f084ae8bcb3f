import Foundation
import _CryptoExtras

/// A certificate as Apple makes them for receipts: version 3, RSA, SHA-1 or SHA-256, extensions that are understood here.
///
/// To read one this way takes a twentieth of the time of a reader of every kind of certificate.
struct UsualCertificate {
    let octets: [UInt8]
    /// What the issuer signed.
    let body: Range<Int>
    let digest: ReceiptDigest
    let issuer: Range<Int>
    let start: Date
    let end: Date
    let subject: Range<Int>
    let key: _RSA.Signing.PublicKey
    let extensions: UsualExtensions
    let signature: Range<Int>

    /// Reads a certificate; `nil` for one that is malformed or in any way unusual, about which others have to decide.
    init?(_ encoded: ArraySlice<UInt8>) {
        let octets = Array(encoded)
        guard let certificate = try? UsualCertificateReader(octets: octets).read() else {
            return nil
        }
        self = certificate
    }

    init(
        octets: [UInt8],
        body: Range<Int>,
        digest: ReceiptDigest,
        issuer: Range<Int>,
        validity: (start: Date, end: Date),
        subject: Range<Int>,
        key: _RSA.Signing.PublicKey,
        extensions: UsualExtensions,
        signature: Range<Int>
    ) {
        self.octets = octets
        self.body = body
        self.digest = digest
        self.issuer = issuer
        (start, end) = validity
        self.subject = subject
        self.key = key
        self.extensions = extensions
        self.signature = signature
    }
}
