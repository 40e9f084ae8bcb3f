import AppReceipt
import Foundation
import LocalAppStore
import StoreLedger

/// The key of a store's server API: the one that the caller gave, or one beside the ledger.
final class APIKeySource: Sendable {
    private let location: StoreLocation
    private let cached: Locked<ServerAPIKey?>

    /// The name of the file, which holds the private key as Apple's `.p8` files do.
    private static let fileName = "AuthKey.p8"

    init(for location: StoreLocation, given key: ServerAPIKey?) {
        self.location = location
        cached = Locked(key)
    }

    /// The key's file; `nil` if it is in none.
    var file: URL? { folder?.file(Self.fileName) }

    /// Writes a file beside that of the key; `nil` without a folder.
    func write(_ bytes: [UInt8], named name: String) throws -> URL? {
        guard let folder else { return nil }
        try folder.make()
        try folder.replace(folder.file(name), with: Data(bytes))
        return folder.file(name)
    }

    /// The key, which is made when it is first needed; blocks until then.
    func key() throws -> ServerAPIKey {
        if let key = cached.withLock({ $0 }) { return key }
        let key = try storedKey()
        return cached.withLock { cached in
            // Another thread may have been faster, with another key for a store in memory.
            cached = cached ?? key
            return cached ?? key
        }
    }

    private func storedKey() throws -> ServerAPIKey {
        guard let folder else { return ServerAPIKey() }
        folder.removeLeftovers()
        let contents = try folder.contents(of: Self.fileName) {
            Data(ServerAPIKey().pemRepresentation.utf8)
        }
        let pem = String(decoding: contents, as: UTF8.self)
        do {
            return try ServerAPIKey(pemRepresentation: pem)
        } catch {
            let path = folder.file(Self.fileName).path
            throw StoreError.damagedKey(path: path, detail: error.localizedDescription)
        }
    }

    /// The folder beside the ledger; `nil` for a store in memory.
    var folder: PrivateFolder? {
        guard case .file(let ledger) = location else { return nil }
        return PrivateFolder(
            url: ledger.deletingLastPathComponent()
                .appendingPathComponent("\(ledger.lastPathComponent)-server")
        )
    }
}
