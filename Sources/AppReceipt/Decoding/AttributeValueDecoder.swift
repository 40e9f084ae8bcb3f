import Foundation

/// Decodes the one element in an attribute's value.
struct AttributeValueDecoder {
    let storage: [UInt8]

    /// Decodes an INTEGER of at most eight bytes in its shortest form.
    @inline(__always)
    func integer(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int64 {
        let content = try only(Tag.integer, of: attribute, in: bytes)
        if content.count == 1 { return Int64(Int8(bitPattern: bytes[content.lowerBound])) }
        guard let value = Self.integer(content, in: bytes) else {
            throw malformed(attribute, "is not a 64-bit integer")
        }
        return value
    }

    /// Decodes an INTEGER that is 0 or 1.
    @inline(__always)
    func flag(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Bool {
        switch try integer(attribute, in: bytes) {
        case 0: return false
        case 1: return true
        default: throw malformed(attribute, "is neither 0 nor 1")
        }
    }

    /// The range of a UTF8String's bytes.
    @inline(__always)
    func textRange(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        try only(Tag.utf8String, of: attribute, in: bytes)
    }

    @inline(__always)
    func isEmptyText(_ attribute: AttributeHeader, in bytes: Span<UInt8>) -> Bool {
        let start = attribute.value.lowerBound
        return attribute.value.count == 2 && bytes[start] == Tag.utf8String
            && bytes[start &+ 1] == 0
    }

    /// Decodes a UTF8String; `nil` if it is empty, which in receipts means a missing value.
    func text(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String? {
        let range = try textRange(attribute, in: bytes)
        return range.isEmpty ? nil : try text(range, of: attribute, in: bytes)
    }

    /// Decodes an IA5String that is not a date; `nil` if it is empty.
    func asciiText(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String? {
        let range = try only(Tag.ia5String, of: attribute, in: bytes)
        guard !range.isEmpty else { return nil }
        for index in range where bytes[index] >= 0x80 {
            throw malformed(attribute, "is not ASCII")
        }
        return try text(range, of: attribute, in: bytes)
    }

    /// Decodes an IA5String that is a date; `nil` if it is empty.
    @inline(__always)
    func date(
        _ attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Date? {
        let range = try only(Tag.ia5String, of: attribute, in: bytes)
        guard !range.isEmpty else { return nil }
        guard let date = ReceiptDate.parse(range, in: bytes) else {
            throw malformed(attribute, "is not a date")
        }
        return date
    }

    /// Decodes UTF-8 without a NUL, where C strings would end.
    @inline(__always)
    func text(
        _ range: Range<Int>,
        of attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> String {
        bytes.isASCIIWithoutNUL(range)
            ? String(decoding: storage[range], as: UTF8.self)
            : try anyText(range, of: attribute)
    }

    static func integer(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int64? {
        guard 1...8 ~= range.count else { return nil }
        let first = bytes[range.lowerBound]
        if range.count > 1, first == 0 || first == 0xFF,
            first & 0x80 == bytes[range.lowerBound + 1] & 0x80
        {
            return nil
        }
        var value = Int64(Int8(bitPattern: first))
        for index in range.dropFirst() {
            value = value << 8 | Int64(bytes[index])
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
        let bytes = storage[range]
        let text = String(decoding: bytes, as: UTF8.self)
        // `String(decoding:as:)` repairs invalid UTF-8; a repaired string has other bytes.
        guard text.utf8.elementsEqual(bytes) else { throw malformed(attribute, "is not UTF-8") }
        guard !bytes.contains(0) else { throw malformed(attribute, "holds a NUL") }
        return text
    }

    @inline(__always)
    private func only(
        _ tag: UInt8,
        of attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        let value = attribute.value
        // Nearly every value has a length of one byte and ends with its element.
        if value.count >= 2, bytes[value.lowerBound] == tag,
            bytes[value.lowerBound &+ 1] < 0x80,
            Int(bytes[value.lowerBound &+ 1]) == value.count &- 2
        {
            return value.lowerBound &+ 2..<value.upperBound
        }
        return try onlyElement(tag, of: attribute, in: bytes)
    }

    @inline(never)
    private func onlyElement(
        _ tag: UInt8,
        of attribute: AttributeHeader,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Range<Int> {
        var cursor = DERCursor(attribute.value)
        let element = try cursor.next(in: bytes)
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
