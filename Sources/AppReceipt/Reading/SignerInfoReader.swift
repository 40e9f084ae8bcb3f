/// Takes a `SignerInfo` apart: version 1, named by issuer and serial number, in DER.
struct SignerInfoReader {
    let octets: [UInt8]

    func read(_ element: Element) throws(SignedReceipt.Error) -> SignerInfo {
        let slice = octets[...]
        let span = slice.span
        var cursor = ElementCursor(element.content)
        try cursor.requireVersion1(of: "SignerInfo", in: span)
        let name = try cursor.next(Tag.sequence, "issuerAndSerialNumber", in: span)
        var parts = ElementCursor(name.content)
        let issuer = try parts.next(Tag.sequence, "the issuer", in: span)
        let serial = try parts.next(Tag.integer, "the serial number", in: span)
        try parts.requireEnd(of: "issuerAndSerialNumber")
        let digest = try AlgorithmReader.digest(from: &cursor, in: span)
        let attributes = try attributes(from: &cursor, in: span)
        let signatureDigest = try AlgorithmReader.signatureDigest(from: &cursor, in: span)
        let signature = try cursor.next(Tag.octetString, "the signature", in: span)
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
        from cursor: inout ElementCursor,
        in span: Span<UInt8>
    ) throws(SignedReceipt.Error) -> SignedAttributes? {
        guard cursor.peek(in: span) == Tag.context0 else { return nil }
        let set = try cursor.next(in: span)
        let members = try members(of: set, in: span)
        let type = try value(
            of: ObjectIdentifier.contentType,
            Tag.objectIdentifier,
            "contentType",
            among: members,
            of: set,
            in: span
        )
        guard span.holds(ObjectIdentifier.data, at: type) else {
            throw .unsupported(detail: "signed contentType is not data", offset: type.lowerBound)
        }
        let digest = try value(
            of: ObjectIdentifier.messageDigest,
            Tag.octetString,
            "messageDigest",
            among: members,
            of: set,
            in: span
        )
        return SignedAttributes(element: set.whole, messageDigest: digest)
    }

    /// Every attribute's name and set of values; in DER's order, so that there is one reading only.
    private func members(
        of set: Element,
        in span: Span<UInt8>
    ) throws(SignedReceipt.Error) -> [(name: Range<Int>, values: Element)] {
        var cursor = ElementCursor(set.content)
        var members: [(name: Range<Int>, values: Element)] = []
        var previous: Element?
        while !cursor.isAtEnd {
            let member = try cursor.next(Tag.sequence, "a signed attribute", in: span)
            if let previous, !span.isAscending(previous.whole, member.whole) {
                throw .malformed(detail: "signed attributes out of order", offset: member.start)
            }
            guard members.count < ReadingLimits.signedAttributes else {
                throw .tooMuch(
                    of: "signed attributes",
                    limit: ReadingLimits.signedAttributes,
                    offset: member.start
                )
            }
            var parts = ElementCursor(member.content)
            let name = try parts.next(Tag.objectIdentifier, "an attribute's name", in: span)
            let values = try parts.next(Tag.set, "an attribute's values", in: span)
            try parts.requireEnd(of: "a signed attribute")
            members.append((name.content, values))
            previous = member
        }
        return members
    }

    /// The one value of an attribute that must be there exactly once.
    private func value(
        of identifier: [UInt8],
        _ tag: UInt8,
        _ name: StaticString,
        among members: [(name: Range<Int>, values: Element)],
        of set: Element,
        in span: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        var found: Element?
        for member in members where span.holds(identifier, at: member.name) {
            guard found == nil else {
                throw .malformed(detail: "\(name) twice", offset: member.values.start)
            }
            found = member.values
        }
        guard let found else { throw .malformed(detail: "no signed \(name)", offset: set.start) }
        var values = ElementCursor(found.content)
        let value = try values.next(tag, name, in: span)
        try values.requireEnd(of: name)
        return value.content
    }
}
