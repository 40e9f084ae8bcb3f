import Foundation
import Synchronization

/// A process of the service, under a shell that kills it whenever the harness ends.
final class ServiceProcess: Sendable {
    private static let script = """
        trap : HUP INT TERM
        "$@" </dev/null &
        service=$!
        exec >/dev/null 2>&1
        if read -r signal; then kill -s "$signal" "$service"; else kill -s KILL "$service"; fi
        wait "$service"
        """

    private struct State {
        var lines: [String] = []
        var url: String?
        var isEnded = false
    }

    private let control: FileHandle
    private let state = Mutex(State())

    /// Starts the service with the words of a command, and only these variables.
    init(_ command: [String], environment: [String: String]) throws {
        let input = Pipe(), output = Pipe()
        control = input.fileHandleForWriting
        for pipe in [input, output] {
            _ = fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh"] + command
        process.environment = environment
        process.standardInput = input.fileHandleForReading
        process.standardOutput = output.fileHandleForWriting
        process.standardError = output.fileHandleForWriting
        try Self.unmasked { try process.run() }
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        let log = output.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var rest = Data()
            while case let data = log.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    self?.note(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
            self?.state.withLock { $0.isEnded = true }
        }
    }

    /// Runs with no signal blocked: a thread of Swift's tasks blocks all, and a child inherits
    /// that.
    private static func unmasked(_ body: () throws -> Void) rethrows {
        var none = sigset_t(), before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    private func note(_ line: String) {
        state.withLock { state in
            state.lines = state.lines.suffix(100) + [line]
            guard state.url == nil, let mark = line.range(of: "listening at ") else { return }
            state.url = String(line[mark.upperBound...])
        }
    }

    /// The address, once it listens.
    var url: String? { state.withLock { $0.url } }

    /// Whether the process and all writers to its log have ended.
    var isEnded: Bool { state.withLock { $0.isEnded } }

    /// The last lines that it wrote.
    var log: String { state.withLock { $0.lines.suffix(4).joined(separator: "\n") } }

    /// Sends a signal.
    func send(_ signal: String) {
        try? control.write(contentsOf: Data("\(signal)\n".utf8))
    }

    /// Waits until the process has ended.
    func ended() async {
        while !isEnded { try? await Task.sleep(for: .milliseconds(2)) }
    }
}

/// Runs a program of the system to its end.
func runCommand(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw HarnessError("\(command.joined(separator: " ")) failed")
    }
}
