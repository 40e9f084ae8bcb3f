import Foundation
import SwiftASN1
import X509

extension Certificate {
    /// Decodes a certificate of a receipt; `nil` if it is malformed or not in DER.
    init?(embedded bytes: ArraySlice<UInt8>) {
        guard let certificate = try? Certificate(checking: Array(bytes)) else { return nil }
        self = certificate
    }

    /// Decodes a certificate, after checks that swift-certificates leaves out.
    init(checking bytes: [UInt8]) throws {
        try CertificateFieldCheck.check(of: bytes.indices, in: bytes)
        try self.init(derEncoded: bytes)
    }
}

/// Checks the names and dates of a certificate (RFC 5280, 4.1.2.4 to 4.1.2.6): every name must be a
/// string, and every date a valid date.
///
/// Parsers of certificates differ in the strings and dates that they accept. A certificate that
/// passes these checks is the same to all of them.
enum CertificateFieldCheck {
    static func check(
        of certificate: Range<Int>,
        in bytes: [UInt8]
    ) throws(SignedReceipt.Error) {
        let slice = bytes[...]
        let span = slice.span
        let identity = try CertificateIdentity(of: certificate, in: span)
        var issuer = DERCursor(identity.issuer)
        var fields = identity.furtherFields
        let validity = try fields.next(Tag.sequence, "a certificate's validity", in: span)
        let subject = try fields.next(Tag.sequence, "a certificate's subject", in: span)
        try checkName(try issuer.next(in: span), in: bytes)
        try checkDates(validity, in: span)
        try checkName(subject, in: bytes)
    }

    private static func checkName(
        _ name: DERElement,
        in bytes: [UInt8]
    ) throws(SignedReceipt.Error) {
        guard name.content.count <= DecodingLimits.nameSize else {
            let limit = DecodingLimits.nameSize
            throw .tooMuch(of: "bytes of a name", limit: limit, offset: name.start)
        }
        let slice = bytes[...]
        let span = slice.span
        var parts = DERCursor(name.content)
        while !parts.isAtEnd {
            let part = try parts.next(Tag.set, "a part of a name", in: span)
            var attributes = DERCursor(part.content)
            while !attributes.isAtEnd {
                let attribute = try attributes.next(Tag.sequence, "a name's attribute", in: span)
                var fields = DERCursor(attribute.content)
                _ = try fields.next(Tag.objectIdentifier, "a name's attribute", in: span)
                let text = try fields.next(in: span)
                try fields.requireEnd(of: "a name's attribute")
                guard isText(text, in: bytes) else {
                    throw .malformed(detail: "a name's text", offset: text.start)
                }
            }
        }
    }

    private static func checkDates(
        _ validity: DERElement,
        in span: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        var dates = DERCursor(validity.content)
        for _ in 0..<2 {
            let date = try dates.next(in: span)
            guard CertificateDate.parse(date, in: span) != nil else {
                throw .malformed(detail: "a certificate's date", offset: date.start)
            }
        }
        try dates.requireEnd(of: "a certificate's validity")
    }

    private static func isText(_ element: DERElement, in bytes: [UInt8]) -> Bool {
        let content = bytes[element.content]
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

/// Parses the two forms of dates in certificates (RFC 5280, section 4.1.2.5).
enum CertificateDate {
    /// Parses a UTCTime, `240601120000Z`, or a GeneralizedTime, which has the century:
    /// `20240601120000Z`.
    ///
    /// Returns `nil` for any other form, such as one with a fraction of a second, and for a date
    /// outside the years 1 to 9999.
    static func parse(_ element: DERElement, in bytes: Span<UInt8>) -> Date? {
        let range = element.content
        let hasCentury = element.tag == Tag.generalizedTime
        guard hasCentury || element.tag == Tag.utcTime, range.count == (hasCentury ? 15 : 13),
            let last = range.last, bytes[last] == UInt8(ascii: "Z")
        else { return nil }
        var pairs = stride(from: range.lowerBound, to: last, by: 2).map {
            ReceiptDate.pair($0, bytes)
        }
        // A year of two digits lies between 1950 and 2049.
        if !hasCentury { pairs.insert(pairs[0] < 50 ? 20 : 19, at: 0) }
        guard pairs.allSatisfy({ $0 < 100 }) else { return nil }
        return ReceiptDate.seconds(
            year: pairs[0] * 100 + pairs[1],
            month: pairs[2],
            day: pairs[3],
            hour: pairs[4],
            minute: pairs[5],
            second: pairs[6]
        ).map { Date(timeIntervalSince1970: Double($0)) }
    }
}
