import Foundation
import LocalAppStore
import Testing

@testable import demo

@Suite(.timeLimit(.minutes(10))) struct DemoTests {
    @Test func `the guided demo prints the expected text`() async throws {
        let run = try await DemoRun()
        #expect(run.status == 0)
        #expect(try run.output == Snapshot.text("demo"))
    }

    @Test func `a customer confirms, cancels, approves, looks and restores`() async throws {
        let typed = [
            "o", "3", "y", "1", "n", "x", "a", "2", "y", "y", "1", "y", "n", "o", "r", "q",
        ]
        let run = try await DemoRun(["--interactive"], typing: typed.joined(separator: "\n") + "\n")
        #expect(run.status == 0)
        #expect(try run.output == Snapshot.text("interactive"))
    }

    @Test func `the end of the input prints a goodbye`() async throws {
        let run = try await DemoRun(["--interactive"])
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("Goodbye, and mind the tide.\n"))
    }

    @Test func `an unknown option prints the usage`() async throws {
        let run = try await DemoRun(["--interactve"])
        #expect(run.status == EX_USAGE)
        #expect(run.output.hasPrefix("usage: demo [--interactive]\n"))
    }

    @Test func `what a killed app bought is finished before the next launch ends`() async throws {
        for _ in 0..<4 {
            let account = FileManager.default.temporaryDirectory
                .appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: account, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: account) }
            let configuration = try await GuidedDemo.configurationFile()
            let ledger = account.appendingPathComponent("AppStore.ledger")
            let environment = [
                "STOREKIT_CONFIGURATION": configuration.path,
                "STOREKIT_STORE": ledger.path,
            ]
            let first = try await DemoRun(["--first-launch"], in: environment)
            #expect(first.status == SIGKILL)
            let next = try await DemoRun(["--next-launch"], in: environment)
            #expect(next.status == 0)
            let store = try Store(catalog: Catalog(contentsOf: configuration), at: .file(ledger))
            #expect(try store.unfinishedEntries().isEmpty)
        }
    }
}

/// One run of the demo, in a folder outside of the package.
struct DemoRun {
    let status: Int32
    let output: String

    init(
        _ arguments: [String] = [],
        typing input: String = "",
        in environment: [String: String] = [:]
    ) async throws {
        let process = Process()
        let keyboard = Pipe()
        let screen = Pipe()
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("demo")
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        process.standardInput = keyboard
        process.standardOutput = screen
        process.standardError = screen
        status = try await withCheckedThrowingContinuation { end in
            process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                keyboard.fileHandleForWriting.write(Data(input.utf8))
                keyboard.fileHandleForWriting.closeFile()
            } catch {
                process.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
        let bytes = try screen.fileHandleForReading.readToEnd() ?? Data()
        output = String(decoding: bytes, as: UTF8.self)
    }
}

/// The expected output.
enum Snapshot {
    static func text(_ name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent()
            .appendingPathComponent("Snapshots/\(name).txt")
        return try String(contentsOf: file, encoding: .utf8)
    }
}
