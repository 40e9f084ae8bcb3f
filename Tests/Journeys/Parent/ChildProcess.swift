import Foundation
import Glibc

/// A child, from its start to its end.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()

    /// Starts a child, with an input of its own or with one that it shares with others.
    init(_ arguments: [String], sharedInput: FileHandle? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardInput = sharedInput ?? input
        process.standardOutput = output
        try process.run()
    }

    convenience init(catalog: URL, ledger: URL, journal: URL, seed: UInt64) throws {
        try self.init(["child", catalog.path, ledger.path, journal.path, "\(seed)"])
    }

    /// Waits until the child has opened its store, or has ended.
    func waitUntilReady() {
        _ = output.fileHandleForReading.availableData
    }

    /// Ends the child at whatever it is doing; says how it ended if it was not so.
    func kill() -> Problem? {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
            return nil
        }
        return Problem(kind: .ended, text: "a child ended by itself \(ending)")
    }

    /// Tells a child with an input of its own to close its stores and to end, and waits for that.
    func close() throws -> Problem? {
        // A child ends when nobody holds the other end of its input.
        try input.fileHandleForWriting.close()
        return waitForSuccess()
    }

    /// Waits for the end of a child that was told to end.
    func waitForSuccess() -> Problem? {
        process.waitUntilExit()
        if process.terminationReason == .exit, process.terminationStatus == 0 { return nil }
        return Problem(kind: .ended, text: "a child that was told to end did so \(ending)")
    }

    private var ending: String {
        let reason = process.terminationReason == .exit ? "status" : "signal"
        return "with \(reason) \(process.terminationStatus)"
    }
}
