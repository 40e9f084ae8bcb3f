/// Walks over the elements that lie side by side in a stretch of octets, and never looks outside
/// it.
///
/// The octets are passed to every call, because a type that holds a `Span` cannot be declared yet.
struct ElementCursor {
    private(set) var position: Int
    let end: Int

    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }

    /// The next element, which must have a definite length, as DER demands.
    mutating func next(in octets: Span<UInt8>) throws(SignedReceipt.Error) -> Element {
        let header = try ElementHeader(at: position, end: end, in: octets)
        guard let length = header.length else {
            throw .malformed(detail: "indefinite length", offset: position)
        }
        return advance(over: header, contentEnd: header.contentStart + length, mark: 0)
    }

    /// The next element, which may have an indefinite length, as BER permits.
    mutating func nextOfAnyLength(in octets: Span<UInt8>) throws(SignedReceipt.Error) -> Element {
        let header = try ElementHeader(at: position, end: end, in: octets)
        if let length = header.length {
            return advance(over: header, contentEnd: header.contentStart + length, mark: 0)
        }
        let mark = try endOfContents(from: header.contentStart, in: octets)
        return advance(over: header, contentEnd: mark, mark: 2)
    }

    /// The next element, which must have a definite length and this tag.
    mutating func next(
        _ tag: UInt8,
        _ name: StaticString,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Element {
        let element = try next(in: octets)
        try element.require(tag, name)
        return element
    }

    /// The next element, which must have this tag and may have an indefinite length.
    mutating func nextOfAnyLength(
        _ tag: UInt8,
        _ name: StaticString,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Element {
        let element = try nextOfAnyLength(in: octets)
        try element.require(tag, name)
        return element
    }

    /// The tag of the next element; `nil` at the end.
    func peek(in octets: Span<UInt8>) -> UInt8? {
        position < end ? octets[position] : nil
    }

    func requireEnd(of name: StaticString) throws(SignedReceipt.Error) {
        guard isAtEnd else { throw .malformed(detail: "octets behind \(name)", offset: position) }
    }

    /// Takes the version that `SignedData` and `SignerInfo` begin with, and that is 1 in every
    /// receipt.
    mutating func requireVersion1(
        of name: StaticString,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) {
        let version = try next(Tag.integer, "version", in: octets)
        guard octets.holds([1], at: version.content) else {
            throw .unsupported(detail: "\(name) of another version than 1", offset: version.start)
        }
    }

    private mutating func advance(
        over header: ElementHeader,
        contentEnd: Int,
        mark: Int
    ) -> Element {
        let start = position
        position = contentEnd + mark
        return Element(
            tag: header.tag,
            start: start,
            content: header.contentStart..<contentEnd,
            end: position
        )
    }

    /// Where the mark stands that ends a content of indefinite length.
    ///
    /// A loop with a counter, not a recursion, so that no input can exhaust the stack.
    private func endOfContents(
        from start: Int,
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        var depth = 1
        var at = start
        while true {
            let header = try ElementHeader(at: at, end: end, in: octets)
            if header.tag == Tag.endOfContents {
                guard header.length == 0 else {
                    throw .malformed(detail: "end-of-contents mark with content", offset: at)
                }
                depth -= 1
                guard depth > 0 else { return at }
            } else if header.length == nil {
                depth += 1
                guard depth <= ReadingLimits.depth else {
                    throw .tooMuch(of: "nested elements", limit: ReadingLimits.depth, offset: at)
                }
            }
            at = header.contentStart + (header.length ?? 0)
        }
    }
}
