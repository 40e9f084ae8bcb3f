import Foundation

/// One of the documents whose samples must work, if they are at hand.
struct SeedDocument: Sendable {
    /// The number that its file name begins with.
    let name: String
    /// Its samples, with each white space a single blank.
    let samples: [String]

    init(name: String, text: String) {
        self.name = name
        samples = SampleReader.samples(in: text)
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
