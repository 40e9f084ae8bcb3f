import Foundation
import Testing

/// What the demo printed when it ran in a folder that is not the package's.
struct DemoRun {
    let status: Int32
    let output: String

    init(_ arguments: [String] = [], typing input: String = "") async throws {
        let process = Process()
        let keyboard = Pipe()
        let screen = Pipe()
        process.executableURL = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("demo")
        process.arguments = arguments
        process.currentDirectoryURL = FileManager.default.temporaryDirectory
        process.standardInput = keyboard
        process.standardOutput = screen
        process.standardError = screen
        status = try await withCheckedThrowingContinuation { end in
            process.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
                keyboard.fileHandleForWriting.write(Data(input.utf8))
                keyboard.fileHandleForWriting.closeFile()
            } catch {
                process.terminationHandler = nil
                end.resume(throwing: error)
            }
        }
        let bytes = try screen.fileHandleForReading.readToEnd() ?? Data()
        output = String(decoding: bytes, as: UTF8.self)
    }
}
