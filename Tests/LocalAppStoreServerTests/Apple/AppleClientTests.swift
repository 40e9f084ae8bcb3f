import AppReceipt
import Foundation
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

/// Apple's own client and verifier, with another base address and another root certificate.
///
/// `Scripts/check-apple-client.sh` runs it with a Python that has them.
@Suite(
    "Apple's client",
    .timeLimit(.minutes(1)),
    .enabled(if: AppleClient.python != nil, "APPLE_CLIENT_PYTHON is not set.")
)
struct AppleClientTests {
    @Test("Every request that the article names is answered as Apple's client expects")
    func everyRequest() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Self.store()
        try await RunningServer.run(store) { running in
            let facts = folder.appendingPathComponent("facts.json")
            try Self.facts(store, running).write(to: facts)
            let output = folder.appendingPathComponent("output")
            let status = try await AppleClient.run(facts, output: output)
            let text = try String(contentsOf: output, encoding: .utf8)
            #expect(status == 0, "\(text)")
        }
    }

    /// A store with 22 consumables, of which the second is refunded, and a subscription.
    private static func store() throws -> Store {
        let store = try Store.make()
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:1/")
        }
        for _ in 0..<22 { try store.pay("coins") }
        try store.pay("monthly")
        try store.refunds.refund(2)
        return store
    }

    private static func facts(_ store: Store, _ running: RunningServer) throws -> Data {
        let key = try running.server.apiKey
        let start = Int(store.clock.now.timeIntervalSince1970) * 1000
        let facts: [String: Any] = [
            "url": running.address.url?.absoluteString ?? "",
            "bundleID": store.app.bundleIdentifier,
            "key": key.pemRepresentation,
            "keyID": key.id,
            "issuerID": key.issuerID.uuidString.lowercased(),
            "root": Data(try store.signedTransactionRootCertificate).base64EncodedString(),
            "coins": "1", "refunded": "2", "monthly": "23", "count": 23,
            "order": try store.entry(1)?.orderID ?? "",
            "start": start, "end": start + 86_400_000,
        ]
        return try JSONSerialization.data(withJSONObject: facts)
    }
}

/// The script with Apple's client.
private enum AppleClient {
    static let python = ProcessInfo.processInfo.environment["APPLE_CLIENT_PYTHON"]

    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scripts/apple-client.py")

    /// Runs the script, and returns its status; what it says goes to a file, which never blocks it.
    static func run(_ facts: URL, output: URL) async throws -> Int32 {
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python ?? "")
        process.arguments = [script.path, facts.path]
        process.standardOutput = file
        process.standardError = file
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { continuation.yield($0.terminationStatus) }
        try process.run()
        for await status in ends { return status }
        return -1
    }
}
