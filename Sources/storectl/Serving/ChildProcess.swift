import Foundation

/// A child process with the streams and the terminal of this process.
///
/// Foundation's `Process` would put it into the background of the terminal.
struct ChildProcess {
    private let identifier: pid_t

    /// Starts a command, which is found as by a shell.
    init(_ command: [String], environment: [String: String]) throws {
        var attributes = Self.emptyAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The command would inherit the ignored signals of this process.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in StopSignals.all { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var identifier: pid_t = 0
        let words = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let code = posix_spawnp(&identifier, command[0], nil, &attributes, words, variables)
        guard code == 0 else { throw Self.failure(code, command[0]) }
        self.identifier = identifier
    }

    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits for the end of the command, and returns its exit code in the form of a shell.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// The error, with the exit code of a shell.
    private static func failure(_ code: Int32, _ name: String) -> Failure {
        code == ENOENT
            ? Failure(.command(127), "There is no command \(name).")
            : Failure(.command(126), "\(name) cannot be run: \(String(cString: strerror(code))).")
    }
}
