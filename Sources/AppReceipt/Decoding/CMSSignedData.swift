/// The decoded `SignedData` of a receipt's CMS message (RFC 5652, section 5); nothing is verified.
struct CMSSignedData {
    let message: [UInt8]
    /// The bytes that hold the signed content: the message itself, or the joined pieces of a BER
    /// message.
    let contentStorage: [UInt8]
    let contentRange: Range<Int>
    /// The algorithm in `SignedData.digestAlgorithms`.
    let declaredDigest: ReceiptDigest
    /// The ranges of the certificates in `message`, in its order.
    let certificates: [Range<Int>]
    let signer: SignerInfo

    /// From the first certificate to the last, which lie side by side.
    var allCertificates: Range<Int> {
        guard let first = certificates.first, let last = certificates.last else { return 0..<0 }
        return first.lowerBound..<last.upperBound
    }

    var content: ArraySlice<UInt8> { contentStorage[contentRange] }

    func decodeContent() throws(SignedReceipt.Error) -> ReceiptContent {
        var decoder = PayloadDecoder(contentStorage, contentRange)
        return try decoder.decode()
    }
}

extension SignedReceipt {
    /// Decodes the content without checking the signature: for tools, never for a decision.
    ///
    /// - Throws: ``Error``, if the bytes are not a receipt.
    public func unverifiedContent() throws(Error) -> ReceiptContent {
        try CMSSignedDataDecoder(message: bytes).decode().decodeContent()
    }
}

/// The ranges of the parts of the one `SignerInfo` of a message.
struct SignerInfo {
    /// The whole encoding of the issuer's name.
    let issuer: Range<Int>
    /// The content of the serial number's INTEGER.
    let serial: Range<Int>
    let digest: ReceiptDigest
    /// The digest that the signature algorithm implies; `nil` for plain `rsaEncryption`.
    let signatureDigest: ReceiptDigest?
    let attributes: SignedAttributes?
    let signature: Range<Int>
}

/// The signed attributes of a `SignerInfo`: if there are any, the signature is made over them
/// instead of the content.
struct SignedAttributes {
    /// The whole element, whose tag is [0] in the message and SET where it is signed (RFC 5652,
    /// section 5.4).
    let element: Range<Int>
    /// The content of the message digest's OCTET STRING.
    let messageDigest: Range<Int>
}
