import SwiftASN1
import X509

/// The certificate has version 3, may be used in its role, and asks for nothing that is not obeyed
/// here (RFC 5280, 4.2).
struct ExtensionsRule {
    let role: CertificateRole

    /// What speaks against the certificate; `nil` if nothing does.
    func objection(to certificate: Certificate) -> String? {
        guard role == .root || certificate.version == .v3 else {
            return "\(role.rawValue) is not of version 3"
        }
        if certificate.extensions.contains(where: isNotObeyed) {
            return "\(role.rawValue) has a critical extension that is not known"
        }
        guard let extensions = try? CertificateExtensions(certificate) else {
            return "\(role.rawValue) has malformed extensions"
        }
        return role == .signer ? objection(toSigner: extensions) : objection(toIssuer: extensions)
    }

    private func objection(toSigner extensions: CertificateExtensions) -> String? {
        if case .isCertificateAuthority = extensions.basicConstraints {
            return "\(role.rawValue) is one of an authority"
        }
        if let usage = extensions.keyUsage, !usage.digitalSignature {
            return "\(role.rawValue) may not sign documents"
        }
        return nil
    }

    private func objection(toIssuer extensions: CertificateExtensions) -> String? {
        guard case .isCertificateAuthority(let pathLength) = extensions.basicConstraints else {
            return "\(role.rawValue) is not one of an authority"
        }
        if let usage = extensions.keyUsage, !usage.keyCertSign {
            return "\(role.rawValue) may not sign certificates"
        }
        if let pathLength, pathLength < 0 {
            return "\(role.rawValue) has a negative path length"
        }
        if role == .root, let pathLength, pathLength < 1 {
            return "\(role.rawValue) allows no intermediate"
        }
        return nil
    }

    /// Constraints on names are not obeyed here, so they are refused even where they are not
    /// critical.
    private func isNotObeyed(_ extension: Certificate.Extension) -> Bool {
        let obeyed: [ASN1ObjectIdentifier] = [
            .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
        ]
        return `extension`.oid == .X509ExtensionID.nameConstraints
            || `extension`.critical && !obeyed.contains(`extension`.oid)
    }
}
