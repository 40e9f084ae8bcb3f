import SwiftASN1
import X509

/// The certificate has the extension by which Apple marks those that sign receipts, or that issue
/// such certificates.
struct PurposeRule {
    let role: CertificateRole

    /// What speaks against the certificate; `nil` if nothing does.
    func objection(to certificate: Certificate) -> String? {
        let marker = role == .signer ? MarkerExtension.signer : MarkerExtension.intermediate
        return certificate.extensions[oid: marker] == nil
            ? "\(role.rawValue) was not issued for receipts" : nil
    }
}
