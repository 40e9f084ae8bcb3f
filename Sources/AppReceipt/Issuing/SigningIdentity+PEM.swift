import SwiftASN1

extension SigningIdentity {
    /// The private key and then the certificates, as one text in PEM (RFC 7468): keep it where only
    /// its owner can read it.
    public var pemRepresentation: String {
        let documents = certificates.map {
            PEMDocument(type: Self.certificateLabel, derBytes: $0).pemString
        }
        return ([privateKeyPEM] + documents).joined(separator: "\n") + "\n"
    }

    /// Takes up an identity that was kept as ``pemRepresentation``.
    ///
    /// - Throws: ``Error``, if the text is no PEM, or key and certificates do not belong together.
    public init(pemRepresentation: String) throws(Error) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pemRepresentation) else {
            throw .unusableKey
        }
        let keys = documents.filter { $0.discriminator != Self.certificateLabel }
        guard keys.count == 1, let key = keys.first else { throw .unusableKey }
        try self.init(
            certificates: documents.filter { $0.discriminator == Self.certificateLabel }
                .map(\.derBytes),
            privateKeyPEM: key.pemString
        )
    }

    private static let certificateLabel = "CERTIFICATE"
}
