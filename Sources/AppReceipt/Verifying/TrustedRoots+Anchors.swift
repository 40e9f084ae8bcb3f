import X509

extension TrustedRoots {
    /// The roots that are made as usual, and may have an intermediate below them.
    static func anchors(_ certificates: [Certificate], encoded: [[UInt8]]) -> [UsualCertificate] {
        zip(certificates, encoded).compactMap { certificate, octets in
            let isUsable = ExtensionsRule(role: .root).objection(to: certificate) == nil
            return isUsable ? UsualCertificate(octets[...]) : nil
        }
    }

    /// Whether a certificate is one of the anchors, octet for octet.
    func hasAnchor(_ certificate: ArraySlice<UInt8>) -> Bool {
        let octets = certificate.span
        return anchors.contains { octets.holds($0.octets, at: 0..<octets.count) }
    }
}
