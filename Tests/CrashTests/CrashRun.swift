import Foundation
import Testing

/// What `journeys kill` did and said.
struct CrashRun {
    let status: Int32
    let output: String

    init(kills: Int, seed: UInt64) async throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("journeys")
        process.arguments = ["kill", "\(kills)", "\(seed)", Self.catalog.path]
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

    private static let catalog = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Products.storekit")
}
