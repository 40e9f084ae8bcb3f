import Foundation
import Testing

/// An answer of verifyReceipt that fuzzing came upon; its name tells what becomes of it.
struct AnswerFixture: Sendable, CustomTestStringConvertible {
    enum Verdict: String {
        case success
        case refused
        case unreadable
    }

    let testDescription: String
    let verdict: Verdict
    let json: Data

    static let all: [AnswerFixture] = {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fixtures/Answers")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { AnswerFixture(folder.appendingPathComponent($0)) }
    }()

    private init?(_ file: URL) {
        let name = file.deletingPathExtension().lastPathComponent
        guard let word = name.split(separator: "-").first.map(String.init),
            let verdict = Verdict(rawValue: word), let json = try? Data(contentsOf: file)
        else { return nil }
        (testDescription, self.verdict, self.json) = (name, verdict, json)
    }
}
