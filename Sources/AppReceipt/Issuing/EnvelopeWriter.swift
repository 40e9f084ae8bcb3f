/// Writes the CMS message around a signed content, in the shape that the App Store's have.
struct EnvelopeWriter {
    let certificates: [[UInt8]]
    let issuerAndSerial: [UInt8]
    let digest: ReceiptDigest

    func message(content: [UInt8], signature: [UInt8]) -> [UInt8] {
        let signedData = DERWriter.sequence([
            DERWriter.integer(1),
            DERWriter.set([DERWriter.algorithm(digestIdentifier)]),
            DERWriter.sequence([
                DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.data),
                DERWriter.element(Tag.context0, DERWriter.octetString(content)),
            ]),
            // The App Store's order, from signer to root, which is not a SET OF's.
            DERWriter.element(Tag.context0, Array(certificates.joined())),
            DERWriter.set([signerInfo(signature)]),
        ])
        return DERWriter.sequence([
            DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.signedData),
            DERWriter.element(Tag.context0, signedData),
        ])
    }

    private func signerInfo(_ signature: [UInt8]) -> [UInt8] {
        DERWriter.sequence([
            DERWriter.integer(1),
            issuerAndSerial,
            DERWriter.algorithm(digestIdentifier),
            DERWriter.algorithm(ObjectIdentifier.rsaEncryption),
            DERWriter.octetString(signature),
        ])
    }

    private var digestIdentifier: [UInt8] {
        switch digest {
        case .sha1: ObjectIdentifier.sha1
        case .sha256: ObjectIdentifier.sha256
        }
    }
}
