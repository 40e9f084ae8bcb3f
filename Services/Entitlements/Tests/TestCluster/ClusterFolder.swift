import Foundation

/// The folder of a cluster, removed with the object or at the end of the tests.
final class ClusterFolder: Sendable {
    let path: String
    /// Held open for the shell that waits for its end.
    private let control: FileHandle

    init() throws {
        // Not the temporary folder of the user: the path of a socket has about 100 bytes.
        var template = Array("/tmp/entitlements-postgresql-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw TestClusterError.last("mkdtemp") }
        path = template.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        let input = try CloseOnExec()
        control = input.writing
        if let owner = try Programs.serverUser(), chown(path, owner.user, owner.group) != 0 {
            throw TestClusterError.last("chown")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' HUP INT TERM; read -r end; rm -rf \"$1\"", "sh", path,
        ]
        process.environment = Programs.environment
        process.standardInput = input.reading
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runUnmasked()
        try input.reading.close()
    }
}
