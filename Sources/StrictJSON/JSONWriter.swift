/// Encodes JSON as Apple does: only characters for which RFC 8259 requires it are escaped, so a
/// slash is not.
package struct JSONWriter {
    /// The written bytes, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Makes a writer that has written nothing.
    package init() {}

    /// Writes an object; `write` writes each member with `writeMember`.
    package mutating func writeObject<Member>(
        _ members: [Member],
        _ write: (inout JSONWriter, Member) -> Void
    ) {
        bytes.append(UInt8(ascii: "{"))
        writeSeparated(members, write)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a list of elements, each of which `write` writes.
    package mutating func writeList<Element>(
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        writeSeparated(elements, write)
        bytes.append(UInt8(ascii: "]"))
    }

    package mutating func writeMember(_ name: String, _ write: (inout JSONWriter) -> Void) {
        self.write(name)
        bytes.append(UInt8(ascii: ":"))
        write(&self)
    }

    /// Writes a number, or one of the words `true`, `false` and `null`.
    package mutating func write(literal: String) {
        bytes.append(contentsOf: literal.utf8)
    }

    /// Writes a string in quotation marks.
    package mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { write($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends unescaped runs in one step: signed documents are long strings without any escape.
    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices where Self.mustBeEscaped(text[index]) {
            bytes.append(contentsOf: text[start..<index])
            writeEscaped(text[index])
            start = index + 1
        }
        bytes.append(contentsOf: text[start...])
    }

    private mutating func writeSeparated<Element>(
        _ elements: [Element],
        _ write: (inout JSONWriter, Element) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
    }

    private static func mustBeEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0..<0x20: writeCodePoint(of: byte)
        default: bytes.append(byte)
        }
    }

    private mutating func writeCodePoint(of byte: UInt8) {
        let digits = String(byte, radix: 16, uppercase: false)
        bytes.append(contentsOf: "u00\(byte < 0x10 ? "0" : "")\(digits)".utf8)
    }
}

extension JSONWriter {
    /// Writes a value without white space, the members of an object in the order of their names.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .object(let members):
            // In one order, so that one value has one encoding.
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            writeObject(sorted) { writer, member in
                writer.writeMember(member.key) { $0.write(member.value) }
            }
        case .array(let values): writeList(values) { $0.write($1) }
        case .string(let text): write(text)
        case .number(let text): write(literal: text)
        case .bool(let flag): write(literal: "\(flag)")
        case .null: write(literal: "null")
        }
    }
}
