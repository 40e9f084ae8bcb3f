/// Steps through consecutive elements in a range of bytes, and never reads outside it.
///
/// Elements are encoded in DER (X.690). Where the caller permits it, an element may have an
/// indefinite length, the only form of BER in receipts.
///
/// The bytes are passed to every call, because a type that stores a `Span` cannot be declared yet.
struct DERCursor {
    /// The most nested elements of indefinite length.
    private static let depthLimit = 32

    private(set) var position: Int
    let end: Int

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    /// Decodes the next element, which must have a definite length.
    mutating func next(in bytes: Span<UInt8>) throws(SignedReceipt.Error) -> DERElement {
        let header = try DERHeader(at: position, end: end, in: bytes)
        guard let length = header.length else {
            throw .malformed(detail: "indefinite length", offset: position)
        }
        return advance(over: header, contentEnd: header.contentStart + length, markSize: 0)
    }

    /// Decodes the next element, which must have a definite length and this tag.
    mutating func next(
        _ tag: UInt8,
        _ name: StaticString,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> DERElement {
        let element = try next(in: bytes)
        try element.require(tag, name)
        return element
    }

    /// Decodes the next element, which may have an indefinite length.
    mutating func nextInBER(
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> DERElement {
        let header = try DERHeader(at: position, end: end, in: bytes)
        if let length = header.length {
            return advance(over: header, contentEnd: header.contentStart + length, markSize: 0)
        }
        let mark = try endOfContents(from: header.contentStart, in: bytes)
        return advance(over: header, contentEnd: mark, markSize: 2)
    }

    /// Decodes the next element, which must have this tag and may have an indefinite length.
    mutating func nextInBER(
        _ tag: UInt8,
        _ name: StaticString,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> DERElement {
        let element = try nextInBER(in: bytes)
        try element.require(tag, name)
        return element
    }

    /// The tag of the next element; `nil` at the end.
    func peek(in bytes: Span<UInt8>) -> UInt8? {
        position < end ? bytes[position] : nil
    }

    func requireEnd(of name: StaticString) throws(SignedReceipt.Error) {
        guard isAtEnd else { throw .malformed(detail: "bytes behind \(name)", offset: position) }
    }

    private mutating func advance(
        over header: DERHeader,
        contentEnd: Int,
        markSize: Int
    ) -> DERElement {
        let start = position
        position = contentEnd + markSize
        return DERElement(
            tag: header.tag,
            start: start,
            content: header.contentStart..<contentEnd,
            end: position
        )
    }

    /// Finds the end-of-contents mark of a content of indefinite length.
    ///
    /// A loop with a counter instead of a recursion: no input can exhaust the stack.
    private func endOfContents(
        from start: Int,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        var depth = 1
        var at = start
        while true {
            let header = try DERHeader(at: at, end: end, in: bytes)
            if header.tag == Tag.endOfContents {
                guard header.length == 0 else {
                    throw .malformed(detail: "end-of-contents mark with content", offset: at)
                }
                depth -= 1
                guard depth > 0 else { return at }
            } else if header.length == nil {
                depth += 1
                guard depth <= Self.depthLimit else {
                    throw .tooMuch(of: "nested elements", limit: Self.depthLimit, offset: at)
                }
            }
            at = header.contentStart + (header.length ?? 0)
        }
    }
}

/// The place of one ASN.1 element in a range of bytes.
struct DERElement {
    let tag: UInt8
    let start: Int
    let content: Range<Int>
    /// The first byte after the element; between `content` and `end` lies the end-of-contents mark
    /// of an indefinite length.
    let end: Int

    var whole: Range<Int> { start..<end }

    func require(_ expected: UInt8, _ name: StaticString) throws(SignedReceipt.Error) {
        guard tag == expected else {
            throw .malformed(detail: "\(name) has the tag \(tag)", offset: start)
        }
    }
}

/// The tag and length of an element, whose content is known to lie inside the bounds.
private struct DERHeader {
    let tag: UInt8
    let contentStart: Int
    /// `nil` for an indefinite length.
    let length: Int?

    init(at start: Int, end: Int, in bytes: Span<UInt8>) throws(SignedReceipt.Error) {
        guard start <= end - 2 else { throw .malformed(detail: "element cut off", offset: start) }
        tag = bytes[start]
        guard tag & Tag.longForm != Tag.longForm else {
            throw .malformed(detail: "tag of several bytes", offset: start)
        }
        let first = bytes[start + 1]
        guard first != 0x80 else {
            guard tag & Tag.constructed != 0 else {
                throw .malformed(detail: "indefinite length of a primitive element", offset: start)
            }
            (contentStart, length) = (start + 2, nil)
            return
        }
        let size = first < 0x80 ? 0 : Int(first & 0x7F)
        let value = try Self.length(first, size: size, at: start, end: end, in: bytes)
        (contentStart, length) = (start + 2 + size, value)
        guard value <= end - contentStart else {
            throw .malformed(detail: "length \(value) beyond the end", offset: start)
        }
    }

    private static func length(
        _ first: UInt8,
        size: Int,
        at start: Int,
        end: Int,
        in bytes: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        guard size > 0 else { return Int(first) }
        guard size <= 4, start + 2 + size <= end else {
            throw .malformed(detail: "length bytes cut off or too many", offset: start)
        }
        var value = 0
        for index in 0..<size {
            value = value << 8 | Int(bytes[start + 2 + index])
        }
        guard value >= 0x80, size == 1 || value >> (8 * (size - 1)) > 0 else {
            throw .malformed(detail: "length not in its shortest form", offset: start)
        }
        return value
    }
}
