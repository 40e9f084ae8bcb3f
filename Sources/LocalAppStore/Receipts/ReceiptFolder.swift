import AppReceipt
import Dispatch
import Foundation

/// The folder of a store's signing key, root certificate and receipt.
///
/// The first customer's receipt is in the folder itself, that of another one in a folder within it.

/// Its members block for files and key generation; ``ReceiptProvider`` calls them on its queue, one
/// at a time.
final class ReceiptFolder: Sendable {
    /// The folder of the key.
    let url: URL
    /// The folder of the receipt.
    private let receiptFolder: URL
    private let isTemporary: Bool
    private let cached: Locked<SigningIdentity?> = Locked(nil)

    init(for location: Store.Location, customerID: Customer.ID = Customer.firstID) {
        (url, isTemporary) = location.folder("receipts", temporaryName: Self.temporaryFolder)
        receiptFolder =
            customerID == Customer.firstID
            ? url : url.appendingPathComponent("customer-\(customerID)")
    }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    /// The signing identity, which is generated when it is first needed.
    func identity() throws(Store.Error) -> SigningIdentity {
        if isTemporary { return try reporting { try SharedSigningIdentity.get() } }
        if let identity = cached.withLock({ $0 }) { return identity }
        let identity = try reporting { try storedIdentity() }
        cached.withLock { $0 = identity }
        return identity
    }

    /// Writes the receipt and the root certificate; without a receipt, removes the receipt's file.
    func write(_ receipt: SignedReceipt?, named name: String?) throws(Store.Error) {
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

    func file(_ name: String) -> URL { receiptFolder.appendingPathComponent(name) }

    /// Removes the temporary files of processes that were killed, or the folders of their stores in
    /// memory.
    func removeLeftovers() {
        guard !isTemporary else {
            return TemporaryFileName.removeLeftoverFolders(Self.temporaryFolder)
        }
        TemporaryFileName.removeLeftovers(Self.draft, in: url)
        // Earlier versions did not put a process in the name. One such file is a copy of the key.
        TemporaryFileName.removeOld(in: url) {
            UUID(uuidString: $0) != nil || $0.hasPrefix(".dat.nosync")
        }
    }

    /// Apple's names for the receipt's file.
    static let receiptName = "receipt"
    static let sandboxReceiptName = "sandboxReceipt"
    private static let names = [receiptName, sandboxReceiptName]
    private static let rootName = "root.cer"
    private static let identityName = "signing-identity.pem"
    private static let draft = "draft"
    private static let temporaryFolder = "LocalAppStore"

    private var identityFile: URL { url.appendingPathComponent(Self.identityName) }

    private var hasIdentity: Bool {
        FileManager.default.fileExists(atPath: identityFile.path)
    }

    private func storedIdentity() throws -> SigningIdentity {
        let place = identityFile
        if !hasIdentity { try publish(try SharedSigningIdentity.make()) }
        let data = try Data(contentsOf: place)
        do {
            return try SigningIdentity(pemRepresentation: String(decoding: data, as: UTF8.self))
        } catch {
            throw Store.Error.damagedKey(path: place.path, detail: error.localizedDescription)
        }
    }

    /// Writes a new identity to a temporary file and links that to its name.
    ///
    /// Another process therefore finds either the complete file or none. If two processes do this
    /// at once, the first link counts for both.
    private func publish(_ identity: SigningIdentity) throws {
        try makeFolder()
        let draft = try draft(of: Data(identity.pemRepresentation.utf8), isDurable: true)
        defer { try? FileManager.default.removeItem(at: draft) }
        do {
            try FileManager.default.linkItem(at: draft, to: identityFile)
        } catch {
            guard hasIdentity else { throw error }
        }
    }

    /// Replaces a file atomically.
    private func write(_ data: Data, to name: String) throws {
        let draft = try draft(of: data, isDurable: false)
        guard rename(draft.path, file(name).path) == 0 else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            try? FileManager.default.removeItem(at: draft)
            throw POSIXError(code)
        }
    }

    /// Writes a temporary file that only its owner can read.
    ///
    /// The key has to survive a power failure. Other files are written again at the next launch.
    private func draft(of data: Data, isDurable: Bool) throws -> URL {
        let place = url.appendingPathComponent(TemporaryFileName.make(Self.draft))
        guard
            FileManager.default.createFile(
                atPath: place.path,
                contents: nil,
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: place)
        try handle.writeBytes(data)
        if isDurable { try handle.synchronize() }
        try handle.close()
        return place
    }

    private func makeFolder() throws {
        for folder in [url, receiptFolder] {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
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

/// The signing identity of all stores in memory, shared because key generation takes long.
enum SharedSigningIdentity {
    private static let queue = DispatchQueue(label: "LocalAppStore.keys")
    /// Changed on the queue alone.
    private static let cached: Locked<SigningIdentity?> = Locked(nil)

    /// The identity, which is generated when it is first needed; blocks until then.
    static func get() throws -> SigningIdentity {
        try queue.sync {
            if let identity = cached.withLock({ $0 }) { return identity }
            let identity = try make()
            cached.withLock { $0 = identity }
            return identity
        }
    }

    /// Generates an identity whose certificates are valid at all dates of a store's clock.
    static func make() throws -> SigningIdentity {
        try SigningIdentity.make(
            name: "Local App Store",
            validFrom: StoreClock.dates.lowerBound,
            until: StoreClock.dates.upperBound
        )
    }
}
