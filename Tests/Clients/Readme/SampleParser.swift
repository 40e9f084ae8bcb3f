import Foundation

/// Finds the samples in a document, line by line.
///
/// Not every document marks its samples, but in all of them a sample about the library begins a
/// line with its name, with a function of the app, with a constant or with a comment, and ends
/// where its last statement does.
struct SampleParser {
    private var samples: [String] = []
    private var sample: [Substring] = []
    private var statement: [Substring] = []

    /// The samples of a text, with each white space a single blank.
    static func samples(in text: String) -> [String] {
        var parser = SampleParser()
        for line in text.split(separator: "\n") { parser.parse(line) }
        parser.end()
        return parser.samples
    }

    // Statements of one line go before the one that the sample is about, which takes more.
    private mutating func parse(_ line: Substring) {
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

/// One of the documents whose samples must work, if they are at hand.
struct SeedDocument: Sendable {
    /// The number that its file name begins with.
    let name: String
    /// Its samples, with each white space a single blank.
    let samples: [String]

    init(name: String, text: String) {
        self.name = name
        samples = SampleParser.samples(in: text)
    }

    var receiptSamples: [String] {
        samples.filter { $0.localizedCaseInsensitiveContains("receipt") }
    }

    var purchaseSamples: [String] {
        samples.filter { !$0.localizedCaseInsensitiveContains("receipt") }
    }

    /// The documents, from the folder in `SEED_DOCUMENTS` or beside the checkout; none where there
    /// is no such folder.
    static func all() -> [SeedDocument] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        return (files ?? []).sorted { $0.path < $1.path }.compactMap { file in
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
            return SeedDocument(name: String(file.lastPathComponent.prefix(3)), text: text)
        }
    }

    private static var folder: URL {
        if let path = ProcessInfo.processInfo.environment["SEED_DOCUMENTS"] {
            return URL(fileURLWithPath: path)
        }
        return Fixture.products.url
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("shared/seeds")
    }
}

extension String {
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

/// A sample as it stands in the tests, between a line that names its documents and one that ends
/// it.
struct MarkedSample: Sendable {
    let documents: Set<String>
    /// The sample with each white space a single blank.
    let text: String

    static func all() throws -> [MarkedSample] {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Samples")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        return try files.flatMap { try parse(String(contentsOf: $0, encoding: .utf8)) }
    }

    private static func parse(_ source: String) -> [MarkedSample] {
        source.components(separatedBy: "\n// seed ").dropFirst().compactMap { part in
            let sample = part.components(separatedBy: "\n// end of the sample")[0]
            guard let end = sample.firstIndex(of: "\n"), let colon = sample.firstIndex(of: ":")
            else { return nil }
            return MarkedSample(
                documents: Set(sample[..<colon].split(separator: " ").map(String.init)),
                text: String(sample[end...]).withSingleBlanks
            )
        }
    }
}
