import Foundation
import _CryptoExtras

/// Takes a certificate apart (RFC 5280, section 4.1), and gives up at whatever is not usual.
struct UsualCertificateReader {
    let octets: [UInt8]

    struct Unusual: Error {}

    func read() throws -> UsualCertificate {
        let span = octets.span
        var outer = ElementCursor(0..<octets.count)
        let whole = try outer.next(Tag.sequence, "a certificate", in: span)
        try outer.requireEnd(of: "a certificate")
        var parts = ElementCursor(whole.content)
        let body = try parts.next(Tag.sequence, "a certificate's body", in: span)
        let algorithm = try parts.next(Tag.sequence, "a certificate's algorithm", in: span)
        let signature = try parts.next(Tag.bitString, "a certificate's signature", in: span)
        try parts.requireEnd(of: "a certificate")
        let hasUnusedBits = signature.content.first.map { span[$0] != 0 } ?? true
        guard !hasUnusedBits else { throw Unusual() }
        return try read(
            body,
            digest: try digest(algorithm, in: span),
            algorithm: algorithm,
            signature: signature.content.dropFirst(),
            in: span
        )
    }

    private func read(
        _ body: Element,
        digest: ReceiptDigest,
        algorithm: Element,
        signature: Range<Int>,
        in span: Span<UInt8>
    ) throws -> UsualCertificate {
        var fields = ElementCursor(body.content)
        let version = try fields.next(Tag.context0, "a certificate's version", in: span)
        guard span.holds([Tag.integer, 1, 2], at: version.content) else { throw Unusual() }
        let serial = try fields.next(Tag.integer, "a certificate's number", in: span)
        let signed = try fields.next(Tag.sequence, "a certificate's algorithm", in: span)
        guard isPositive(serial.content, in: span), span.isSame(signed.whole, algorithm.whole)
        else { throw Unusual() }
        let issuer = try fields.next(Tag.sequence, "a certificate's issuer", in: span)
        let validity = try validity(from: &fields, in: span)
        let subject = try fields.next(Tag.sequence, "a certificate's subject", in: span)
        let key = try key(from: &fields, in: span)
        let extensions = try extensions(from: &fields, in: span)
        try fields.requireEnd(of: "a certificate's body")
        return UsualCertificate(
            octets: octets,
            body: body.whole,
            digest: digest,
            issuer: try checkedName(issuer, in: span),
            validity: validity,
            subject: try checkedName(subject, in: span),
            key: key,
            extensions: extensions,
            signature: signature
        )
    }

    private func digest(_ algorithm: Element, in span: Span<UInt8>) throws -> ReceiptDigest {
        var cursor = ElementCursor(algorithm.whole)
        guard let digest = try AlgorithmReader.signatureDigest(from: &cursor, in: span) else {
            throw Unusual()
        }
        return digest
    }

    private func isPositive(_ integer: Range<Int>, in span: Span<UInt8>) -> Bool {
        guard let start = integer.first, span[start] < 0x80 else { return false }
        return integer.count == 1 || span[start] != 0 || span[start + 1] >= 0x80
    }

    /// A sequence of sets of pairs, each of an identifier and one value.
    private func checkedName(_ name: Element, in span: Span<UInt8>) throws -> Range<Int> {
        var sets = ElementCursor(name.content)
        while !sets.isAtEnd {
            let set = try sets.next(Tag.set, "a name's part", in: span)
            var pairs = ElementCursor(set.content)
            let pair = try pairs.next(Tag.sequence, "a name's pair", in: span)
            // A set of several has an order to be checked.
            try pairs.requireEnd(of: "a name's part")
            var parts = ElementCursor(pair.content)
            _ = try identifier(from: &parts, in: span)
            let value = try parts.next(in: span)
            guard [Tag.utf8String, Tag.printableString, Tag.ia5String].contains(value.tag) else {
                throw Unusual()
            }
            guard
                span.isPlainText(value.content)
                    || value.content.allSatisfy({ 1..<0x80 ~= span[$0] })
            else { throw Unusual() }
            try parts.requireEnd(of: "a name's pair")
        }
        return name.whole
    }

    /// An object identifier of numbers in their shortest form, none of more than 28 bits.
    func identifier(
        from parts: inout ElementCursor,
        in span: Span<UInt8>
    ) throws -> Range<Int> {
        let content = try parts.next(Tag.objectIdentifier, "an identifier", in: span).content
        var length = 0
        for at in content {
            guard length > 0 || span[at] != 0x80, length < 4 else { throw Unusual() }
            length = span[at] < 0x80 ? 0 : length + 1
        }
        guard !content.isEmpty, length == 0 else { throw Unusual() }
        return content
    }
}
