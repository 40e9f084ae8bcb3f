import Foundation
import LocalAppStore
import Testing

@testable import storectl

@Suite("storectl exec", .timeLimit(.minutes(10)))
struct ExecTests {
    @Test("A command finds the server and its files, and hands on its exit code")
    func exec() async throws {
        let trial = try Trial()
        // Without sockets in /bin/sh, bash asks.
        let script = """
            exec 3<>"/dev/tcp/127.0.0.1/${APP_STORE_SERVER_URL##*:}"
            printf '%s\\r\\n' 'GET /control/v1/store HTTP/1.1' 'Connection: close' \
                "Host: ${APP_STORE_SERVER_URL#http://}" '' >&3
            cat <&3 | grep -o '"bundleIdentifier":"[^"]*"'
            test -f "$APP_STORE_PRIVATE_KEY" && test -f "$APP_STORE_ROOT_CERTIFICATE" || exit 1
            echo "$STOREKIT_STORE"
            exit 7
            """
        let run = try ServeRun(
            ["--", "bash", "-c", script],
            of: "exec",
            in: trial,
            environment: ["STOREKIT_STORE": ""]
        )
        let output = try await run.output(until: "AppStore.ledger\n")
        #expect(output.contains(#""bundleIdentifier":"com.example.shop""#), "\(output)")
        #expect(!output.contains("/control/v1/store"))
        #expect(await run.end() == 7)
        let ledger = String(output.split(separator: "\n").last ?? "")
        #expect(ledger.hasSuffix("/AppStore.ledger"))
        #expect(!FileManager.default.fileExists(atPath: ledger))
    }

    @Test(
        "A command that does not end by itself has the exit code of a shell",
        arguments: [
            (["sh", "-c", "kill -9 $$"], 137), (["no-such-command"], 127), (["/"], 126),
        ] as [([String], Int32)]
    )
    func commandEnd(command: [String], code: Int32) async throws {
        let trial = try Trial()
        let run = try ServeRun(["--"] + command, of: "exec", in: trial)
        #expect(await run.end() == code)
        withExtendedLifetime(trial) {}
    }

    @Test("A signal goes to the command, and its ledger stays where it is named")
    func commandSignal() async throws {
        let trial = try Trial()
        let command = ["--", "sh", "-c", "echo ready; exec sleep 600"]
        let run = try ServeRun(command, of: "exec", in: trial)
        _ = try await run.output(until: "ready\n")
        #expect(await run.end(by: SIGTERM) == 143)
        #expect(FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
    }

    @Test("With --verbose, each request is a line")
    func verbose() async throws {
        let trial = try Trial()
        let script = #"""
            exec 3<>"/dev/tcp/127.0.0.1/${APP_STORE_SERVER_URL##*:}"
            printf '%s\r\n' 'GET /control/v1/store HTTP/1.1' 'Connection: close' \
                "Host: ${APP_STORE_SERVER_URL#http://}" '' >&3
            cat <&3 >/dev/null
            """#
        let run = try ServeRun(["--verbose", "--", "bash", "-c", script], of: "exec", in: trial)
        let output = try await run.output(until: " ms\n")
        #expect(output.contains("Z GET /control/v1/store 200 in "), "\(output)")
        #expect(await run.end() == 0)
        withExtendedLifetime(trial) {}
    }

    @Test(
        "The command finds the environment of the documents, and in production the app's number",
        arguments: [
            ("Sandbox", "none"), ("Xcode", "none"), ("Production", "1234"),
        ]
    )
    func app(environment: String, identifier: String) async throws {
        let trial = try Trial()
        trial.run("settings", "set", "environment", environment, clock: .system())
        let script =
            #"echo "$APP_STORE_ENVIRONMENT ${APP_STORE_APPLE_ID-none} $APP_STORE_BUNDLE_ID""#
        let command = ["--app-apple-id", "1234", "--", "sh", "-c", script]
        let run = try ServeRun(command, of: "exec", in: trial)
        let output = try await run.output(until: "com.example.shop\n")
        #expect(output == "\(environment) \(identifier) com.example.shop\n")
        #expect(await run.end() == 0)
        withExtendedLifetime(trial) {}
    }

    @Test("A command is given after the dashes, and nothing is made without one")
    func usage() throws {
        let trial = try Trial(hasLedger: false)
        #expect(trial.run("exec", "--").status == .usage)
        let noApp = trial.run(
            list: ["exec", "--", "true"],
            environment: ["STOREKIT_BUNDLE_IDENTIFIER": ""]
        )
        #expect(noApp.status == .usage && noApp.errors.contains("--bundle-id IDENTIFIER"))
        #expect(!FileManager.default.fileExists(atPath: trial.path("shop.ledger")))
    }
}
