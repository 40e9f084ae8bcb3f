import Foundation

/// One of the documents whose samples must work, if they are at hand.
struct SeedDocument: Sendable {
    /// The number that its file name begins with.
    let name: String
    /// Its samples about purchases, with each white space a single blank.
    let purchaseSamples: [String]

    init(name: String, text: String) {
        self.name = name
        purchaseSamples = Self.samples(in: text)
            .filter { sample in !sample.localizedCaseInsensitiveContains("receipt") }
    }

    /// The documents, from the folder in `SEED_DOCUMENTS` or beside the checkout; none where there is no such folder.
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

extension SeedDocument {
    // Not every document marks its samples, but in all of them a sample about the library begins a line with its name,
    // or with a function of the app, and ends where the braces do.
    private static func samples(in text: String) -> [String] {
        var samples: [String] = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n") where !lines.isEmpty || isBeginning(line) {
            lines.append(line)
            guard depth(of: lines) == 0 else { continue }
            samples.append(lines.joined(separator: "\n").withSingleBlanks)
            lines = []
        }
        return samples
    }

    private static func isBeginning(_ line: Substring) -> Bool {
        line.contains("{") && (line.hasPrefix("SwiftyStoreKit.") || line.hasPrefix("func "))
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

extension String {
    var withSingleBlanks: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
