package import Foundation
package import StoreModel

/// The signing keys of a ledger, in the folder beside it.
///
/// The keys of a snapshot are first written to a folder within that folder, whose name is stored in
/// the ledger with the rest of the snapshot. So one transaction replaces the ledger and decides
/// about its keys. The files are then renamed, which needs no space on the disk; if the process is
/// killed before, the next opening of the ledger does it.
package struct LedgerKeys {
    package let folder: PrivateFolder

    package init(ofLedgerAt ledger: URL) {
        folder = PrivateFolder(url: StoreLocation.file(ledger).receiptFolder.url)
    }

    /// The contents of the keys by file name; keys in the folder `name` take precedence.
    package func contents(replacedBy name: String?) throws -> [String: Data] {
        var contents = try Self.contents(of: folder)
        if let newer = name.flatMap(replacements) {
            contents.merge(try Self.contents(of: newer)) { $1 }
        }
        return contents
    }

    /// Writes the keys that are to replace these, and returns the name of their folder, if any.
    package func layDown(_ keys: [String: Data]) throws -> String? {
        guard !keys.isEmpty else { return nil }
        let new = PrivateFolder(url: folder.draft())
        do {
            try new.make()
            for (name, key) in keys {
                try new.replace(new.file(name), with: key, isDurable: true)
            }
        } catch {
            try? FileManager.default.removeItem(at: new.url)
            throw error
        }
        return new.url.lastPathComponent
    }

    /// Replaces the keys by those that `layDown` wrote, each file atomically; others stay.
    ///
    /// Another process may do the same.
    package func take(from name: String) throws {
        guard let new = replacements(name) else { return }
        for name in try Self.names(in: new) {
            do {
                try FileManager.default.rename(new.file(name), to: folder.file(name))
            } catch let error as POSIXError where error.code == .ENOENT {}
        }
        new.removeIfEmpty()
    }

    package func remove(_ name: String) {
        guard let new = replacements(name) else { return }
        try? FileManager.default.removeItem(at: new.url)
    }

    /// The folder of a name, which is always within the folder, even if the ledger is damaged.
    private func replacements(_ name: String) -> PrivateFolder? {
        let url = folder.file(name)
        let isInside = url.lastPathComponent == name && ![".", ".."].contains(name)
        return isInside ? PrivateFolder(url: url) : nil
    }

    private static func contents(of folder: PrivateFolder) throws -> [String: Data] {
        try names(in: folder).reduce(into: [:]) { contents, name in
            contents[name] = try Data(contentsOf: folder.file(name))
        }
    }

    private static func names(in folder: PrivateFolder) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            .filter { $0.hasSuffix(".pem") }
    }
}

/// The folder of the keys that came with a snapshot, until they have replaced those before.
package struct ReplacementKeys: Preference {
    package static let preferenceName = "keys"

    package var folder: String?

    package enum CodingKeys: CodingKey {
        case folder
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        folder = try fields.decodeIfPresent(String.self, forKey: .folder)
    }
}

extension LedgerReader {
    func replacementKeys() throws -> ReplacementKeys {
        try preference(default: ReplacementKeys())
    }
}

extension Ledger {
    /// Takes the keys that came with a snapshot, unless that was done before.
    package func takeKeys() throws(StoreError) {
        guard case .file(let url) = location,
            let name = try read({ try $0.replacementKeys() }).folder
        else { return }
        let keys = LedgerKeys(ofLedgerAt: url)
        do {
            try keys.take(from: name)
        } catch {
            throw StoreError(error, withReceiptsIn: keys.folder.url.path)
        }
        // On a full disk the name stays, and the next opening finds nothing to take.
        try? write { try $0.save(ReplacementKeys()) }
    }
}
