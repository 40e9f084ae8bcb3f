import SwiftASN1
import X509

extension Certificate {
    /// Reads a certificate that lies in a receipt; `nil` where it is none, or not in the one
    /// encoding that it has.
    init?(embedded octets: ArraySlice<UInt8>) {
        guard let certificate = try? Certificate(checking: Array(octets)) else { return nil }
        self = certificate
    }

    /// Reads a certificate after a check of what the general reader takes more freely.
    init(checking octets: [UInt8]) throws {
        let slice = octets[...]
        _ = try CertificateIdentity(of: slice.indices, in: slice.span)
        try CertificateBody.check(of: slice.indices, in: octets)
        try self.init(derEncoded: octets)
    }
}
