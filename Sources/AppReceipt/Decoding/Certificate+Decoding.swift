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
        let slice = bytes[...]
        _ = try CertificateIdentity(of: slice.indices, in: slice.span)
        try CertificateFieldCheck.check(of: slice.indices, in: bytes)
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
        var outer = DERCursor(certificate)
        var inner = DERCursor(try outer.next(in: span).content)
        var fields = DERCursor(try inner.next(in: span).content)
        if fields.peek(in: span) == Tag.context0 { _ = try fields.next(in: span) }
        _ = try fields.next(Tag.integer, "a certificate's number", in: span)
        _ = try fields.next(Tag.sequence, "a certificate's algorithm", in: span)
        let issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: span)
        let validity = try fields.next(Tag.sequence, "a certificate's validity", in: span)
        let subject = try fields.next(Tag.sequence, "a certificate's subject", in: span)
        try checkName(issuer, in: bytes)
        try checkDates(validity, in: span)
        try checkName(subject, in: bytes)
    }

    private static func checkName(
        _ name: DERElement,
        in bytes: [UInt8]
    ) throws(SignedReceipt.Error) {
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
        var numbers: [Int] = []
        for at in stride(from: range.lowerBound, to: last, by: 2) {
            let (tens, ones) = (
                bytes[at] &- UInt8(ascii: "0"), bytes[at + 1] &- UInt8(ascii: "0")
            )
            guard tens < 10, ones < 10 else { return nil }
            numbers.append(Int(tens) * 10 + Int(ones))
        }
        // A year of two digits lies between 1950 and 2049.
        if !hasCentury { numbers.insert(numbers[0] < 50 ? 20 : 19, at: 0) }
        return date(numbers)
    }

    private static func date(_ numbers: [Int]) -> Date? {
        let (year, month, day) = (numbers[0] * 100 + numbers[1], numbers[2], numbers[3])
        let (hour, minute, second) = (numbers[4], numbers[5], numbers[6])
        guard year > 0, 1...12 ~= month,
            1...CivilDate.daysInMonth(month, of: year) ~= day,
            hour < 24, minute < 60, second < 60
        else { return nil }
        let midnight = CivilDate(year: year, month: month, day: day).secondsSince1970
        let seconds = midnight + Int64((hour * 60 + minute) * 60 + second)
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
