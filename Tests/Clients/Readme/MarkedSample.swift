import Foundation

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
        return try files.flatMap { try read(String(contentsOf: $0, encoding: .utf8)) }
    }

    private static func read(_ source: String) -> [MarkedSample] {
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
