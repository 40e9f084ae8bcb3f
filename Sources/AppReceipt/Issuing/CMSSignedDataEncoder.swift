/// Encodes the CMS message around a signed content as the App Store does.
struct CMSSignedDataEncoder {
    let certificates: [[UInt8]]
    let issuerAndSerial: [UInt8]
    let digest: ReceiptDigest

    func message(content: [UInt8], signature: [UInt8]) -> [UInt8] {
        let signedData = DEREncoder.sequence([
            DEREncoder.integer(1),
            DEREncoder.set([DEREncoder.algorithm(digestIdentifier)]),
            DEREncoder.sequence([
                DEREncoder.element(Tag.objectIdentifier, ObjectIdentifier.data),
                DEREncoder.element(Tag.context0, DEREncoder.octetString(content)),
            ]),
            // In the App Store's order, from signer to root, instead of DER's order of a SET OF.
            DEREncoder.element(Tag.context0, Array(certificates.joined())),
            DEREncoder.set([signerInfo(signature)]),
        ])
        return DEREncoder.sequence([
            DEREncoder.element(Tag.objectIdentifier, ObjectIdentifier.signedData),
            DEREncoder.element(Tag.context0, signedData),
        ])
    }

    private func signerInfo(_ signature: [UInt8]) -> [UInt8] {
        DEREncoder.sequence([
            DEREncoder.integer(1),
            issuerAndSerial,
            DEREncoder.algorithm(digestIdentifier),
            DEREncoder.algorithm(ObjectIdentifier.rsaEncryption),
            DEREncoder.octetString(signature),
        ])
    }

    private var digestIdentifier: [UInt8] {
        switch digest {
        case .sha1: ObjectIdentifier.sha1
        case .sha256: ObjectIdentifier.sha256
        }
    }
}
