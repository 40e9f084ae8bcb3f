import Foundation
import Glibc

/// A child, from its start to its end by force.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()
    // The child ends when nobody holds the other end of its input.
    private let input = Pipe()

    init(catalog: URL, ledger: URL, journal: URL, seed: UInt64) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["child", catalog.path, ledger.path, journal.path, "\(seed)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Waits until the child has opened its store, or has ended.
    func waitUntilReady() {
        _ = output.fileHandleForReading.availableData
    }

    /// Ends the child at whatever it is doing; says how it ended if it was not so.
    func kill() -> Problem? {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let status = process.terminationStatus
        if process.terminationReason == .uncaughtSignal, status == SIGKILL { return nil }
        return Problem(kind: .ended, text: "a child ended by itself with status \(status)")
    }
}
