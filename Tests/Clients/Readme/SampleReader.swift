/// Finds the samples in a document, line by line.
///
/// Not every document marks its samples, but in all of them a sample about the library begins a
/// line with its name, with a function of the app, with a constant or with a comment, and ends
/// where its last statement does.
struct SampleReader {
    private var samples: [String] = []
    private var sample: [Substring] = []
    private var statement: [Substring] = []

    /// The samples of a text, with each white space a single blank.
    static func samples(in text: String) -> [String] {
        var reader = SampleReader()
        for line in text.split(separator: "\n") { reader.read(line) }
        reader.end()
        return reader.samples
    }

    // Statements of one line go before the one that the sample is about, which takes more.
    private mutating func read(_ line: Substring) {
        guard !statement.isEmpty || Self.isBeginning(line) else { return end() }
        statement.append(line)
        guard Self.isWhole(statement) else { return }
        let isLast = statement.count > 1
        sample += statement
        statement = []
        if isLast { end() }
    }

    private mutating func end() {
        guard !sample.isEmpty else { return }
        samples.append(sample.joined(separator: "\n").withSingleBlanks)
        sample = []
    }

    private static func isBeginning(_ line: Substring) -> Bool {
        line.hasPrefix("let ") || line.hasPrefix("// ")
            || line.contains("{") && (line.hasPrefix("SwiftyStoreKit.") || line.hasPrefix("func "))
    }

    // Parentheses are not counted, because a document misses one.
    private static func isWhole(_ statement: [Substring]) -> Bool {
        let goesOn = statement.last.map { $0.hasSuffix("(") || $0.hasSuffix(",") } ?? false
        return !goesOn && depth(of: statement) == 0
    }

    private static func depth(of lines: [Substring]) -> Int {
        lines.joined().reduce(0) { depth, character in
            switch character {
            case "{": depth + 1
            case "}": depth - 1
            default: depth
            }
        }
    }
}
