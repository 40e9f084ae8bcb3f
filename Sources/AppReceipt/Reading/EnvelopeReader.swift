/// Takes a receipt's message apart, in DER and in the BER that Xcode writes, within
/// ``ReadingLimits``.
struct EnvelopeReader {
    let message: [UInt8]

    func read() throws(SignedReceipt.Error) -> Envelope {
        guard message.count <= ReadingLimits.messageSize else {
            throw .tooMuch(of: "octets", limit: ReadingLimits.messageSize, offset: 0)
        }
        let slice = message[...]
        let octets = slice.span
        var outer = ElementCursor(0..<message.count)
        let contentInfo = try outer.nextOfAnyLength(Tag.sequence, "ContentInfo", in: octets)
        try outer.requireEnd(of: "the receipt")
        var info = ElementCursor(contentInfo.content)
        try require(ObjectIdentifier.signedData, "contentType", from: &info, in: octets)
        let wrapper = try info.nextOfAnyLength(Tag.context0, "content", in: octets)
        try info.requireEnd(of: "ContentInfo")
        var inner = ElementCursor(wrapper.content)
        let signedData = try inner.nextOfAnyLength(Tag.sequence, "SignedData", in: octets)
        try inner.requireEnd(of: "content")
        return try envelope(of: signedData, in: octets)
    }

    private func envelope(
        of signedData: Element,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Envelope {
        var cursor = ElementCursor(signedData.content)
        try cursor.requireVersion1(of: "SignedData", in: octets)
        let digest = try digestAlgorithm(from: &cursor, in: octets)
        let (storage, range) = try content(from: &cursor, in: octets)
        let certificates = try certificates(from: &cursor, in: octets)
        let signer = try signer(from: &cursor, in: octets)
        try cursor.requireEnd(of: "SignedData")
        return Envelope(
            message: message,
            contentStorage: storage,
            contentRange: range,
            declaredDigest: digest,
            certificates: certificates,
            signer: signer
        )
    }

    private func digestAlgorithm(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest {
        let set = try cursor.next(Tag.set, "digestAlgorithms", in: octets)
        var algorithms = ElementCursor(set.content)
        let digest = try AlgorithmReader.digest(from: &algorithms, in: octets)
        guard algorithms.isAtEnd else {
            throw .unsupported(detail: "several digest algorithms", offset: set.start)
        }
        return digest
    }

    /// The signed octets: in place where they are in one piece, joined where they are not.
    private func content(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ([UInt8], Range<Int>) {
        let info = try cursor.nextOfAnyLength(Tag.sequence, "encapContentInfo", in: octets)
        var parts = ElementCursor(info.content)
        try require(ObjectIdentifier.data, "eContentType", from: &parts, in: octets)
        let wrapper = try parts.nextOfAnyLength(Tag.context0, "eContent", in: octets)
        try parts.requireEnd(of: "encapContentInfo")
        var inner = ElementCursor(wrapper.content)
        let string = try inner.nextOfAnyLength(in: octets)
        try inner.requireEnd(of: "eContent")
        guard string.tag == Tag.constructedOctetString else {
            try string.require(Tag.octetString, "eContent")
            return (message, string.content)
        }
        let joined = try join(string, in: octets)
        return (joined, 0..<joined.count)
    }

    private func join(
        _ string: Element,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [UInt8] {
        var joined: [UInt8] = []
        joined.reserveCapacity(string.content.count)
        var pieces = ElementCursor(string.content)
        while !pieces.isAtEnd {
            let piece = try pieces.next(Tag.octetString, "a piece of eContent", in: octets)
            joined.append(contentsOf: message[piece.content])
        }
        return joined
    }

    private func certificates(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [Range<Int>] {
        guard cursor.peek(in: octets) == Tag.context0 else { return [] }
        let set = try cursor.nextOfAnyLength(in: octets)
        var members = ElementCursor(set.content)
        var certificates: [Range<Int>] = []
        while !members.isAtEnd {
            let certificate = try members.next(Tag.sequence, "a certificate", in: octets)
            guard certificates.count < ReadingLimits.certificates else {
                throw .tooMuch(
                    of: "certificates",
                    limit: ReadingLimits.certificates,
                    offset: certificate.start
                )
            }
            certificates.append(certificate.whole)
        }
        return certificates
    }

    private func signer(
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> SignerInfo {
        if cursor.peek(in: octets) == Tag.context1 {
            throw .unsupported(detail: "revocation lists", offset: cursor.position)
        }
        let set = try cursor.next(Tag.set, "signerInfos", in: octets)
        var members = ElementCursor(set.content)
        guard !members.isAtEnd else { throw .signerCount(0) }
        let first = try members.next(Tag.sequence, "SignerInfo", in: octets)
        var count = 1
        while !members.isAtEnd {
            _ = try members.next(Tag.sequence, "SignerInfo", in: octets)
            count += 1
        }
        guard count == 1 else { throw .signerCount(count) }
        return try SignerInfoReader(octets: message).read(first)
    }

    private func require(
        _ identifier: [UInt8],
        _ name: StaticString,
        from cursor: inout ElementCursor,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let element = try cursor.next(Tag.objectIdentifier, name, in: octets)
        guard octets.holds(identifier, at: element.content) else {
            throw .unsupported(detail: "another \(name)", offset: element.start)
        }
    }
}
