/// The object identifiers that a receipt's envelope is written with, as their content octets.
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

    /// The arc of RSA Security's standards.
    private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]
}
