/// The names of a certificate's issuer and subject, which hold texts of the kinds that names have (RFC 5280, section 4.1.2.4).
///
/// Parsers of certificates differ in what they take for a text; with these checked, all of them read the same certificate.
enum CertificateNames {
    static func check(
        of certificate: Range<Int>,
        in octets: [UInt8]
    ) throws(SignedReceipt.Error) {
        let span = octets.span
        var outer = ElementCursor(certificate)
        var inner = ElementCursor(try outer.next(in: span).content)
        var fields = ElementCursor(try inner.next(in: span).content)
        if fields.peek(in: span) == Tag.context0 { _ = try fields.next(in: span) }
        _ = try fields.next(Tag.integer, "a certificate's number", in: span)
        _ = try fields.next(Tag.sequence, "a certificate's algorithm", in: span)
        let issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: span)
        _ = try fields.next(Tag.sequence, "a certificate's validity", in: span)
        let subject = try fields.next(Tag.sequence, "a certificate's subject", in: span)
        try check(issuer, in: octets)
        try check(subject, in: octets)
    }

    private static func check(_ name: Element, in octets: [UInt8]) throws(SignedReceipt.Error) {
        let span = octets.span
        var parts = ElementCursor(name.content)
        while !parts.isAtEnd {
            let part = try parts.next(Tag.set, "a part of a name", in: span)
            var attributes = ElementCursor(part.content)
            while !attributes.isAtEnd {
                let attribute = try attributes.next(Tag.sequence, "a name's attribute", in: span)
                var fields = ElementCursor(attribute.content)
                _ = try fields.next(Tag.objectIdentifier, "a name's attribute", in: span)
                let text = try fields.next(in: span)
                try fields.requireEnd(of: "a name's attribute")
                guard isText(text, in: octets) else {
                    throw .malformed(detail: "a name's text", offset: text.start)
                }
            }
        }
    }

    private static func isText(_ element: Element, in octets: [UInt8]) -> Bool {
        let content = octets[element.content]
        switch element.tag {
        case Tag.utf8String:
            return String(decoding: content, as: UTF8.self).utf8.elementsEqual(content)
        case Tag.numericString, Tag.printableString, Tag.ia5String:
            return content.allSatisfy { $0 < 0x80 }
        case Tag.teletexString: return true
        case Tag.bmpString: return content.count.isMultiple(of: 2)
        case Tag.universalString: return content.count.isMultiple(of: 4)
        default: return false
        }
    }
}
