package import Foundation

/// A folder of files for their owner alone, which several processes can use at once.
///
/// Its members block for files.
package struct PrivateFolder: Sendable {
    /// The place of the folder, which is made when it is first needed.
    package let url: URL

    package init(url: URL) {
        self.url = url
    }

    package func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    package func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    /// Makes the folder, and the folders around it.
    package func make() throws {
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// The contents of a file; a missing file is created and survives a power failure.
    ///
    /// The new contents are written to a temporary file that is linked to the name. Another process
    /// therefore finds either the complete file or none. If two processes do this at the same time,
    /// the first link counts for both.
    package func contents(of name: String, orMake contents: () throws -> Data) throws -> Data {
        if !has(name) {
            try make()
            let draft = try draft(of: try contents(), isDurable: true)
            defer { try? FileManager.default.removeItem(at: draft) }
            do {
                try FileManager.default.linkItem(at: draft, to: file(name))
            } catch {
                guard has(name) else { throw error }
            }
        }
        return try Data(contentsOf: file(name))
    }

    /// Replaces a file, also of another folder on the same disk, atomically.
    ///
    /// A file that is written again at the next launch need not be durable: survive a power
    /// failure.
    package func replace(_ file: URL, with data: Data, isDurable: Bool = false) throws {
        let draft = try draft(of: data, isDurable: isDurable)
        do {
            try FileManager.default.rename(draft, to: file)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }

    /// Removes the temporary files of processes that were killed.
    package func removeLeftovers() {
        TemporaryFileName.removeLeftovers(Self.draft, in: url)
    }

    /// The place of a new temporary file or folder, removed later if this process is killed.
    package func draft() -> URL { file(TemporaryFileName.make(Self.draft)) }

    private static let draft = "draft"

    private func draft(of data: Data, isDurable: Bool) throws -> URL {
        let place = draft()
        let descriptor = open(place.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.writeBytes(data)
            if isDurable { try handle.synchronize() }
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(at: place)
            throw error
        }
        return place
    }
}
