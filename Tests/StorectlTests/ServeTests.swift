import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import storectl

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("storectl serve", .timeLimit(.minutes(20)))
struct ServeTests {
    @Test(
        "It says where it serves and what a back end needs, and a signal ends it in order",
        arguments: [SIGINT, SIGTERM]
    )
    func serving(signal: Int32) async throws {
        let trial = try Trial()
        let run = try ServeRun(["--port", "0", "--json"], in: trial)
        let report = try JSONParser.object(in: Array(try await run.output(until: "}\n").utf8))
        let page = try #require(report.text("page"))
        let url = try #require(URL(string: "\(page)control/v1/store"))
        // A minute, the default, may pass where hundreds of tests want the same threads.
        let request = URLRequest(url: url, timeoutInterval: 1200)
        let (data, _) = try await URLSession.shared.data(for: request)
        let store = try JSONParser.object(in: Array(data))
        #expect(store.text("bundleIdentifier") == "com.example.shop")
        let key = try String(
            contentsOfFile: try #require(report.text("privateKey")),
            encoding: .utf8
        )
        #expect(try ServerAPIKey(pemRepresentation: key).id == report.text("keyID"))
        let root = try #require(report.text("rootCertificate"))
        #expect(FileManager.default.contents(atPath: root)?.first == 0x30)
        #expect(await run.end(by: signal) == 0)
    }

    @Test("A port in use is an error that says what to do")
    func portInUse() async throws {
        let trial = try Trial()
        let first = try ServeRun(["--port", "0", "--json"], in: trial)
        let report = try JSONParser.object(in: Array(try await first.output(until: "}\n").utf8))
        let page = try #require(report.text("page").flatMap { URL(string: $0) })
        let port = try #require(page.port)
        let second = try ServeRun(["--port", "\(port)"], in: trial)
        #expect(try await second.output(until: "--host.\n").contains("Give another --port"))
        #expect(await second.end() == ExitStatus.failed.rawValue)
        #expect(await first.end(by: SIGTERM) == 0)
    }

    @Test("Notifications are recorded and sent to the webhook")
    func webhook() async throws {
        let trial = try Trial()
        let hook = "http://127.0.0.1:9/hook"
        let run = try ServeRun(["--port", "0", "--webhook", hook], in: trial)
        #expect(
            try await run.output(until: "Control-C ends it.\n").contains("/sandbox/verifyReceipt")
        )
        #expect(await run.end(by: SIGINT) == 0)
        let store = try Store(
            catalog: Catalog(),
            at: .file(URL(fileURLWithPath: trial.path("shop.ledger")))
        )
        #expect(try store.notificationSettings.isRecording)
        #expect(try store.notificationSettings.url?.absoluteString == hook)
    }

    @Test("A webhook that is no web address is a wrong command line", arguments: ["x", "ftp://a"])
    func wrongWebhook(address: String) async throws {
        let run = try Trial().run("serve", "--webhook", address)
        #expect(run.status == .usage)
    }
}

/// A process that serves, until the test ends it.
private final class ServeRun: @unchecked Sendable {
    // Unchecked because a test makes one call after the other.
    private let process = Process()
    private let screen = Pipe()

    init(_ arguments: [String], in trial: Trial) throws {
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("storectl")
        process.arguments = ["serve"] + arguments
        process.environment = [
            "STOREKIT_CONFIGURATION": trial.path("Shop.storekit"),
            "STOREKIT_STORE": trial.path("shop.ledger"),
            "STOREKIT_BUNDLE_IDENTIFIER": "com.example.shop",
        ]
        process.standardOutput = screen
        process.standardError = screen
        try process.run()
    }

    /// What the process has written as soon as it ends with a text, or the process did.
    func output(until end: String) async throws -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [screen] in
                var output = ""
                while !output.hasSuffix(end) {
                    let data = screen.fileHandleForReading.availableData
                    guard !data.isEmpty else { break }
                    output += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: output)
            }
        }
    }

    /// Sends a signal, and returns the status with which the process ended.
    func end(by signal: Int32? = nil) async -> Int32 {
        if let signal { kill(process.processIdentifier, signal) }
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [process] in
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }
}

extension [String: JSONValue] {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }
}
