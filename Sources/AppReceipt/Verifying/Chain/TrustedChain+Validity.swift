import Foundation
import X509

extension TrustedChain {
    /// From when to when one certificate of the chain is valid, both ends included (RFC 5280,
    /// 4.1.2.5).
    struct Validity: Sendable {
        let role: CertificateRole
        let start: Date
        let end: Date

        init(_ role: CertificateRole, _ certificate: Certificate) {
            self.role = role
            start = certificate.notValidBefore
            end = certificate.notValidAfter
        }
    }
}
