import AppReceipt
import Foundation
import LocalAppStore
import StrictJSON
import Testing

@testable import storectl

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("storectl serve", .timeLimit(.minutes(10)))
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
        let errors = try await second.output(until: "--host.\n")
        #expect(errors.contains("127.0.0.1:\(port): Another program uses the port.\n"))
        #expect(errors.contains("Give another --port"))
        #expect(await second.end() == ExitStatus.failed.code)
        let other = try Trial(hasLedger: false)
        let third = try ServeRun(["--port", "\(port)"], in: other)
        #expect(await third.end() == ExitStatus.failed.code)
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
        let report = try await run.output(until: "Control-C ends it.\n")
        let lines = [
            #"page {11}(http://127\.0\.0\.1:[0-9]+)/"#,
            #"verifyReceipt {2}\1/production/verifyReceipt"#,
            #" {15}\1/sandbox/verifyReceipt"#,
            #"server API {5}\1"#,
            #"issuer ID {6}[0-9a-f-]{36}"#,
            #"key ID {9}\S+"#,
            #"private key {4}/.+"#,
            #"root {11}/.+"#,
        ]
        let form = "^\(lines.joined(separator: "\n"))\n\n"
        #expect(report.range(of: form, options: .regularExpression) != nil, "\(report)")
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
        let trial = try Trial(hasLedger: false)
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
        // A command that makes the ledger says so first.
        trial.run("buy", "coins")
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
        let trial = try Trial(hasLedger: false)
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
        let trial = try Trial(hasLedger: false)
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
        let base = try #require(report.text("serverAPI"))
        let url = try #require(URL(string: "\(base)/control/v1/store"))
        var request = URLRequest(url: url, timeoutInterval: 1200)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        _ = try await URLSession.shared.data(for: request)
        let line = try await run.output(until: " ms\n")
        let form = #"^[0-9T:.-]{23}Z GET /control/v1/store 200 in [0-9]+ ms\n$"#
        #expect(line.range(of: form, options: .regularExpression) != nil, "\(line)")
        #expect(await run.end(by: SIGTERM) == 0)
        let store = try Store(
            catalog: Catalog(),
            at: .file(URL(fileURLWithPath: trial.path("shop.ledger")))
        )
        #expect(try store.receiptSettings.appleIdentifier == 1234)
    }

    @Test("A quiet server on localhost writes nothing after its report")
    func quiet() async throws {
        let trial = try Trial()
        let run = try ServeRun(
            ["--host", "localhost", "--port", "0", "--json", "--quiet"],
            in: trial
        )
        let report = try JSONParser.object(in: Array(try await run.output(until: "}\n").utf8))
        let page = try #require(report.text("page").flatMap { URL(string: $0) })
        let request = URLRequest(url: page, timeoutInterval: 1200)
        _ = try await URLSession.shared.data(for: request)
        #expect(await run.end(by: SIGTERM) == 0)
        let rest = try await run.output(until: "\n")
        #expect(rest.isEmpty)
        withExtendedLifetime(trial) {}
    }

    @Test("Events of other processes are lines", arguments: [true, false])
    func listen(isJSON: Bool) async throws {
        let trial = try Trial()
        trial.run("notify", "to", "http://127.0.0.1:9/hook", clock: .system())
        let run = try ServeRun(isJSON ? ["--json"] : [], of: "listen", in: trial)
        _ = try await run.output(until: "Control-C ends it.\n")
        trial.run("buy", "coins", clock: .system())
        let purchase =
            isJSON
            ? #""productID":"coins""#
            : "Z transaction 1: customer customer, coins, purchased, 0.99 USD, unfinished\n"
        let notification =
            isJSON ? #""type":"ONE_TIME_CHARGE""# : "Z notification ONE_TIME_CHARGE "
        trial.run("settings", "set", "failsRenewals", "on", clock: .system())
        trial.run("advance", "1d", clock: .system())
        let settings = isJSON ? #""event":"settings""# : "Z settings: failsRenewals on\n"
        let time = isJSON ? #""event":"time""# : "Z time: advanced to "
        let output = try await run.output(containing: [purchase, notification, settings, time])
        if isJSON {
            for line in output.split(separator: "\n") {
                #expect(try JSONParser.object(in: Array(line.utf8))["event"] != nil)
            }
        } else {
            #expect(output.contains(": transaction 1, customer customer\n"))
        }
        #expect(await run.end(by: SIGINT) == 0)
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

extension [String: JSONValue] {
    fileprivate func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }
}
