/// The ranges of a certificate's issuer and serial number, by which a `SignerInfo` identifies it
/// (RFC 5280, section 4.1).
struct CertificateIdentity {
    let issuer: Range<Int>
    let serial: Range<Int>
    /// The fields after the issuer: validity, subject and others.
    let furtherFields: DERCursor

    init(of certificate: Range<Int>, in bytes: Span<UInt8>) throws(SignedReceipt.Error) {
        var outer = DERCursor(certificate)
        let whole = try outer.next(Tag.sequence, "a certificate", in: bytes)
        var inner = DERCursor(whole.content)
        let body = try inner.next(Tag.sequence, "a certificate's body", in: bytes)
        let signatureAlgorithm = try Self.signatureAlgorithm(from: &inner, in: bytes)
        var fields = DERCursor(body.content)
        if fields.peek(in: bytes) == Tag.context0 {
            _ = try fields.next(in: bytes)
        }
        serial = try fields.next(Tag.integer, "a certificate's number", in: bytes).content
        let algorithm = try fields.next(Tag.sequence, "a certificate's algorithm", in: bytes)
        guard bytes.isSame(algorithm.whole, signatureAlgorithm) else {
            throw .malformed(detail: "a certificate's two algorithms", offset: algorithm.start)
        }
        issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: bytes).whole
        furtherFields = fields
    }

    /// The range of the algorithm outside the signed body, which must equal the one inside (RFC
    /// 5280, 4.1.1.2).
    ///
    /// The signature must fill whole bytes, or one certificate would have several encodings.
    private static func signatureAlgorithm(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let algorithm = try cursor.next(Tag.sequence, "a certificate's algorithm", in: bytes)
        let signature = try cursor.next(Tag.bitString, "a certificate's signature", in: bytes)
        guard let unusedBits = signature.content.first, bytes[unusedBits] == 0 else {
            throw .malformed(detail: "a certificate's signature", offset: signature.start)
        }
        try cursor.requireEnd(of: "a certificate")
        return algorithm.whole
    }
}
