import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("storectl serve", .timeLimit(.minutes(1)))
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
        let other = try Trial()
        let third = try ServeRun(["--port", "\(port)"], in: other)
        #expect(await third.end() == ExitStatus.failed.rawValue)
        #expect(!FileManager.default.fileExists(atPath: other.path("shop.ledger")))
        #expect(await first.end(by: SIGTERM) == 0)
    }

    @Test("More idle connections than the process may have descriptors do not end it")
    func fewDescriptors() async throws {
        let trial = try Trial()
        let run = try ServeRun(["--port", "0", "--json", "--quiet"], in: trial, descriptors: 64)
        let report = try JSONParser.object(in: Array(try await run.output(until: "}\n").utf8))
        let page = try #require(report.text("page").flatMap { URL(string: $0) })
        let port = UInt16(try #require(page.port))
        let idle = (0..<120).map { _ in IdleConnection(port: port) }
        let request = URLRequest(url: page, timeoutInterval: 1200)
        let (_, response) = try await URLSession.shared.data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(idle.map(\.isConnected).contains(false) == false)
        #expect(await run.end(by: SIGTERM) == 0)
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
        #expect(try store.notifications.settings.isRecording)
        #expect(try store.notifications.settings.url?.absoluteString == hook)
    }

    @Test("An entitlement service needs a key, which is in the environment alone")
    func entitlements() async throws {
        let trial = try Trial()
        let service = ["--entitlements", "http://127.0.0.1:9/base"]
        let keyless = trial.run(list: ["serve"] + service)
        #expect(keyless.status == .usage)
        #expect(keyless.errors.contains("ENTITLEMENTS_KEY"))
        let environment = ["ENTITLEMENTS_KEY": "secret key"]
        let unusable = trial.run(list: ["serve"] + service, environment: environment)
        #expect(unusable.status == .usage)
        #expect(unusable.errors.contains("ASCII letters"))
        #expect(!unusable.errors.contains("secret"))
        for address in ["x", "ftp://a"] {
            #expect(trial.run("serve", "--entitlements", address).status == .usage)
        }
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
        let run = try ServeRun(
            ["--port", "0", "--json"] + service,
            in: trial,
            environment: ["ENTITLEMENTS_KEY": "secret"]
        )
        let output = try await run.output(until: "}\n")
        #expect(!output.contains("secret"))
        let report = try JSONParser.object(in: Array(output.utf8))
        let page = try #require(report.text("page"))
        let url = try #require(URL(string: "\(page)control/v1/store"))
        let request = URLRequest(url: url, timeoutInterval: 1200)
        let (data, _) = try await URLSession.shared.data(for: request)
        let store = try JSONParser.object(in: Array(data))
        #expect(store.text("entitlementService") == "http://127.0.0.1:9/base")
        #expect(await run.end(by: SIGTERM) == 0)
    }

    @Test("All that is missing is named at once, and no ledger is made")
    func missing() throws {
        let trial = try Trial()
        let unknown = [
            "STOREKIT_CONFIGURATION": "", "STOREKIT_STORE": "", "STOREKIT_BUNDLE_IDENTIFIER": "",
        ]
        let nothing = trial.run("serve", environment: unknown)
        #expect(nothing.status == .usage)
        for option in ["--config", "--store", "--bundle-id"] {
            #expect(nothing.errors.contains(option))
        }
        let noApp = trial.run("serve", environment: ["STOREKIT_BUNDLE_IDENTIFIER": ""])
        #expect(noApp.status == .usage)
        #expect(noApp.errors.contains("Give --bundle-id IDENTIFIER"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
    }

    @Test("Other machines are let in with a token only", arguments: ["0.0.0.0", "::"])
    func otherMachines(host: String) throws {
        let trial = try Trial()
        let run = trial.run("serve", "--host", host)
        #expect(run.status == .usage)
        #expect(run.errors.contains("--token"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
        #expect(trial.run("serve", "--host", host, "--token", "short").status == .usage)
    }

    @Test("A request is a line on standard error, and the app's number is a setting")
    func log() async throws {
        let trial = try Trial()
        let token = "0123456789abcdef"
        let run = try ServeRun(
            ["--port", "0", "--json", "--app-apple-id", "1234", "--token", token],
            in: trial
        )
        let report = try JSONParser.object(in: Array(try await run.output(until: "}\n").utf8))
        let page = try #require(report.text("page"))
        #expect(page.hasSuffix("/?token=\(token)"))
        let url = try #require(URL(string: page))
        _ = try await URLSession.shared.data(for: URLRequest(url: url, timeoutInterval: 1200))
        #expect(try await run.output(until: " GET / 200\n").hasSuffix(" GET / 200\n"))
        #expect(await run.end(by: SIGTERM) == 0)
        let store = try Store(
            catalog: Catalog(),
            at: .file(URL(fileURLWithPath: trial.path("shop.ledger")))
        )
        #expect(try store.receiptSettings.appleIdentifier == 1234)
    }

    @Test("A webhook that is no web address is a wrong command line", arguments: ["x", "ftp://a"])
    func wrongWebhook(address: String) async throws {
        let run = try Trial().run("serve", "--webhook", address)
        #expect(run.status == .usage)
    }
}

/// A connection to a port of this machine that sends nothing.
private final class IdleConnection: Sendable {
    let isConnected: Bool
    private let descriptor: Int32

    init(port: UInt16) {
        #if canImport(Darwin)
        let file = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        descriptor = file
        isConnected = result == 0
    }

    deinit {
        close(descriptor)
    }
}

/// A process that serves, until the test ends it.
private final class ServeRun: @unchecked Sendable {
    // Unchecked because a test makes one call after the other.
    private let process = Process()
    private let screen = Pipe()

    /// Starts a process, which may have a number of descriptors.
    init(
        _ arguments: [String],
        in trial: Trial,
        descriptors: Int = 1024,
        environment: [String: String] = [:]
    ) throws {
        let storectl = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("storectl")
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let script = "ulimit -n \(descriptors) && exec \"$0\" serve \"$@\""
        process.arguments = ["-c", script, storectl.path] + arguments
        process.environment = [
            "STOREKIT_CONFIGURATION": trial.path("Shop.storekit"),
            "STOREKIT_STORE": trial.path("shop.ledger"),
            "STOREKIT_BUNDLE_IDENTIFIER": "com.example.shop",
        ]
        .merging(environment) { _, new in new }
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
