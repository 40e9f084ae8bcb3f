import AppReceipt
import Foundation

/// The folder in which a store keeps the key that signs, the root that vouches for it, and the app's receipt.
final class ReceiptFolder: Sendable {
    let url: URL
    private let isTemporary: Bool
    private let known: Locked<SigningIdentity?> = Locked(nil)

    /// All stores in memory sign with one key, which no file keeps, because making it takes long.
    private static let passing: Locked<SigningIdentity?> = Locked(nil)

    /// Whatever date a store's clock shows, its certificates are valid.
    private static let validity = (
        from: Date(timeIntervalSince1970: 0), until: Date(timeIntervalSince1970: 7_258_118_400)
    )

    init(for location: Store.Location) {
        switch location {
        case .memory:
            isTemporary = true
            url = FileManager.default.temporaryDirectory
                .appendingPathComponent("LocalAppStore-\(UUID().uuidString)")
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
        try reporting {
            let shared = isTemporary ? Self.passing : known
            return try shared.withLock { identity in
                if let identity { return identity }
                let made = isTemporary ? try Self.makeIdentity() : try keptIdentity()
                identity = made
                return made
            }
        }
    }

    /// Puts a receipt where the app finds it, and the store's root beside it; or takes the receipt away.
    func keep(_ receipt: SignedReceipt?, named name: String) throws(Store.Error) {
        guard let receipt else { return try reporting { try Self.names.forEach(remove) } }
        let root = Data(try identity().rootCertificate)
        try reporting {
            try makeFolder()
            let place = file("root.cer")
            if (try? Data(contentsOf: place)) != root {
                try root.write(to: place, options: .atomic)
            }
            try Self.names.filter { $0 != name }.forEach(remove)
            try Data(receipt.bytes).write(to: file(name), options: .atomic)
        }
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: file(name).path)
    }

    func file(_ name: String) -> URL { url.appendingPathComponent(name) }

    /// The names that Apple gives a receipt's file.
    static let receiptName = "receipt"
    static let sandboxReceiptName = "sandboxReceipt"
    private static let names = [receiptName, sandboxReceiptName]

    private static func makeIdentity() throws -> SigningIdentity {
        try SigningIdentity.make(
            name: "Local App Store",
            validFrom: validity.from,
            until: validity.until
        )
    }

    private func keptIdentity() throws -> SigningIdentity {
        let name = "signing-identity.pem"
        let place = file(name)
        if !has(name) { try publish(try Self.makeIdentity(), at: place) }
        let data = try Data(contentsOf: place)
        do {
            return try SigningIdentity(pemRepresentation: String(decoding: data, as: UTF8.self))
        } catch {
            throw Store.Error.damagedKey(path: place.path, detail: error.localizedDescription)
        }
    }

    /// Writes a new identity under another name first, so that a second process finds all of it or makes its own; of
    /// two that are made at once, the first that is linked to its name counts for both.
    private func publish(_ identity: SigningIdentity, at place: URL) throws {
        try makeFolder()
        let draft = file(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: draft) }
        let text = Data(identity.pemRepresentation.utf8)
        guard
            FileManager.default.createFile(
                atPath: draft.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: draft)
        try handle.writeOctets(text)
        try handle.synchronize()
        try handle.close()
        do {
            try FileManager.default.linkItem(at: draft, to: place)
        } catch {
            guard FileManager.default.fileExists(atPath: place.path) else { throw error }
        }
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
