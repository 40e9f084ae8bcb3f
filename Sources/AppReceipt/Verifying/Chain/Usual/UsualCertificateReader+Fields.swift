import Foundation
import _CryptoExtras

extension UsualCertificateReader {
    func validity(
        from fields: inout ElementCursor,
        in span: Span<UInt8>
    ) throws -> (start: Date, end: Date) {
        let element = try fields.next(Tag.sequence, "a certificate's validity", in: span)
        var times = ElementCursor(element.content)
        let start = try time(from: &times, in: span)
        let end = try time(from: &times, in: span)
        try times.requireEnd(of: "a certificate's validity")
        return (start, end)
    }

    /// An RSA key of 2048 bits at least.
    func key(
        from fields: inout ElementCursor,
        in span: Span<UInt8>
    ) throws -> _RSA.Signing.PublicKey {
        let information = try fields.next(Tag.sequence, "a certificate's key", in: span)
        var parts = ElementCursor(information.content)
        let algorithm = try parts.next(Tag.sequence, "a key's algorithm", in: span)
        guard span.holds(Self.rsaWithNull, at: algorithm.content) else { throw Unusual() }
        let string = try parts.next(Tag.bitString, "a key", in: span)
        try parts.requireEnd(of: "a certificate's key")
        guard let unusedBits = string.content.first, span[unusedBits] == 0 else { throw Unusual() }
        var inner = ElementCursor(string.content.dropFirst())
        let pair = try inner.next(Tag.sequence, "a key", in: span)
        try inner.requireEnd(of: "a key")
        var numbers = ElementCursor(pair.content)
        let modulus = try positive(from: &numbers, in: span)
        let exponent = try positive(from: &numbers, in: span)
        try numbers.requireEnd(of: "a key")
        return try _RSA.Signing.PublicKey(n: octets[modulus], e: octets[exponent])
    }

    func extensions(
        from fields: inout ElementCursor,
        in span: Span<UInt8>
    ) throws -> UsualExtensions {
        let wrapper = try fields.next(Tag.context3, "a certificate's extensions", in: span)
        var inner = ElementCursor(wrapper.content)
        let list = try inner.next(Tag.sequence, "extensions", in: span)
        try inner.requireEnd(of: "a certificate's extensions")
        var cursor = ElementCursor(list.content)
        var extensions = UsualExtensions()
        var names: [Range<Int>] = []
        while !cursor.isAtEnd {
            let member = try cursor.next(Tag.sequence, "an extension", in: span)
            var parts = ElementCursor(member.content)
            let name = try identifier(from: &parts, in: span)
            let isCritical = try flag(from: &parts, in: span)
            let value = try parts.next(Tag.octetString, "an extension's value", in: span).content
            try parts.requireEnd(of: "an extension")
            guard !names.contains(where: { span.isSame($0, name) }),
                extensions.take(name, isCritical: isCritical, value, in: span)
            else { throw Unusual() }
            names.append(name)
        }
        return extensions
    }

    /// `true` or missing, for DER does not write what is the default.
    private func flag(from parts: inout ElementCursor, in span: Span<UInt8>) throws -> Bool {
        guard parts.peek(in: span) == Tag.boolean else { return false }
        let flag = try parts.next(in: span)
        guard span.holds([0xFF], at: flag.content) else { throw Unusual() }
        return true
    }

    private func positive(
        from numbers: inout ElementCursor,
        in span: Span<UInt8>
    ) throws -> Range<Int> {
        let number = try numbers.next(Tag.integer, "a key's number", in: span).content
        guard number.count > 1, let first = number.first else { throw Unusual() }
        guard span[first] == 0 else {
            guard span[first] < 0x80 else { throw Unusual() }
            return number
        }
        guard span[first + 1] >= 0x80 else { throw Unusual() }
        return number.dropFirst()
    }

    /// A UTCTime up to 2049 or a GeneralizedTime from 2050 on, both in UTC and whole seconds.
    private func time(from times: inout ElementCursor, in span: Span<UInt8>) throws -> Date {
        let element = try times.next(in: span)
        let isLong = element.tag == Tag.generalizedTime
        guard isLong || element.tag == Tag.utcTime,
            let date = CertificateDate.parse(element.content, hasCentury: isLong, in: span)
        else { throw Unusual() }
        return date
    }

    /// The content of an algorithm identifier: RSA, and NULL as its parameter.
    private static let rsaWithNull: [UInt8] =
        [Tag.objectIdentifier, 9] + ObjectIdentifier.rsaEncryption + [Tag.null, 0]
}
