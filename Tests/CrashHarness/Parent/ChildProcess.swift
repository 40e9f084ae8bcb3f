import Foundation
import Glibc

/// A child process.
final class ChildProcess: @unchecked Sendable {
    // Unchecked because one thread of the parent uses it at a time.
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var lineCount = 0

    /// Starts a child with its own input, or with one that it shares with others.
    init(_ arguments: [String], sharedInput: FileHandle? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = sharedInput ?? input
        process.standardOutput = output
        try process.run()
    }

    convenience init(
        catalog: URL,
        ledger: URL,
        journal: URL,
        seed: UInt64,
        clock: HarnessClock = HarnessClock()
    ) throws {
        try self.init([
            "child", catalog.path, ledger.path, journal.path, "\(seed)", clock.argument,
        ])
    }

    /// Waits until the child has opened its store, or has ended.
    func waitUntilReady() {
        waitForLines(1)
    }

    /// Waits until the child has written so many lines in all, or has ended: one when it has opened
    /// its store, and one for each line of its journal.
    func waitForLines(_ count: Int) {
        while lineCount < count {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { return }
            lineCount += part.count { $0 == UInt8(ascii: "\n") }
        }
    }

    /// The line of JSON that the child prints when it is ready.
    func report<Report: Decodable>() throws -> Report {
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let part = output.fileHandleForReading.availableData
            if part.isEmpty { break }
            line += part
        }
        return try JSONDecoder().decode(Report.self, from: line)
    }

    /// Kills the child; returns a problem if it ended in another way.
    func kill() -> Problem? {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
            return nil
        }
        return Problem(kind: .ended, text: "a child ended by itself \(ending)")
    }

    /// Lets a child with its own input close its stores and end, and waits for that.
    func close() throws -> Problem? {
        // A child ends at the end of its input.
        try input.fileHandleForWriting.close()
        return waitForSuccess()
    }

    /// Waits for the end of a child whose input was closed.
    func waitForSuccess() -> Problem? {
        process.waitUntilExit()
        if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
        return Problem(kind: .ended, text: "a child whose input was closed ended \(ending)")
    }

    private var ending: String {
        let reason = process.terminationReason == .exit ? "status" : "signal"
        return "with \(reason) \(process.terminationStatus)"
    }
}
