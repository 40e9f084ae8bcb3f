/// The first lines of a list's elements, in the outermost object of valid JSON.
struct ElementLines {
    /// Counted from 1.
    private(set) var lines: [Int] = []
    private var line = 1
    private var depth = 0
    /// Whether the position is inside the list.
    private var isInside = false
    /// Whether an element or the end of the list follows.
    private var isExpecting = false
    /// The last string in the outermost object.
    private var lastText: [UInt8] = []

    init(of name: String, in bytes: [UInt8]) {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                begin()
                let end = Self.endOfText(in: bytes, from: position)
                if depth == 1 { lastText = Array(bytes[(position + 1)..<end]) }
                position = end
            } else {
                read(byte, isList: lastText == Array(name.utf8))
            }
            position += 1
        }
    }

    private mutating func read(_ byte: UInt8, isList: Bool) {
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: ":"): break
        case UInt8(ascii: ","): isExpecting = isInside && depth == 2
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            begin()
            depth += 1
            if depth == 2 { (isInside, isExpecting) = (isList, isList) }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if depth == 1 { (isInside, isExpecting) = (false, false) }
        default: begin()
        }
    }

    /// Records the line if a new element begins.
    private mutating func begin() {
        guard isInside, depth == 2, isExpecting else { return }
        lines.append(line)
        isExpecting = false
    }

    /// The position of the quotation mark at the end of a string.
    private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count - 1, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position, bytes.count - 1)
    }
}
