import Foundation

/// What the sources in this folder name.
struct MentionedNames {
    private let text: String

    init(text: String) {
        self.text = text.filter { !$0.isWhitespace || $0 == "\n" }
            .replacing(#/\(\n+/#, with: "(").replacing(#/:\n+/#, with: ":")
            .replacing(#/\n+\./#, with: ".")
    }

    static func read() throws -> MentionedNames {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        ).filter { $0.lastPathComponent.hasSuffix("Shapes.swift") }
        return MentionedNames(
            text: try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        )
    }

    /// The names that are not there as often as they are given.
    func missing(of names: [String]) throws -> [String] {
        let counts = names.reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        return try counts.filter { name, count in try mentions(of: name) < count }.keys.sorted()
    }

    // A method without arguments is named without parentheses.
    private func mentions(of name: String) throws -> Int {
        let written = name.hasSuffix("()") ? String(name.dropLast(2)) : name
        let pattern =
            "(?<![A-Za-z0-9_.])" + NSRegularExpression.escapedPattern(for: written)
            + "(?![A-Za-z0-9_(])"
        let expression = try NSRegularExpression(pattern: pattern)
        return expression.numberOfMatches(
            in: text,
            range: NSRange(text.startIndex..., in: text)
        )
    }
}
