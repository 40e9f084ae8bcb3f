import SwiftASN1
import X509

extension Certificate {
    /// Reads a certificate that lies in a receipt; `nil` where it is none, or not in the one encoding that it has.
    init?(embedded octets: ArraySlice<UInt8>) {
        let copy = Array(octets)
        guard (try? CertificateIdentity(of: 0..<copy.count, in: copy.span)) != nil,
            (try? CertificateNames.check(of: 0..<copy.count, in: copy)) != nil,
            let certificate = try? Certificate(derEncoded: copy)
        else { return nil }
        self = certificate
    }
}
