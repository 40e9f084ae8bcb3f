/// Where a certificate's issuer and serial number lie, by which a signer names it (RFC 5280,
/// section 4.1).
struct CertificateIdentity {
    let issuer: Range<Int>
    let serial: Range<Int>

    init(of certificate: Range<Int>, in octets: Span<UInt8>) throws(SignedReceipt.Error) {
        var outer = ElementCursor(certificate)
        let whole = try outer.next(Tag.sequence, "a certificate", in: octets)
        var inner = ElementCursor(whole.content)
        let body = try inner.next(Tag.sequence, "a certificate's body", in: octets)
        let signatureAlgorithm = try Self.signatureAlgorithm(from: &inner, in: octets)
        var fields = ElementCursor(body.content)
        if fields.peek(in: octets) == Tag.context0 {
            _ = try fields.next(in: octets)
        }
        serial = try fields.next(Tag.integer, "a certificate's number", in: octets).content
        let algorithm = try fields.next(Tag.sequence, "a certificate's algorithm", in: octets)
        guard octets.isSame(algorithm.whole, signatureAlgorithm) else {
            throw .malformed(detail: "a certificate's two algorithms", offset: algorithm.start)
        }
        issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: octets).whole
    }

    /// Where the algorithm stands that is not signed itself; the signed one has to be the same (RFC
    /// 5280, 4.1.1.2).
    ///
    /// The signature fills whole octets; otherwise one certificate would have several encodings.
    private static func signatureAlgorithm(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let algorithm = try cursor.next(Tag.sequence, "a certificate's algorithm", in: octets)
        let signature = try cursor.next(Tag.bitString, "a certificate's signature", in: octets)
        guard let unusedBits = signature.content.first, octets[unusedBits] == 0 else {
            throw .malformed(detail: "a certificate's signature", offset: signature.start)
        }
        try cursor.requireEnd(of: "a certificate")
        return algorithm.whole
    }
}
