import SwiftASN1
import X509

/// The role of a certificate in a chain, which decides which rules apply to it.
enum CertificateRole: String {
    case signer = "the signer's certificate"
    case intermediate = "the intermediate certificate"
    case root = "the root certificate"
}

// The rules for a certificate in a role; each returns the reason to refuse it, `nil` without one.
extension CertificateRole {
    /// The certificate has version 3, its extensions permit its role, and it has no critical
    /// extension that is not processed here (RFC 5280, 4.2).
    func objection(toExtensionsOf certificate: Certificate) -> String? {
        guard self == .root || certificate.version == .v3 else {
            return "\(rawValue) is not of version 3"
        }
        if certificate.extensions.contains(where: Self.isNotProcessed) {
            return "\(rawValue) has an unknown critical extension"
        }
        do {
            let constraints = try certificate.extensions.basicConstraints
            let usage = try certificate.extensions.keyUsage
            return self == .signer
                ? objection(toSignerWith: constraints, usage)
                : objection(toIssuerWith: constraints, usage)
        } catch {
            return "\(rawValue) has malformed extensions"
        }
    }

    private func objection(
        toSignerWith constraints: BasicConstraints?,
        _ usage: KeyUsage?
    ) -> String? {
        if case .isCertificateAuthority = constraints { return "\(rawValue) is a CA certificate" }
        if let usage, !usage.digitalSignature { return "\(rawValue) may not sign documents" }
        return nil
    }

    private func objection(
        toIssuerWith constraints: BasicConstraints?,
        _ usage: KeyUsage?
    ) -> String? {
        guard case .isCertificateAuthority(let pathLength) = constraints else {
            return "\(rawValue) is not a CA certificate"
        }
        if let usage, !usage.keyCertSign { return "\(rawValue) may not sign certificates" }
        if let pathLength, pathLength < 0 { return "\(rawValue) has a negative path length" }
        if self == .root, let pathLength, pathLength < 1 {
            return "\(rawValue) allows no intermediate"
        }
        return nil
    }

    /// Name constraints are refused even if they are not critical, because they are not processed.
    private static func isNotProcessed(_ extension: Certificate.Extension) -> Bool {
        let processed: [ASN1ObjectIdentifier] = [
            .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
        ]
        return `extension`.oid == .X509ExtensionID.nameConstraints
            || `extension`.critical && !processed.contains(`extension`.oid)
    }

    /// The certificate's own signature uses a digest that is strong enough; a root's is not
    /// checked.
    func objection(toSignatureOf certificate: Certificate, minimum: ReceiptDigest) -> String? {
        certificate.signatureAlgorithm == .sha1WithRSAEncryption && minimum > .sha1
            ? "\(rawValue) is signed over sha1" : nil
    }

    /// The certificate has the extension with which Apple marks the signers of receipts, or their
    /// issuers.
    func objection(toPurposeOf certificate: Certificate) -> String? {
        let marker = self == .signer ? MarkerExtension.signer : MarkerExtension.intermediate
        return certificate.extensions[oid: marker] == nil
            ? "\(rawValue) was not issued for receipts" : nil
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
