import Foundation

/// The first 100 bytes of a database file, as SQLite's file format documents them.
struct LedgerHeader {
    private let bytes: [UInt8]

    /// Reads the header of a file; `nil` when there is no file, or an empty one, so that a ledger can be started.
    init?(contentsOf url: URL) throws(Store.Error) {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) else {
            return nil
        }
        guard !isDirectory.boolValue else {
            throw Store.Error.foreignFile(path: url.path, detail: "it is a folder")
        }
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            bytes = Array(try file.read(upToCount: 100) ?? Data())
        } catch {
            throw Store.Error.unusableFile(path: url.path, detail: error.localizedDescription)
        }
        if bytes.isEmpty { return nil }
    }

    /// Fails unless the file is a ledger of a version that this code knows.
    func validate(_ url: URL) throws(Store.Error) {
        guard bytes.starts(with: Array("SQLite format 3\0".utf8)), bytes.count == 100 else {
            throw Store.Error.foreignFile(path: url.path, detail: "it is no SQLite database")
        }
        let version = Int(number(at: 60))
        // Another process may be about to write the first tables: no identification is fine while there is no version.
        let isUnmarked = number(at: 68) == 0 && version == 0
        guard number(at: 68) == LedgerSchema.applicationID || isUnmarked else {
            throw Store.Error.foreignFile(path: url.path, detail: Self.otherApplication)
        }
        guard version <= LedgerSchema.version else {
            throw Store.Error.newerFile(
                path: url.path,
                version: version,
                supported: LedgerSchema.version
            )
        }
    }

    static let otherApplication = "it is the database of another application"

    private func number(at offset: Int) -> Int32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int32($1) }
    }
}
