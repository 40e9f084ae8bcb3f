/// Decodes a `SignerInfo` in DER: of version 1, which names the signer by issuer and serial number.
struct SignerInfoDecoder {
    let message: [UInt8]

    func decode(_ element: DERElement) throws(SignedReceipt.Error) -> SignerInfo {
        let slice = message[...]
        let bytes = slice.span
        var cursor = DERCursor(element.content)
        try cursor.requireVersion1(of: "SignerInfo", in: bytes)
        let name = try cursor.next(Tag.sequence, "issuerAndSerialNumber", in: bytes)
        var parts = DERCursor(name.content)
        let issuer = try parts.next(Tag.sequence, "the issuer", in: bytes)
        let serial = try parts.next(Tag.integer, "the serial number", in: bytes)
        try parts.requireEnd(of: "issuerAndSerialNumber")
        let digest = try AlgorithmDecoder.digest(from: &cursor, in: bytes)
        let attributes = try attributes(from: &cursor, in: bytes)
        let signatureDigest = try AlgorithmDecoder.signatureDigest(from: &cursor, in: bytes)
        let signature = try cursor.next(Tag.octetString, "the signature", in: bytes)
        try cursor.requireEnd(of: "SignerInfo")
        return SignerInfo(
            issuer: issuer.whole,
            serial: serial.content,
            digest: digest,
            signatureDigest: signatureDigest,
            attributes: attributes,
            signature: signature.content
        )
    }

    private func attributes(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> SignedAttributes? {
        guard cursor.peek(in: bytes) == Tag.context0 else { return nil }
        let set = try cursor.next(in: bytes)
        let members = try members(of: set, in: bytes)
        let type = try value(
            of: ObjectIdentifier.contentType,
            Tag.objectIdentifier,
            "contentType",
            among: members,
            of: set,
            in: bytes
        )
        guard bytes.holds(ObjectIdentifier.data, at: type) else {
            throw .unsupported(detail: "signed contentType is not data", offset: type.lowerBound)
        }
        let digest = try value(
            of: ObjectIdentifier.messageDigest,
            Tag.octetString,
            "messageDigest",
            among: members,
            of: set,
            in: bytes
        )
        return SignedAttributes(element: set.whole, messageDigest: digest)
    }

    /// The name and values of every attribute, which must be in DER's order: a set has one
    /// encoding.
    private func members(
        of set: DERElement,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [(name: Range<Int>, values: DERElement)] {
        var cursor = DERCursor(set.content)
        var members: [(name: Range<Int>, values: DERElement)] = []
        var previous: DERElement?
        while !cursor.isAtEnd {
            let member = try cursor.next(Tag.sequence, "a signed attribute", in: bytes)
            if let previous, !bytes.isAscending(previous.whole, member.whole) {
                throw .malformed(detail: "signed attributes out of order", offset: member.start)
            }
            guard members.count < DecodingLimits.signedAttributes else {
                throw .tooMuch(
                    of: "signed attributes",
                    limit: DecodingLimits.signedAttributes,
                    offset: member.start
                )
            }
            var parts = DERCursor(member.content)
            let name = try parts.next(Tag.objectIdentifier, "an attribute's name", in: bytes)
            let values = try parts.next(Tag.set, "an attribute's values", in: bytes)
            try parts.requireEnd(of: "a signed attribute")
            members.append((name.content, values))
            previous = member
        }
        return members
    }

    /// The value of an attribute that must occur exactly once and have one value.
    private func value(
        of identifier: [UInt8],
        _ tag: UInt8,
        _ name: StaticString,
        among members: [(name: Range<Int>, values: DERElement)],
        of set: DERElement,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        var found: DERElement?
        for member in members where bytes.holds(identifier, at: member.name) {
            guard found == nil else {
                throw .malformed(detail: "\(name) twice", offset: member.values.start)
            }
            found = member.values
        }
        guard let found else { throw .malformed(detail: "no signed \(name)", offset: set.start) }
        var values = DERCursor(found.content)
        let value = try values.next(tag, name, in: bytes)
        try values.requireEnd(of: name)
        return value.content
    }
}

/// Decodes the algorithm identifiers that receipts use, whose parameters are NULL or missing.
enum AlgorithmDecoder {
    static func digest(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest {
        let identifier = try identifier(from: &cursor, in: bytes)
        if bytes.holds(ObjectIdentifier.sha256, at: identifier) { return .sha256 }
        if bytes.holds(ObjectIdentifier.sha1, at: identifier) { return .sha1 }
        throw .unsupported(
            detail: "a digest other than SHA-1 and SHA-256",
            offset: identifier.lowerBound
        )
    }

    /// The digest that a signature algorithm implies; `nil` for plain `rsaEncryption`.
    static func signatureDigest(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> ReceiptDigest? {
        let identifier = try identifier(from: &cursor, in: bytes)
        if bytes.holds(ObjectIdentifier.rsaEncryption, at: identifier) { return nil }
        if bytes.holds(ObjectIdentifier.sha256WithRSA, at: identifier) { return .sha256 }
        if bytes.holds(ObjectIdentifier.sha1WithRSA, at: identifier) { return .sha1 }
        throw .unsupported(detail: "a signature other than RSA", offset: identifier.lowerBound)
    }

    private static func identifier(
        from cursor: inout DERCursor,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let algorithm = try cursor.next(Tag.sequence, "an algorithm", in: bytes)
        var parts = DERCursor(algorithm.content)
        let identifier = try parts.next(Tag.objectIdentifier, "an algorithm's name", in: bytes)
        guard !parts.isAtEnd else { return identifier.content }
        let null = try parts.next(Tag.null, "an algorithm's parameter", in: bytes)
        guard null.content.isEmpty else {
            throw .malformed(detail: "NULL with content", offset: null.start)
        }
        try parts.requireEnd(of: "an algorithm")
        return identifier.content
    }
}
