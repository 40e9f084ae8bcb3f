/// Decodes a receipt's CMS message, in DER or in the BER that Xcode writes, within
/// ``DecodingLimits``.
struct CMSSignedDataDecoder {
    let message: [UInt8]

    func decode() throws(SignedReceipt.Error) -> CMSSignedData {
        guard message.count <= DecodingLimits.messageSize else {
            throw .tooMuch(of: "bytes", limit: DecodingLimits.messageSize, offset: 0)
        }
        let slice = message[...]
        let bytes = slice.span
        var outer = DERCursor(0..<message.count)
        let contentInfo = try outer.nextInBER(Tag.sequence, "ContentInfo", in: bytes)
        try outer.requireEnd(of: "the receipt")
        var info = DERCursor(contentInfo.content)
        try require(ObjectIdentifier.signedData, "contentType", from: &info, in: bytes)
        let wrapper = try info.nextInBER(Tag.context0, "content", in: bytes)
        try info.requireEnd(of: "ContentInfo")
        var inner = DERCursor(wrapper.content)
        let signedData = try inner.nextInBER(Tag.sequence, "SignedData", in: bytes)
        try inner.requireEnd(of: "content")
        return try decode(signedData, in: bytes)
    }

    private func decode(
        _ signedData: DERElement,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> CMSSignedData {
        var cursor = DERCursor(signedData.content)
        try cursor.requireVersion1(of: "SignedData", in: bytes)
        let digest = try digestAlgorithm(from: &cursor, in: bytes)
        let (storage, range) = try content(from: &cursor, in: bytes)
        let certificates = try certificates(from: &cursor, in: bytes)
        let signer = try signer(from: &cursor, in: bytes)
        try cursor.requireEnd(of: "SignedData")
        return CMSSignedData(
            message: message,
            contentStorage: storage,
            contentRange: range,
            declaredDigest: digest,
            certificates: certificates,
            signer: signer
        )
    }

    private func digestAlgorithm(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest {
        let set = try cursor.next(Tag.set, "digestAlgorithms", in: bytes)
        var algorithms = DERCursor(set.content)
        let digest = try AlgorithmDecoder.digest(from: &algorithms, in: bytes)
        guard algorithms.isAtEnd else {
            throw .unsupported(detail: "several digest algorithms", offset: set.start)
        }
        return digest
    }

    /// The signed content, in place if it is one piece, or joined from its pieces.
    private func content(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ([UInt8], Range<Int>) {
        let info = try cursor.nextInBER(Tag.sequence, "encapContentInfo", in: bytes)
        var parts = DERCursor(info.content)
        try require(ObjectIdentifier.data, "eContentType", from: &parts, in: bytes)
        let wrapper = try parts.nextInBER(Tag.context0, "eContent", in: bytes)
        try parts.requireEnd(of: "encapContentInfo")
        var inner = DERCursor(wrapper.content)
        let string = try inner.nextInBER(in: bytes)
        try inner.requireEnd(of: "eContent")
        guard string.tag == Tag.constructedOctetString else {
            try string.require(Tag.octetString, "eContent")
            return (message, string.content)
        }
        let joined = try join(string, in: bytes)
        return (joined, 0..<joined.count)
    }

    private func join(
        _ string: DERElement,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(string.content.count)
        var pieces = DERCursor(string.content)
        while !pieces.isAtEnd {
            let piece = try pieces.next(Tag.octetString, "a piece of eContent", in: bytes)
            joined.append(contentsOf: message[piece.content])
        }
        return joined
    }

    private func certificates(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [Range<Int>] {
        guard cursor.peek(in: bytes) == Tag.context0 else { return [] }
        let set = try cursor.nextInBER(in: bytes)
        var members = DERCursor(set.content)
        var certificates: [Range<Int>] = []
        while !members.isAtEnd {
            let certificate = try members.next(Tag.sequence, "a certificate", in: bytes)
            guard certificates.count < DecodingLimits.certificates else {
                throw .tooMuch(
                    of: "certificates",
                    limit: DecodingLimits.certificates,
                    offset: certificate.start
                )
            }
            certificates.append(certificate.whole)
        }
        return certificates
    }

    private func signer(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> SignerInfo {
        if cursor.peek(in: bytes) == Tag.context1 {
            throw .unsupported(detail: "revocation lists", offset: cursor.position)
        }
        let set = try cursor.next(Tag.set, "signerInfos", in: bytes)
        var members = DERCursor(set.content)
        guard !members.isAtEnd else { throw .signerCount(0) }
        let first = try members.next(Tag.sequence, "SignerInfo", in: bytes)
        var count = 1
        while !members.isAtEnd {
            _ = try members.next(Tag.sequence, "SignerInfo", in: bytes)
            count += 1
        }
        guard count == 1 else { throw .signerCount(count) }
        return try SignerInfoDecoder(message: message).decode(first)
    }

    private func require(
        _ identifier: [UInt8],
        _ name: StaticString,
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let element = try cursor.next(Tag.objectIdentifier, name, in: bytes)
        guard bytes.holds(identifier, at: element.content) else {
            throw .unsupported(detail: "another \(name)", offset: element.start)
        }
    }
}

extension DERCursor {
    /// Decodes the version at the start of `SignedData` and `SignerInfo`; 1 in every receipt.
    mutating func requireVersion1(
        of name: StaticString,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let version = try next(Tag.integer, "version", in: bytes)
        guard bytes.holds([1], at: version.content) else {
            throw .unsupported(detail: "\(name) of a version other than 1", offset: version.start)
        }
    }
}

/// The limits of decoding; real receipts stay far below.
enum DecodingLimits {
    /// The bytes of a message; 10,000 purchases take 4 MB.
    static let messageSize = 16 * 1024 * 1024
    static let certificates = 10
    /// The bytes of a name in a certificate.
    ///
    /// A part has at most 64 characters (RFC 5280, appendix A). Names are normalized to compare
    /// them. Combining marks take quadratic time.
    static let nameSize = 1024
    /// Attributes that have no property, in the whole receipt.
    static let unknownAttributes = 10_000
    static let signedAttributes = 64
}
