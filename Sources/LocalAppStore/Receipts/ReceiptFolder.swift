import AppReceipt
import Foundation

/// The folder in which a store keeps the key that signs, the root that vouches for it, and the
/// app's receipt.
///
/// Its members block on files and keys; ``ReceiptKeeper`` calls them on its queue, one at a time.
final class ReceiptFolder: Sendable {
    let url: URL
    private let isTemporary: Bool
    private let known: Locked<SigningIdentity?> = Locked(nil)

    init(for location: Store.Location) {
        switch location {
        case .memory:
            isTemporary = true
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent(TemporaryName.make(Self.temporaryFolder))
        case .file(let ledger):
            isTemporary = false
            url = ledger.deletingLastPathComponent()
                .appendingPathComponent(ledger.lastPathComponent + "-receipts")
        }
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    /// What the store signs with, made when it is first needed.
    func identity() throws(Store.Error) -> SigningIdentity {
        if isTemporary { return try reporting { try SharedIdentity.get() } }
        if let identity = known.withLock({ $0 }) { return identity }
        let identity = try reporting { try keptIdentity() }
        known.withLock { $0 = identity }
        return identity
    }

    /// Puts a receipt where the app finds it, and the store's root beside it; or takes the receipt
    /// away.
    func keep(_ receipt: SignedReceipt?, named name: String?) throws(Store.Error) {
        guard let receipt, let name else {
            return try reporting { try Self.names.forEach(remove) }
        }
        let root = Data(try identity().rootCertificate)
        try reporting {
            try makeFolder()
            if (try? Data(contentsOf: file(Self.rootName))) != root {
                try write(root, to: Self.rootName)
            }
            try Self.names.filter { $0 != name }.forEach(remove)
            try write(Data(receipt.bytes), to: name)
        }
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// Removes what processes that were killed left half written, and the folders of their stores
    /// in memory.
    func removeLeftovers() {
        guard !isTemporary else { return Self.removeLeftFolders() }
        TemporaryName.removeLeftovers(Self.draft, in: url)
        // Earlier versions gave drafts no owner, and one of them is a copy of the key.
        TemporaryName.removeOld(in: url) {
            UUID(uuidString: $0) != nil || $0.hasPrefix(".dat.nosync")
        }
    }

    /// The names that Apple gives a receipt's file.
    static let receiptName = "receipt"
    static let sandboxReceiptName = "sandboxReceipt"
    private static let names = [receiptName, sandboxReceiptName]
    private static let rootName = "root.cer"
    private static let identityName = "signing-identity.pem"
    private static let draft = "draft"
    private static let temporaryFolder = "LocalAppStore"

    /// Once a process is enough, for a folder of temporary files can be long.
    private static let hasRemovedFolders: Void = TemporaryName.removeLeftovers(
        temporaryFolder,
        in: FileManager.default.temporaryDirectory
    )

    private static func removeLeftFolders() { _ = hasRemovedFolders }

    private func keptIdentity() throws -> SigningIdentity {
        if !has(Self.identityName) { try publish(try SharedIdentity.make()) }
        let place = file(Self.identityName)
        let data = try Data(contentsOf: place)
        do {
            return try SigningIdentity(pemRepresentation: String(decoding: data, as: UTF8.self))
        } catch {
            throw Store.Error.damagedKey(path: place.path, detail: error.localizedDescription)
        }
    }

    /// Writes a new identity under another name first, so that a second process finds all of it or
    /// makes its own; of two that are made at once, the first that is linked to its name counts for
    /// both.
    private func publish(_ identity: SigningIdentity) throws {
        try makeFolder()
        let draft = try draft(of: Data(identity.pemRepresentation.utf8))
        defer { try? FileManager.default.removeItem(at: draft) }
        do {
            try FileManager.default.linkItem(at: draft, to: file(Self.identityName))
        } catch {
            guard has(Self.identityName) else { throw error }
        }
    }

    /// Replaces a file at once, so that nobody reads half of it.
    private func write(_ data: Data, to name: String) throws {
        let draft = try draft(of: data)
        guard rename(draft.path, file(name).path) == 0 else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            try? FileManager.default.removeItem(at: draft)
            throw POSIXError(code)
        }
    }

    /// Writes a file under a name of its own, for its owner's eyes.
    private func draft(of data: Data) throws -> URL {
        let place = file(TemporaryName.make(Self.draft))
        guard
            FileManager.default.createFile(
                atPath: place.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: place)
        try handle.writeOctets(data)
        try handle.synchronize()
        try handle.close()
        return place
    }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    private func remove(_ name: String) throws {
        if has(name) { try FileManager.default.removeItem(at: file(name)) }
    }

    private func reporting<Result>(_ body: () throws -> Result) throws(Store.Error) -> Result {
        do {
            return try body()
        } catch let error as Store.Error {
            throw error
        } catch {
            throw Store.Error.unusableReceipts(
                path: url.path,
                detail: error.localizedDescription
            )
        }
    }
}
