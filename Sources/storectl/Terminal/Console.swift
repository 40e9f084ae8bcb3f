import Foundation
import LocalAppStore
import StrictJSON

/// The standard streams and the environment of a command; tests replace them.
struct Console: Sendable {
    var environment: [String: String]
    /// The clock of the stores that the command opens.
    var clock: StoreClock
    var isOutputTerminal: Bool
    var isErrorTerminal: Bool
    /// Whether a person can answer on standard input.
    var isInputTerminal: Bool
    /// The width to which help is wrapped; `nil` for the terminal's width.
    var columns: Int?
    var writeOutput: @Sendable (String) -> Void
    var writeError: @Sendable (String) -> Void
    /// One line of standard input without its end; `nil` at the end.
    var readLine: @Sendable () -> String?
    var readInput: @Sendable () throws -> Data
    /// Whether errors and warnings are also JSON.
    var isJSON = false
    private let shownWarnings = Locked<Set<String>>([])
    /// The contents of pipes, which cannot be read again.
    private let inputs = Locked<[String: Data]>([:])

    /// The console of the running command.
    @TaskLocal static var current = Console.process

    private static let process = Console(
        environment: ProcessInfo.processInfo.environment,
        clock: .system(),
        isOutputTerminal: isatty(STDOUT_FILENO) == 1,
        isErrorTerminal: isatty(STDERR_FILENO) == 1,
        isInputTerminal: isatty(STDIN_FILENO) == 1,
        columns: nil,
        writeOutput: { text in
            guard let reason = write(text, to: STDOUT_FILENO) else { return }
            let message = "storectl: Standard output cannot be written: \(reason).\n"
            _ = write(message, to: STDERR_FILENO)
            Foundation.exit(ExitStatus.failed.code)
        },
        // What people would read of a failure is lost with it.
        writeError: { _ = write($0, to: STDERR_FILENO) },
        readLine: { Swift.readLine() },
        readInput: { FileHandle.standardInput.readDataToEndOfFile() }
    )

    /// Writes to a stream; returns the reason why not all is written.
    ///
    /// `FileHandle` would end the process with a trap, for instance when the disk is full.
    private static func write(_ text: String, to stream: Int32) -> String? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(stream, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another program made the terminal or the pipe non-blocking.
                var streams = pollfd(fd: stream, events: Int16(POLLOUT), revents: 0)
                poll(&streams, 1, -1)
            } else if errno != EINTR {
                return String(cString: strerror(errno))
            }
        }
        return nil
    }

    /// A variable of the environment; an empty one counts as not set.
    func variable(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Writes the warnings about a catalog to standard error, each once.
    func warn(of warnings: [CatalogWarning]) {
        let style = TextStyle(self, isError: true)
        for warning in warnings
        where shownWarnings.withLock({ $0.insert(warning.description).inserted }) {
            writeError(
                isJSON
                    ? PrettyJSON(.object(["warning": warning.json])).text
                    : "storectl: \(style.yellow("warning:")) \(warning)\n"
            )
        }
    }

    /// Writes a note to standard error.
    func note(_ text: String) {
        let warning = JSONValue.object(["warning": .object(["message": .string(text)])])
        writeError(isJSON ? PrettyJSON(warning).text : "storectl: \(text)\n")
    }

    /// Returns the contents of a pipe, which `read` reads only once.
    func contents(ofPipe path: String, _ read: () throws -> Data) rethrows -> Data {
        if let known = inputs.withLock({ $0[path] }) { return known }
        let contents = try read()
        inputs.withLock { $0[path] = contents }
        return contents
    }

    /// Asks a person for confirmation; elsewhere the command needs `--yes`.
    func confirm(_ question: String) throws {
        guard isInputTerminal else {
            throw Failure(
                .usage,
                "\(question) This cannot be confirmed here.",
                suggestion: "Add --yes to continue without confirmation."
            )
        }
        writeError("\(question) [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased()) else {
            throw Failure(.refused, "Nothing was changed.")
        }
    }
}

extension CatalogWarning {
    var json: JSONValue {
        .object(["file": .string(fileName), "message": .string(text), "path": .string(path)])
    }
}
