/// The tags of the ASN.1 elements in receipts and certificates (X.690).
enum Tag {
    static let endOfContents: UInt8 = 0x00
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0C
    static let numericString: UInt8 = 0x12
    static let printableString: UInt8 = 0x13
    static let teletexString: UInt8 = 0x14
    static let ia5String: UInt8 = 0x16
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let universalString: UInt8 = 0x1C
    static let bmpString: UInt8 = 0x1E
    static let constructedOctetString: UInt8 = 0x24
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let context0: UInt8 = 0xA0
    static let context1: UInt8 = 0xA1

    /// The bit of a constructed encoding.
    static let constructed: UInt8 = 0x20
    /// The bits that announce a tag of several bytes.
    static let longForm: UInt8 = 0x1F
}

/// The object identifiers in a receipt's CMS message, as the content of their elements.
enum ObjectIdentifier {
    static let signedData: [UInt8] = pkcs + [0x07, 0x02]
    static let data: [UInt8] = pkcs + [0x07, 0x01]
    static let contentType: [UInt8] = pkcs + [0x09, 0x03]
    static let messageDigest: [UInt8] = pkcs + [0x09, 0x04]
    static let rsaEncryption: [UInt8] = pkcs + [0x01, 0x01]
    static let sha1WithRSA: [UInt8] = pkcs + [0x01, 0x05]
    static let sha256WithRSA: [UInt8] = pkcs + [0x01, 0x0B]
    static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]

    /// The arc of the PKCS standards, 1.2.840.113549.1.
    private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
}
