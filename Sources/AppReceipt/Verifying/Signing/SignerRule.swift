/// Finds the certificate that the signer names by issuer and serial number, wherever it stands.
struct SignerRule {
    /// The place of the signer's certificate among those of the envelope.
    func index(in envelope: Envelope) throws(ReceiptVerdict.Refusal) -> Int {
        let slice = envelope.message[...]
        let octets = slice.span
        var found: Int?
        for index in envelope.certificates.indices {
            let range = envelope.certificates[index]
            guard let identity = try? CertificateIdentity(of: range, in: octets),
                octets.isSame(identity.issuer, envelope.signer.issuer),
                octets.isSame(identity.serial, envelope.signer.serial)
            else { continue }
            // An issuer never gives a number twice, so one of the two is not what it says.
            guard found == nil else { throw refusal("two certificates have the signer's name") }
            found = index
        }
        guard let found else { throw refusal("the signer's certificate is missing") }
        return found
    }

    private func refusal(_ reason: String) -> ReceiptVerdict.Refusal {
        .init(rule: .signer, reason: reason)
    }
}
