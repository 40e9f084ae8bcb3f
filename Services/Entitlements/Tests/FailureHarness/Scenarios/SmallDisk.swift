import Foundation

/// A small file system in memory at a folder, unmounted when the harness ends, however it does.
final class SmallDisk: Sendable {
    let path: String
    private let control: FileHandle

    /// The reason why no disk can be mounted; `nil` if one can.
    static var obstacle: String? {
        #if os(Linux)
        guard geteuid() == 0 else { return "Only root mounts a small disk." }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("small-disk-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try SmallDisk(at: folder.path, megabytes: 1).end()
            return nil
        } catch {
            return "A small disk cannot be mounted: \(error)"
        }
        #else
        return "The small disk is one of Linux."
        #endif
    }

    /// Mounts a disk at a folder.
    init(at path: String, megabytes: Int) throws {
        self.path = path
        try runCommand(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", path])
        let input = Pipe()
        control = input.fileHandleForWriting
        for handle in [input.fileHandleForReading, input.fileHandleForWriting] {
            _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "trap '' HUP INT TERM; read -r end; umount -l \"$1\"", "sh", path,
        ]
        process.standardInput = input.fileHandleForReading
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForReading.close()
    }

    private var ballast: String { "\(path)/ballast" }

    /// Fills the disk to the last byte.
    func fill() throws {
        let descriptor = open(ballast, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw HarnessError("there is no ballast") }
        defer { close(descriptor) }
        // Most of it at once, because the load does not wait.
        var info = statvfs()
        guard fstatvfs(descriptor, &info) == 0 else { throw HarnessError("statvfs failed") }
        posix_fallocate(descriptor, 0, off_t(info.f_bavail) * off_t(info.f_frsize))
        let block = [UInt8](repeating: 1, count: 1 << 16)
        var size = block.count
        while size > 0 { if write(descriptor, block, size) < size { size /= 2 } }
    }

    /// Frees the space.
    func free() { unlink(ballast) }

    func end() throws { try runCommand(["umount", "-l", path]) }
}
