import Foundation
import Synchronization

/// One run of a server, under a shell that ends it whenever the tests end.
///
/// The shell reads from a pipe that the tests hold open: a line is a signal for the server, and the
/// end of the pipe is the end of the tests. The server and all its children write to another pipe,
/// which ends with the last of them.
final class ServerProcess: Sendable {
    private static let script = """
        trap '' HUP INT TERM
        folder=$1; shift
        "$@" </dev/null &
        server=$!
        exec >/dev/null 2>&1
        if read -r signal; then
            kill -s "$signal" "$server"
            wait "$server"
        else
            kill -s QUIT "$server"
            wait "$server"
            rm -rf "$folder"
        fi
        """

    private struct State {
        var lines: [String] = []
        var isReady = false
        /// Whether all writers to the pipe have ended.
        var isEnded = false
        /// Whether the shell has also ended, and with it the process identifier.
        var isReaped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let control: FileHandle
    /// Part of the log line about accepting connections.
    private let readiness: String
    private let state = Mutex(State())

    /// Starts a server; its processes and folder are removed when the tests end.
    init(
        _ command: [String],
        folder: String,
        readiness: String = "database system is ready to accept"
    ) throws {
        self.readiness = readiness
        let input = try CloseOnExec(), output = try CloseOnExec()
        control = input.writing
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", Self.script, "sh", folder] + command
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.environment = Programs.environment
        process.standardInput = input.reading
        process.standardOutput = output.writing
        process.standardError = output.writing
        process.terminationHandler = { [weak self] _ in self?.change { $0.isReaped = true } }
        try process.runUnmasked()
        try input.reading.close()
        try output.writing.close()
        let log = output.reading
        Thread.detachNewThread { [weak self] in
            var line: [UInt8] = []
            while let data = try? log.read(upToCount: 1), let byte = data.first {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                self?.note(String(decoding: line, as: UTF8.self))
                line = []
            }
            self?.change { $0.isEnded = true }
        }
    }

    /// The output of the server.
    var log: String { state.withLock { $0.lines.joined(separator: "\n") } }

    /// Waits until connections are accepted.
    ///
    /// - Throws: An error with the server's output, if it ended instead.
    func ready() async throws {
        await waitUntil { $0.isReady || $0.isEnded }
        guard state.withLock({ $0.isReady }) else {
            throw TestClusterError.failed(program: "the server", output: log)
        }
    }

    /// Sends the signal, once, and waits until the server and all its children are gone.
    func end(by signal: String) async throws {
        try control.write(contentsOf: Data("\(signal)\n".utf8))
        await waitUntil { $0.isEnded && $0.isReaped }
    }

    private func waitUntil(_ condition: @Sendable (State) -> Bool) async {
        while !state.withLock({ condition($0) }) {
            await withCheckedContinuation { continuation in
                let isMet = state.withLock { state in
                    guard !condition(state) else { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isMet { continuation.resume() }
            }
        }
    }

    private func note(_ line: String) {
        let isReady = line.contains(readiness)
        change { state in
            state.lines.append(line)
            if isReady { state.isReady = true }
        }
    }

    private func change(_ body: (inout sending State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
