import Foundation
import Testing

@testable import storectl

/// The samples of the article *Storectl*, in the shop of the article *Configuration files*.
@Suite("Samples of the article", .timeLimit(.minutes(10)))
struct ArticleTests {
    private let trial: Trial
    private let article: String

    init() throws {
        trial = try Trial()
        article = try Self.text("LocalAppStore/Documentation.docc/Storectl.md")
        let page = try Self.text("StoreTesting/Documentation.docc/ConfigurationFiles.md")
        let shop = try #require(Self.blocks("json", of: page).first)
        try trial.write(shop, to: "Shop.storekit")
    }

    @Test("Every scenario ends as it expects")
    func scenarios() throws {
        let scenarios = Self.blocks("json", of: article)
        try #require(!scenarios.isEmpty)
        for scenario in scenarios {
            try trial.write(scenario, to: "scenario.json")
            let run = trial.run("scenario", trial.path("scenario.json"))
            #expect(run.status == .success, "\(run.output)\(run.errors)")
        }
    }

    @Test("Every command line does what it says")
    func commands() throws {
        let lines = Self.blocks("", of: article).flatMap { $0.split(separator: "\n") }
            .filter { $0.contains("storectl ") && !$0.contains("storectl serve") }
        try #require(lines.count > 2)
        let ledger = ["STOREKIT_STORE": trial.path("\(UUID()).ledger")]
        for line in lines {
            let words = line.split(separator: " ").drop { $0 != "storectl" }.dropFirst()
            let run = trial.run(list: words.map(String.init), environment: ledger)
            #expect(run.status == .success, "\(line): \(run.errors)")
        }
    }

    private static func text(_ path: String) throws -> String {
        let sources = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources")
        return try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
    }

    /// The code blocks of a language, in their order.
    private static func blocks(_ language: String, of page: String) -> [String] {
        var blocks: [String] = []
        for (index, part) in page.components(separatedBy: "```").enumerated() where index % 2 == 1 {
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            guard part[..<end] == language else { continue }
            blocks.append(String(part[end...]))
        }
        return blocks
    }
}
