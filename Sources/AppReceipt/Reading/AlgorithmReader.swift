/// Reads the algorithm identifiers that receipts use; their parameters are NULL or missing.
enum AlgorithmReader {
    static func digest(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest {
        let identifier = try identifier(from: &cursor, in: octets)
        if octets.holds(ObjectIdentifier.sha256, at: identifier) { return .sha256 }
        if octets.holds(ObjectIdentifier.sha1, at: identifier) { return .sha1 }
        throw .unsupported(
            detail: "another digest than SHA-1 and SHA-256",
            offset: identifier.lowerBound
        )
    }

    /// The digest that the signature's algorithm names; `nil` where it names RSA alone.
    static func signatureDigest(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest? {
        let identifier = try identifier(from: &cursor, in: octets)
        if octets.holds(ObjectIdentifier.rsaEncryption, at: identifier) { return nil }
        if octets.holds(ObjectIdentifier.sha256WithRSA, at: identifier) { return .sha256 }
        if octets.holds(ObjectIdentifier.sha1WithRSA, at: identifier) { return .sha1 }
        throw .unsupported(detail: "another signature than RSA", offset: identifier.lowerBound)
    }

    private static func identifier(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let algorithm = try cursor.next(Tag.sequence, "an algorithm", in: octets)
        var parts = ElementCursor(algorithm.content)
        let identifier = try parts.next(Tag.objectIdentifier, "an algorithm's name", in: octets)
        guard !parts.isAtEnd else { return identifier.content }
        let null = try parts.next(Tag.null, "an algorithm's parameter", in: octets)
        guard null.content.isEmpty else {
            throw .malformed(detail: "NULL with content", offset: null.start)
        }
        try parts.requireEnd(of: "an algorithm")
        return identifier.content
    }
}
