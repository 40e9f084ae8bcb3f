import Foundation
import Testing

/// What `journeys` did and said.
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
            .appendingPathComponent("journeys")
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
