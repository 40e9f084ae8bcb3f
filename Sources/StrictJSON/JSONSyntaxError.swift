/// The place where bytes are not valid JSON, and the expected value.
package struct JSONSyntaxError: Error, Equatable {
    /// The byte at which the parser stopped.
    package let offset: Int
    /// The expectation there.
    package let reason: String
    /// The steps from the value to the outermost one.
    private(set) var steps: [String] = []

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
    /// The path of the value, or of the second key of one name, at which the parser stopped, such
    /// as `rules[0].point`; empty for the outermost value and for one that is deep inside.
    package var path: String {
        // Line and column say more than a path that fills the screen.
        guard steps.count <= 16 else { return "" }
        let path = steps.reversed().joined()
        return path.hasPrefix(".") ? String(path.dropFirst()) : path
    }

    /// The error of a value in another one, at `.name` of an object or `[index]` of a list.
    func inside(_ step: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: offset, reason: reason, steps: steps + [step])
    }
}
