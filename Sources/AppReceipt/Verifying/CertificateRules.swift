import SwiftASN1
import X509

/// The certificate has version 3, its extensions permit its role, and it has no critical extension
/// that is not processed here (RFC 5280, 4.2).
struct ExtensionsRule {
    let role: CertificateRole

    /// The reason to refuse the certificate; `nil` without one.
    func objection(to certificate: Certificate) -> String? {
        guard role == .root || certificate.version == .v3 else {
            return "\(role.rawValue) is not of version 3"
        }
        if certificate.extensions.contains(where: isNotProcessed) {
            return "\(role.rawValue) has an unknown critical extension"
        }
        guard let extensions = try? CertificateExtensions(certificate) else {
            return "\(role.rawValue) has malformed extensions"
        }
        return role == .signer ? objection(toSigner: extensions) : objection(toIssuer: extensions)
    }

    private func objection(toSigner extensions: CertificateExtensions) -> String? {
        if case .isCertificateAuthority = extensions.basicConstraints {
            return "\(role.rawValue) is a CA certificate"
        }
        if let usage = extensions.keyUsage, !usage.digitalSignature {
            return "\(role.rawValue) may not sign documents"
        }
        return nil
    }

    private func objection(toIssuer extensions: CertificateExtensions) -> String? {
        guard case .isCertificateAuthority(let pathLength) = extensions.basicConstraints else {
            return "\(role.rawValue) is not a CA certificate"
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

    /// Name constraints are refused even if they are not critical, because they are not processed.
    private func isNotProcessed(_ extension: Certificate.Extension) -> Bool {
        let processed: [ASN1ObjectIdentifier] = [
            .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
        ]
        return `extension`.oid == .X509ExtensionID.nameConstraints
            || `extension`.critical && !processed.contains(`extension`.oid)
    }
}

/// The extensions of a certificate that are processed.
struct CertificateExtensions {
    let basicConstraints: BasicConstraints?
    let keyUsage: KeyUsage?

    init(_ certificate: Certificate) throws {
        basicConstraints = try certificate.extensions.basicConstraints
        keyUsage = try certificate.extensions.keyUsage
    }
}

/// The certificate has the extension with which Apple marks the signers of receipts, or their
/// issuers.
struct PurposeRule {
    let role: CertificateRole

    /// The reason to refuse the certificate; `nil` without one.
    func objection(to certificate: Certificate) -> String? {
        let marker = role == .signer ? MarkerExtension.signer : MarkerExtension.intermediate
        return certificate.extensions[oid: marker] == nil
            ? "\(role.rawValue) was not issued for receipts" : nil
    }
}

/// The object identifiers with which Apple marks the certificates of receipts.
enum MarkerExtension {
    /// Mac App Store Receipt Signing.
    static let signer: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]
    /// Worldwide Developer Relations.
    static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]
    /// The certificate policy of the signers.
    static let policy: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 5, 6, 1]
}

/// The certificate's own signature uses a digest that is strong enough; a root's is not checked.
struct CertificateStrengthRule {
    let role: CertificateRole
    let minimum: ReceiptDigest

    /// The reason to refuse the certificate; `nil` without one.
    func objection(to certificate: Certificate) -> String? {
        certificate.signatureAlgorithm == .sha1WithRSAEncryption && minimum > .sha1
            ? "\(role.rawValue) is signed over sha1" : nil
    }
}

/// The role of a certificate in a chain, which decides which rules apply to it.
enum CertificateRole: String {
    case signer = "the signer's certificate"
    case intermediate = "the intermediate certificate"
    case root = "the root certificate"
}
