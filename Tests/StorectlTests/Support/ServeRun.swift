import Dispatch
import Foundation
import Testing

/// A process that serves, until the test ends it.
final class ServeRun: @unchecked Sendable {
    // Unchecked because a test makes one call after the other.
    private let process = Process()
    private let screen = Pipe()

    /// Starts a process, which may have a number of descriptors.
    init(
        _ arguments: [String],
        of command: String = "serve",
        in trial: Trial,
        descriptors: Int = 1024,
        environment: [String: String] = [:]
    ) throws {
        let storectl = try #require(Bundle.main.executableURL)
            .deletingLastPathComponent()
            .appendingPathComponent("storectl")
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let script = "ulimit -n \(descriptors) && exec \"$0\" \(command) \"$@\""
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

    /// Returns the output as soon as it ends with a string, or when the process has ended.
    func output(until end: String) async throws -> String {
        await output { $0.hasSuffix(end) }
    }

    /// Returns the output as soon as it contains some strings and ends with a whole line.
    func output(containing texts: [String]) async throws -> String {
        await output { output in
            output.hasSuffix("\n") && texts.allSatisfy { output.contains($0) }
        }
    }

    private func output(until isComplete: @escaping @Sendable (String) -> Bool) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [screen] in
                var output = ""
                while !isComplete(output) {
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
