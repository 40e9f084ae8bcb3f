/// The place where bytes are not valid JSON, and the expected value.
package struct JSONSyntaxError: Error, Equatable {
    /// The byte at which the parser stopped.
    package let offset: Int
    /// The expectation there.
    package let reason: String

    /// Line and column, both counted from 1; columns count Unicode scalars.
    package func place(in bytes: [UInt8]) -> String {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return "line \(line), column \(column)"
    }
}

extension JSONSyntaxError {
    private enum Step {
        /// The member of an object; `nil` before its key.
        case member(String?)
        /// The element of a list.
        case element(Int)
    }

    /// The path of the value, or of the second key of one name, at which the parser stopped, such
    /// as `rules[0].point`; empty for the outermost value and for one that is deep inside.
    package func path(in bytes: [UInt8]) -> String {
        var parser = JSONParser(bytes: bytes)
        var steps: [Step] = []
        while parser.position < offset, let byte = parser.next {
            guard byte != UInt8(ascii: "\"") else {
                guard let text = try? parser.string() else { break }
                if case .member(nil) = steps.last { steps[steps.count - 1] = .member(text) }
                continue
            }
            parser.position += 1
            switch byte {
            case UInt8(ascii: "{"): steps.append(.member(nil))
            case UInt8(ascii: "["): steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
            case UInt8(ascii: ","): Self.advance(&steps)
            default: break
            }
        }
        if case .member(nil) = steps.last, parser.next == UInt8(ascii: "\""),
            let key = try? parser.string()
        {
            steps[steps.count - 1] = .member(key)
        }
        return Self.text(of: steps)
    }

    private static func advance(_ steps: inout [Step]) {
        switch steps.popLast() {
        case .member: steps.append(.member(nil))
        case .element(let index): steps.append(.element(index + 1))
        case nil: break
        }
    }

    private static func text(of steps: [Step]) -> String {
        // Line and column say more than a path that fills the screen.
        guard steps.count <= 16 else { return "" }
        return steps.reduce("") { path, step in
            switch step {
            case .member(let key?): path.isEmpty ? key : "\(path).\(key)"
            case .member(nil): path
            case .element(let index): "\(path)[\(index)]"
            }
        }
    }
}
