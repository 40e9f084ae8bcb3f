/// Where the parts of the one `SignerInfo` lie in a receipt's message.
struct SignerInfo {
    /// The whole encoding of the issuer's name.
    let issuer: Range<Int>
    /// The content of the serial number's INTEGER.
    let serial: Range<Int>
    let digest: ReceiptDigest
    /// The digest that the signature's algorithm names by itself; `nil` for plain `rsaEncryption`.
    let signatureDigest: ReceiptDigest?
    let attributes: SignedAttributes?
    let signature: Range<Int>
}
