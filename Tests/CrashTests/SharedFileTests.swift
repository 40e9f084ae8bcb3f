import Foundation
import LocalAppStore
import Testing

@testable import journeys

@Suite("A ledger that several processes have open")
struct SharedFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)

    @Test(.timeLimit(.minutes(20)))
    func `A second store in one process leaves the locks of the first one`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = folder.appendingPathComponent("store.ledger")
        let first = try Store(catalog: .make(), at: .file(ledger))
        try first.pay(PaymentRequest(productID: "coins"))
        let second = try Store(catalog: .make(), at: .file(ledger))
        // Without locks the other process takes itself for the last one, and its end removes the
        // log.
        #expect(try await visit(ledger) == 2)
        try first.pay(PaymentRequest(productID: "coins"))
        #expect(try await visit(ledger) == 4)
        #expect(try second.entries().count == 4)
    }

    @Test(.timeLimit(.minutes(20)))
    func `Eight processes create one ledger at once`() async throws {
        let run = try await CrashRun(["create", "10", "8", CrashRun.catalog.path])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.count(of: "ledgers") == 10)
    }

    /// Lets another process open the ledger, buy once, and close it; returns how many entries it
    /// found then.
    private func visit(_ ledger: URL) async throws -> Int? {
        let run = try await CrashRun(["visit", CrashRun.catalog.path, ledger.path])
        #expect(run.status == 0)
        return run.output.split(separator: "\n").last.flatMap { Int($0) }
    }
}
