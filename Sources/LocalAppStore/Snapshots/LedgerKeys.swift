import Foundation

/// The keys that sign what a ledger issues, in the folder beside it.
struct LedgerKeys {
    private let folder: URL

    init(ofLedgerAt ledger: URL) {
        folder = Store.Location.file(ledger).folder("receipts", temporaryName: "").url
    }

    /// Replaces the keys of another ledger, each file at once; keys that this ledger lacks stay.
    func copy(to other: LedgerKeys) throws(Store.Error) {
        do {
            let names = try files()
            guard !names.isEmpty else { return }
            try other.makeFolder()
            for name in names { try copy(name, to: other) }
        } catch {
            throw .unusableReceipts(
                path: other.folder.path,
                detail: error.localizedDescription
            )
        }
    }

    private func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".pem") }
    }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func copy(_ name: String, to other: LedgerKeys) throws {
        let data = try Data(contentsOf: folder.appendingPathComponent(name))
        let draft = other.folder.appendingPathComponent(TemporaryFileName.make("draft"))
        defer { try? FileManager.default.removeItem(at: draft) }
        guard
            FileManager.default.createFile(
                atPath: draft.path,
                contents: data,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        try LedgerFile.rename(draft, to: other.folder.appendingPathComponent(name))
    }
}
