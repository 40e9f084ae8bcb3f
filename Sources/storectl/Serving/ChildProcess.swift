import Foundation

/// A command in a process of its own, which has the streams and the terminal of this one.
///
/// Foundation's `Process` would put it into the background of the terminal.
struct ChildProcess {
    private let identifier: pid_t

    /// Starts a command, which is searched for as a shell does.
    init(_ command: [String], environment: [String: String]) throws {
        var attributes = Self.emptyAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process ignores, the command would ignore, too.
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

    /// Waits for the end of the command, and returns its exit code as a shell has it.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    /// The error with the exit code that shells have for it.
    private static func failure(_ code: Int32, _ name: String) -> Failure {
        code == ENOENT
            ? Failure(.command(127), "There is no command \(name).")
            : Failure(.command(126), "\(name) cannot be run: \(String(cString: strerror(code))).")
    }
}
