import AppReceipt
import EntitlementModel
import Foundation
import LocalAppStore
import PostgreSQL
import Testing

@testable import EntitlementService

/// The commands of the program, each a process of its own.
@Suite struct CommandTests {
    @Test func `migrate prints the schema, once and again`() async throws {
        let service = try await TestService()
        let commands = try Commands(for: service)
        defer { commands.folder.remove() }
        for _ in 0..<2 {
            let run = try await commands.run("migrate")
            #expect(run.output == "schema \(Migrations.all.count)\n")
            #expect(run.status == 0)
        }
    }

    @Test func `rebuild compares the state, and names what differs until it is repaired`()
        async throws
    {
        let service = try await TestService()
        try await service.receive(.make())
        let commands = try Commands(for: service)
        defer { commands.folder.remove() }
        let equal = try await commands.run("rebuild")
        #expect(equal.output == "1 documents, 1 purchases\n")
        #expect(equal.status == 0)
        _ = try await service.connections.query(
            Statement("DELETE FROM entitlements_state.owned_purchase")
        )
        let different = try await commands.run("rebuild")
        #expect(different.output.contains("differs com.example.shop Sandbox 100\n"))
        #expect(different.status == 1)
        #expect(try await service.entitlements().isEmpty)
        let repaired = try await commands.run("rebuild", "--repair")
        #expect(repaired.output == equal.output)
        #expect(try await service.entitlements().count == 1)
    }

    @Test func `export writes documents, or what is known about a customer`() async throws {
        let service = try await TestService()
        try await service.receive(.make())
        try await service.receive(.make("200", token: .otherAccount))
        let commands = try Commands(for: service)
        defer { commands.folder.remove() }
        let all = try await commands.run("export")
        #expect(all.output.split(separator: "\n").count == 2)
        let scope = ["--app", "com.example.shop", "--environment", "Sandbox"]
        let one = try await commands.run(["export", "--customer", "200"] + scope)
        #expect(one.output.contains("\"200\"") && !one.output.contains("\"100\""))
        let vague = try await commands.run("export", "--customer", "200")
        #expect(vague.output.contains("--customer needs --app and --environment."))
        let odd = try await commands.run(["export", "--customer", "a b"] + scope)
        #expect(odd.output.contains("a b isn't a name of a customer."))
        #expect(vague.status != 0 && odd.status != 0)
    }

    @Test func `replay sends dead letters again, or the events of a customer`() async throws {
        let service = try await TestService(deliversEvents: true)
        try await service.receive(.make())
        let commands = try Commands(for: service)
        defer { commands.folder.remove() }
        let letters = try await commands.run("replay")
        #expect(letters.output == "sends the dead letters of 0 customers again\n")
        let scope = ["--app", "com.example.shop", "--environment", "Sandbox"]
        let one = try await commands.run(
            ["replay", "--customer", "100", "--actor", "anna"] + scope
        )
        let account = UUID.account.uuidString.lowercased()
        #expect(one.output == "sends 1 events of \(account) again, by anna\n")
        for (arguments, problem) in [
            (["--customer", "999"] + scope, "com.example.shop Sandbox has no customer 999."),
            (["--customer", "100"], "--customer needs --app and --environment."),
            (["--customer", "100", "--from", "0"] + scope, "--from must be 1 or more."),
            (
                ["--customer", "100", "--actor", ""] + scope,
                "--actor must have 1 to 200 bytes without control characters."
            ),
            (
                ["--customer", "100", "--app", "other", "--environment", "Sandbox"],
                "The apps file has no other Sandbox."
            ),
        ] {
            let run = try await commands.run(["replay"] + arguments)
            #expect(run.output.contains(problem))
            #expect(run.status != 0)
        }
    }

    @Test func `backfill and import record what the App Store has`() async throws {
        let shop = try await LocalShop()
        try shop.store.pay(PaymentRequest(productID: "theme"))
        try shop.store.pay(PaymentRequest(productID: "gold"))
        try shop.store.time.advance(by: 1)
        let service = try await TestService(roots: try shop.roots)
        let commands = try Commands(for: service, shop)
        defer { commands.folder.remove() }
        let scope = ["--app", "com.example.shop", "--environment", "Sandbox"]
        let filled = try await commands.run(["backfill", "--transactions"] + scope)
        #expect(filled.output == "notifications: 2 new, 0 known\ntransactions: 3 new, 0 known\n")
        let again = try await commands.run(["backfill", "--days", "1"] + scope)
        #expect(again.output == "notifications: 0 new, 2 known\n")
        #expect(try await service.entitlements(of: .originalTransaction("2")).count == 2)
        let long = try await commands.run(["backfill", "--days", "181"] + scope)
        #expect(long.output.contains("--days must be from 1 to 180."))

        let list = Data("originalTransactionId\n1\n77\n".utf8)
        let file = try commands.folder.write(list, to: "purchases.csv")
        let report = commands.folder.path("report")
        let run = try await commands.run(
            ["import", "--from", "csv", "--report", report, file] + scope
        )
        #expect(run.output.hasPrefix("line 3: 77 unverified: "))
        #expect(run.output.hasSuffix("2 rows: 1 imported, 1 unverified\n"))
        #expect(run.status == 1)
        let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        await shop.stop()
    }

    @Test func `make-key writes a key that only its owner reads, and replaces none`() async throws {
        let service = try await TestService()
        let commands = try Commands(for: service)
        defer { commands.folder.remove() }
        let path = commands.folder.path("signing.pem")
        let made = try await commands.run("make-key", path)
        let pem = try String(contentsOfFile: path, encoding: .utf8)
        let key = try EntitlementSigningKey(pemRepresentation: pem)
        #expect(made.output == key.publicKey.pemRepresentation + "\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try await commands.run("make-key", path)
        #expect(again.output.contains("\(path): File exists"))
        #expect(again.status != 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == pem)
    }
}

/// The program, with the settings of a service.
private struct Commands {
    let folder: TemporaryFolder
    private let environment: [String: String]

    init(for service: TestService, _ shop: LocalShop? = nil) throws {
        folder = try TemporaryFolder()
        var environment = try folder.settings(for: service)
        let root =
            try shop?.store.signedTransactionRootCertificate
            ?? service.appStore.identity.rootCertificate
        environment["ENTITLEMENTS_ROOTS"] = try folder.write(Data(root), to: "root.der")
        if let shop {
            let access = try shop.access
            environment["ENTITLEMENTS_STORE_URL"] = shop.url
            environment["ENTITLEMENTS_API_URL"] = access.url
            environment["ENTITLEMENTS_API_KEY_ID"] = access.key.id
            environment["ENTITLEMENTS_API_ISSUER_ID"] = access.key.issuerID.uuidString
            let pem = Data(access.key.pemRepresentation.utf8)
            environment["ENTITLEMENTS_API_KEY"] = try folder.write(pem, to: "api.p8")
        }
        self.environment = environment
    }

    /// Runs the program; returns its output with its errors, and its exit status.
    func run(_ arguments: String...) async throws -> (output: String, status: Int32) {
        try await run(arguments)
    }

    func run(_ arguments: [String]) async throws -> (output: String, status: Int32) {
        let tests = try #require(Bundle.main.executableURL)
        let program = tests.deletingLastPathComponent().appendingPathComponent("entitlements")
        let output = Pipe()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let texts = AsyncStream<String> { continuation in
            Thread.detachNewThread {
                let data = try? output.fileHandleForReading.readToEnd()
                continuation.yield(String(decoding: data ?? Data(), as: UTF8.self))
                continuation.finish()
            }
        }
        try process.run()
        try output.fileHandleForWriting.close()
        let text = await texts.first { _ in true }
        process.waitUntilExit()
        return (text ?? "", process.terminationStatus)
    }
}
