extension ChainCache {
    /// All certificates of a receipt, and the name by which its signer is found among them.
    ///
    /// Which certificate is the signer's, and what its chain is, follows from these octets alone; so nothing has to be looked for in
    /// a receipt that has the same.
    struct Sender {
        let certificates: [UInt8]
        let issuer: [UInt8]
        let serial: [UInt8]

        init(of envelope: Envelope) {
            certificates = Array(envelope.message[envelope.allCertificates])
            issuer = Array(envelope.message[envelope.signer.issuer])
            serial = Array(envelope.message[envelope.signer.serial])
        }

        func isSender(of envelope: Envelope) -> Bool {
            let octets = envelope.message.span
            return octets.holds(serial, at: envelope.signer.serial)
                && octets.holds(issuer, at: envelope.signer.issuer)
                && octets.holds(certificates, at: envelope.allCertificates)
        }
    }
}
