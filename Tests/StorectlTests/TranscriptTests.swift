import Foundation
import Testing

@testable import storectl

/// Compares the whole output for people with a file, command by command.
///
/// After an intended change, `WRITE_TRANSCRIPT=1 swift test --filter TranscriptTests` writes the
/// file anew; its difference belongs into the same commit.
@Suite("Texts of the commands", .timeLimit(.minutes(10)))
struct TranscriptTests {
    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Transcripts/storectl.txt")
    private static let prompt = "$ storectl "

    @Test("Each command of the transcript writes what stands there")
    func texts() throws {
        let expected = Self.steps(in: try String(contentsOf: Self.file, encoding: .utf8))
        try #require(expected.count > 30)
        let trial = try Trial(hasLedger: false)
        let found = expected.map { (command: $0.command, text: Self.run($0.command, in: trial)) }
        if ProcessInfo.processInfo.environment["WRITE_TRANSCRIPT"] != nil {
            let texts = found.map { "\(Self.prompt)\($0.command)\n\($0.text)" }
            try Data(texts.joined().utf8).write(to: Self.file)
        }
        for (expected, found) in zip(expected, found) {
            #expect(found.text == expected.text, "\(found.command)")
        }
    }

    /// Runs a command, and returns what it wrote, with the exit code of one that did not succeed.
    private static func run(_ command: String, in trial: Trial) -> String {
        let words = command.split(separator: " ").map { word in
            word.replacingOccurrences(of: "FOLDER", with: trial.folder.path)
        }
        let outcome = trial.run(list: words)
        let code = outcome.status == .success ? "" : "exit code \(outcome.status.code)\n"
        let text = outcome.output + outcome.errors + code
        // What a run draws by lot.
        return text.replacingOccurrences(of: trial.folder.path, with: "FOLDER")
            .replacingOccurrences(
                of: "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
                with: "UUID",
                options: .regularExpression
            )
    }

    private static func steps(in transcript: String) -> [(command: String, text: String)] {
        var steps: [(command: String, text: String)] = []
        for line in transcript.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix(prompt) {
                steps.append((String(line.dropFirst(prompt.count)), ""))
            } else if !steps.isEmpty {
                steps[steps.count - 1].text += line + "\n"
            }
        }
        return steps
    }
}
