import Foundation

/// Reads the one element that an attribute's value holds.
struct ValueReader {
    let storage: [UInt8]

    /// An INTEGER of at most eight octets in its shortest form.
    @inline(__always)
    func integer(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int64 {
        let content = try only(Tag.integer, of: attribute, in: octets)
        if content.count == 1 { return Int64(Int8(bitPattern: octets[content.lowerBound])) }
        guard let value = Self.integer(content, in: octets) else {
            throw malformed(attribute, "is no integer of 64 bits")
        }
        return value
    }

    /// An INTEGER that is 0 or 1.
    @inline(__always)
    func flag(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Bool {
        switch try integer(attribute, in: octets) {
        case 0: return false
        case 1: return true
        default: throw malformed(attribute, "is neither 0 nor 1")
        }
    }

    /// Where a UTF8String's octets lie.
    @inline(__always)
    func textRange(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        try only(Tag.utf8String, of: attribute, in: octets)
    }

    @inline(__always)
    func isEmptyText(_ attribute: AttributeHeader, in octets: Span<UInt8>) -> Bool {
        let start = attribute.value.lowerBound
        return attribute.value.count == 2 && octets[start] == Tag.utf8String
            && octets[start &+ 1] == 0
    }

    /// A UTF8String; `nil` where it is empty, which is how receipts write what is not there.
    func text(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String? {
        let range = try textRange(attribute, in: octets)
        return range.isEmpty ? nil : try text(range, of: attribute, in: octets)
    }

    /// An IA5String that is no date; `nil` where it is empty.
    func asciiText(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String? {
        let range = try only(Tag.ia5String, of: attribute, in: octets)
        guard !range.isEmpty else { return nil }
        for index in range where octets[index] >= 0x80 {
            throw malformed(attribute, "is not ASCII")
        }
        return try text(range, of: attribute, in: octets)
    }

    /// An IA5String that holds a date; `nil` where it is empty.
    @inline(__always)
    func date(
        _ attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Date? {
        let range = try only(Tag.ia5String, of: attribute, in: octets)
        guard !range.isEmpty else { return nil }
        guard let date = ReceiptDate.parse(range, in: octets) else {
            throw malformed(attribute, "is no date")
        }
        return date
    }

    /// Text that is valid UTF-8 without a NUL, at which other programs would cut it off.
    @inline(__always)
    func text(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String {
        octets.isPlainText(range)
            ? String(decoding: storage[range], as: UTF8.self)
            : try anyText(range, of: attribute)
    }

    static func integer(_ range: Range<Int>, in octets: Span<UInt8>) -> Int64? {
        guard 1...8 ~= range.count else { return nil }
        let first = octets[range.lowerBound]
        if range.count > 1, first == 0 || first == 0xFF,
            first & 0x80 == octets[range.lowerBound + 1] & 0x80
        {
            return nil
        }
        var value = Int64(Int8(bitPattern: first))
        for index in range.dropFirst() {
            value = value << 8 | Int64(octets[index])
        }
        return value
    }

    @inline(never)
    func malformed(_ attribute: AttributeHeader, _ problem: StaticString) -> SignedReceipt.Error {
        .malformed(detail: "attribute \(attribute.type) \(problem)", offset: attribute.start)
    }

    @inline(never)
    private func anyText(
        _ range: Range<Int>,
        of attribute: AttributeHeader
    ) throws(SignedReceipt.Error) -> String {
        let octets = storage[range]
        let text = String(decoding: octets, as: UTF8.self)
        // Decoding mends what is not UTF-8; mended text has other octets.
        guard text.utf8.elementsEqual(octets) else { throw malformed(attribute, "is not UTF-8") }
        guard !octets.contains(0) else { throw malformed(attribute, "holds a NUL") }
        return text
    }

    @inline(__always)
    private func only(
        _ tag: UInt8,
        of attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let value = attribute.value
        // A shortcut to what the cursor finds where the length takes one octet.
        if value.count >= 2, octets[value.lowerBound] == tag,
            octets[value.lowerBound &+ 1] < 0x80,
            Int(octets[value.lowerBound &+ 1]) == value.count &- 2
        {
            return value.lowerBound &+ 2..<value.upperBound
        }
        return try anyOnly(tag, of: attribute, in: octets)
    }

    @inline(never)
    private func anyOnly(
        _ tag: UInt8,
        of attribute: AttributeHeader,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        var cursor = ElementCursor(attribute.value)
        let element = try cursor.next(in: octets)
        guard element.tag == tag else {
            throw .malformed(
                detail: "attribute \(attribute.type) has the tag \(element.tag)",
                offset: attribute.start
            )
        }
        try cursor.requireEnd(of: "an attribute's value")
        return element.content
    }
}
