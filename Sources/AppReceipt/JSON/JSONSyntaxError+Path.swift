extension JSONSyntaxError {
    private enum Step {
        /// The member of an object; `nil` before its key.
        case member(String?)
        /// The element of a list.
        case element(Int)
    }

    /// The path of the value, or of the second key of one name, at which the parser stopped, such
    /// as `rules[0].point`; empty for the outermost value.
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
        steps.reduce("") { path, step in
            switch step {
            case .member(let key?): path.isEmpty ? key : "\(path).\(key)"
            case .member(nil): path
            case .element(let index): "\(path)[\(index)]"
            }
        }
    }
}
