extension ChainCache {
    /// All certificates of a receipt, the name by which its signer is found among them, and its
    /// chain.
    ///
    /// Which certificate is the signer's, and what its chain is, follows from these octets alone.
    /// So nothing has to be looked for in a receipt that has the same.
    struct Sender {
        let chain: TrustedChain
        private let certificates: [UInt8]
        private let issuer: [UInt8]
        private let serial: [UInt8]

        init(of envelope: Envelope, chain: TrustedChain) {
            self.chain = chain
            certificates = Array(envelope.message[envelope.allCertificates])
            issuer = Array(envelope.message[envelope.signer.issuer])
            serial = Array(envelope.message[envelope.signer.serial])
        }

        func isSender(of envelope: Envelope) -> Bool {
            let slice = envelope.message[...]
            let octets = slice.span
            return octets.holds(serial, at: envelope.signer.serial)
                && octets.holds(issuer, at: envelope.signer.issuer)
                && octets.holds(certificates, at: envelope.allCertificates)
        }
    }
}
