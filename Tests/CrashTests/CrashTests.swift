import Foundation
import LocalAppStore
import Testing

@testable import crash_harness

@Suite("A store whose processes are killed")
struct CrashTests {
    @Test(.timeLimit(.minutes(20)))
    func `Twenty-five kills lose no purchase and charge none twice`() async throws {
        let run = try await CrashRun(kills: 25, seed: 20_240_301)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.count(of: "kills") == 25)
        for kind in ["lost", "doubled", "damaged", "ended by themselves"] {
            #expect(run.count(of: kind) == 0, "\(kind)")
        }
        for step in ["charged", "finished", "restored", "approved", "refunded"] {
            #expect(try #require(run.count(of: step)) > 0, "\(step)")
        }
        for kind in ["bought by StoreKit 2", "finished by StoreKit 2"] {
            #expect(try #require(run.count(of: kind)) > 0, "\(kind)")
        }
        for kind in ["delivered at next launch", "updates at next launch"] {
            #expect(try #require(run.count(of: kind)) > 0, "\(kind)")
        }
        for kind in ["servers killed", "clocks that went back"] {
            #expect(try #require(run.count(of: kind)) > 0, "\(kind)")
        }
    }
}

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
        // Without locks, the other process would remove the log at its end as the last user of the
        // file.
        #expect(try await buyOnce(in: ledger) == 2)
        try first.pay(PaymentRequest(productID: "coins"))
        #expect(try await buyOnce(in: ledger) == 4)
        #expect(try second.entries().count == 4)
    }

    @Test(.timeLimit(.minutes(20)))
    func `Eight processes create one ledger at once`() async throws {
        let run = try await CrashRun(["create", "10", "8", CrashRun.catalog.path])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.count(of: "ledgers") == 10)
    }

    /// Opens the ledger in another process, buys once and closes it; returns the number of entries.
    private func buyOnce(in ledger: URL) async throws -> Int? {
        let run = try await CrashRun(["buy-once", CrashRun.catalog.path, ledger.path])
        #expect(run.status == 0)
        return run.output.split(separator: "\n").last.flatMap { Int($0) }
    }
}

/// A run of `crash-harness`: its exit status and its output.
struct CrashRun {
    let status: Int32
    let output: String

    init(kills: Int, seed: UInt64) async throws {
        try await self.init(["kill", "\(kills)", "\(seed)", Self.catalog.path])
    }

    init(_ arguments: [String]) async throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("crash-harness")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        status = try await withCheckedThrowingContinuation { end in
            process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        output = String(decoding: bytes, as: UTF8.self)
    }

    /// The number at the end of the table's line of this name.
    func count(of name: String) -> Int? {
        let line = output.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    static let catalog = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Products.storekit")
}
