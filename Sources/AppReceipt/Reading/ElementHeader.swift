/// The identifier and length octets of an element, with its content known to lie inside the bounds.
struct ElementHeader {
    let tag: UInt8
    let contentStart: Int
    /// `nil` for an indefinite length.
    let length: Int?

    init(at start: Int, end: Int, in octets: Span<UInt8>) throws(SignedReceipt.Error) {
        guard start <= end - 2 else { throw .malformed(detail: "element cut off", offset: start) }
        tag = octets[start]
        guard tag & Tag.longForm != Tag.longForm else {
            throw .malformed(detail: "tag of several octets", offset: start)
        }
        let first = octets[start + 1]
        guard first != 0x80 else {
            guard tag & Tag.constructed != 0 else {
                throw .malformed(detail: "indefinite length of a primitive element", offset: start)
            }
            (contentStart, length) = (start + 2, nil)
            return
        }
        let size = first < 0x80 ? 0 : Int(first & 0x7F)
        let value = try Self.length(first, size: size, at: start, end: end, in: octets)
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
        in octets: Span<UInt8>
    ) throws(SignedReceipt.Error) -> Int {
        guard size > 0 else { return Int(first) }
        guard size <= 4, start + 2 + size <= end else {
            throw .malformed(detail: "length octets cut off or too many", offset: start)
        }
        var value = 0
        for index in 0..<size {
            value = value << 8 | Int(octets[start + 2 + index])
        }
        guard value >= 0x80, size == 1 || value >> (8 * (size - 1)) > 0 else {
            throw .malformed(detail: "length not in its shortest form", offset: start)
        }
        return value
    }
}
