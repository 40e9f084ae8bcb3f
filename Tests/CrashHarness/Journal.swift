import Foundation
import Glibc
import LocalAppStore

/// The file to which children append a line before and after each step.
///
/// A line is one `write` to a file opened for appending, so lines of several threads and processes
/// do not mix. There is no `fsync`, because written data survives the death of the process.
final class Journal: Sendable {
    private let descriptor: Int32
    /// Is written a line to for each line of the journal, so that a parent can count them.
    private let counter: FileHandle?

    init(appendingTo url: URL, counter: FileHandle? = nil) throws {
        self.counter = counter
        descriptor = open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends a line; on return the parent can read it.
    func add(_ line: JournalLine) throws {
        // The line break comes first, so that an incomplete line does not affect the next one.
        let bytes = Data("\n".utf8) + (try JSONEncoder().encode(line))
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        try counter?.write(contentsOf: Data("\n".utf8))
    }

    /// The complete lines from an offset on, and the offset after them.
    static func lines(of url: URL, from offset: UInt64) throws -> ([JournalLine], end: UInt64) {
        guard FileManager.default.fileExists(atPath: url.path) else { return ([], offset) }
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        let bytes = try file.readToEnd() ?? Data()
        let decoder = JSONDecoder()
        // A line that cannot be decoded is incomplete: its step was not begun, or was not reported.
        let lines = bytes.split(separator: UInt8(ascii: "\n")).compactMap {
            try? decoder.decode(JournalLine.self, from: Data($0))
        }
        return (lines, offset + UInt64(bytes.count))
    }

    /// The last lines of a journal, a few hundred.
    static func lastLines(of url: URL) throws -> [JournalLine] {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let size = attributes?[.size] as? UInt64 ?? 0
        return try lines(of: url, from: size > 1 << 16 ? size - 1 << 16 : 0).0
    }
}
