/// The names and dates in a certificate: names are texts, dates are moments (RFC 5280, 4.1.2.4
/// to 4.1.2.6).
///
/// Parsers of certificates differ in what they take for a text or a date; with these checked, all
/// of them read the same certificate.
enum CertificateBody {
    static func check(
        of certificate: Range<Int>,
        in octets: [UInt8]
    ) throws(SignedReceipt.Error) {
        let slice = octets[...]
        let span = slice.span
        var outer = ElementCursor(certificate)
        var inner = ElementCursor(try outer.next(in: span).content)
        var fields = ElementCursor(try inner.next(in: span).content)
        if fields.peek(in: span) == Tag.context0 { _ = try fields.next(in: span) }
        _ = try fields.next(Tag.integer, "a certificate's number", in: span)
        _ = try fields.next(Tag.sequence, "a certificate's algorithm", in: span)
        let issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: span)
        let validity = try fields.next(Tag.sequence, "a certificate's validity", in: span)
        let subject = try fields.next(Tag.sequence, "a certificate's subject", in: span)
        try checkName(issuer, in: octets)
        try checkDates(validity, in: span)
        try checkName(subject, in: octets)
    }

    private static func checkName(
        _ name: Element,
        in octets: [UInt8]
    ) throws(SignedReceipt.Error) {
        let slice = octets[...]
        let span = slice.span
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

    private static func checkDates(
        _ validity: Element,
        in span: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        var dates = ElementCursor(validity.content)
        for _ in 0..<2 {
            let date = try dates.next(in: span)
            guard CertificateDate.parse(date, in: span) != nil else {
                throw .malformed(detail: "a certificate's date", offset: date.start)
            }
        }
        try dates.requireEnd(of: "a certificate's validity")
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
