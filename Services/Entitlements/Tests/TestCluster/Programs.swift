import Foundation

/// The programs of PostgreSQL.
enum Programs {
    /// The path of a program of the newest PostgreSQL, or of the one on `PATH`.
    static func path(_ name: String) throws -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.sorted(by: >).map { "\(root)/\($0)/bin" }
        guard let path = find(name, in: newest + ["/usr/sbin"]) ?? find(name) else {
            throw TestClusterError.missing(name)
        }
        return path
    }

    private static func find(_ name: String, in folders: [String]? = nil) -> String? {
        let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return (folders ?? search.split(separator: ":").map(String.init))
            .map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile)
    }

    /// The user and the group that the server runs as, unless it is the user of the tests.
    ///
    /// PostgreSQL refuses to run as root.
    static func serverUser() throws -> (user: uid_t, group: gid_t)? {
        guard geteuid() == 0 else { return nil }
        guard let entry = getpwnam("postgres") else {
            throw TestClusterError.missing("user 'postgres'")
        }
        return (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    /// The words of a command that runs a program as the server's user.
    ///
    /// With `setpriv`, the program gets SIGQUIT when the thread that started it ends. Its parent is
    /// therefore a shell, which has one thread.
    static func command(_ name: String, _ arguments: [String]) throws -> [String] {
        let program = [try path(name)] + arguments
        guard let setpriv = find("setpriv") else {
            guard geteuid() != 0 else { throw TestClusterError.missing("setpriv") }
            return program
        }
        var command = [setpriv, "--pdeathsig=QUIT"]
        if try serverUser() != nil {
            command += ["--reuid=postgres", "--regid=postgres", "--init-groups"]
        }
        return command + ["--"] + program
    }

    /// Runs a program to its end.
    ///
    /// - Throws: An error with the program's output, if it fails.
    static func run(_ name: String, _ arguments: [String], in folder: String) async throws {
        let command = try command(name, arguments)
        try await onThread {
            let output = try CloseOnExec()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "\"$@\" </dev/null; exit $?", "sh"] + command
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output.writing
            process.standardError = output.writing
            try process.runUnmasked()
            try output.writing.close()
            let written = try output.reading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw TestClusterError.failed(
                    program: name,
                    output: String(decoding: written, as: UTF8.self)
                )
            }
        }
    }

    /// The environment of all programs, independent of the tests' environment.
    static let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"]
}

extension Process {
    /// Starts the process with no signal blocked.
    ///
    /// A thread of Swift's tasks blocks all, a child inherits that, and a shell without SIGCHLD
    /// waits forever.
    func runUnmasked() throws {
        var none = sigset_t(), before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}

/// A pipe that no other program inherits.
struct CloseOnExec {
    let reading: FileHandle
    let writing: FileHandle

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw TestClusterError.last("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }
}

/// Runs a blocking call on its own thread, so that other tests continue.
func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
