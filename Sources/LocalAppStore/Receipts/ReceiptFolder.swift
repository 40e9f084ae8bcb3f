import AppReceipt
import Foundation
import StoreLedger
import StoreModel

/// The folder of a store's signing key, root certificate and receipt.
///
/// The first customer's receipt is in the folder itself. Every other customer has a subfolder.
///
/// Its members block for files and key generation; ``ReceiptProvider`` calls them on its queue, one
/// at a time.
final class ReceiptFolder: Sendable {
    /// The folder of the key.
    private let keys: PrivateFolder
    /// The folder of the receipt.
    private let receipts: PrivateFolder
    private let isTemporary: Bool
    private let cached: Locked<SigningIdentity?> = Locked(nil)

    init(for location: StoreLocation, customerID: Customer.ID = Customer.firstID) {
        let folder = location.receiptFolder
        isTemporary = folder.isTemporary
        keys = PrivateFolder(url: folder.url)
        receipts =
            customerID == Customer.firstID
            ? keys : PrivateFolder(url: keys.file("customer-\(customerID)"))
    }

    /// The place of the folder.
    var url: URL { keys.url }

    deinit {
        if isTemporary { try? FileManager.default.removeItem(at: url) }
    }

    /// The signing identity, which is generated when it is first needed.
    func identity() throws(StoreError) -> SigningIdentity {
        if isTemporary { return try reporting { try Self.shared.get() } }
        if let identity = cached.withLock({ $0 }) { return identity }
        let identity = try reporting {
            try keys.identity(Self.identityName, SigningIdentity.makeForStore)
        }
        cached.withLock { $0 = identity }
        return identity
    }

    /// Writes the receipt and the root certificate; without a receipt, removes the receipt's file.
    func write(_ receipt: SignedReceipt?, named name: String?) throws(StoreError) {
        guard let receipt, let name else {
            return try reporting { try Self.names.forEach(remove) }
        }
        let root = Data(try identity().rootCertificate)
        try reporting {
            try keys.make()
            try receipts.make()
            if (try? Data(contentsOf: file(Self.rootName))) != root {
                try keys.replace(file(Self.rootName), with: root)
            }
            try Self.names.filter { $0 != name }.forEach(remove)
            try keys.replace(file(name), with: Data(receipt.bytes))
        }
    }

    func has(_ name: String) -> Bool { receipts.has(name) }

    func file(_ name: String) -> URL { receipts.file(name) }

    /// Removes the temporary files of processes that were killed, or the folders of their stores in
    /// memory.
    func removeLeftovers() {
        guard !isTemporary else {
            return TemporaryFileName.removeLeftoverFolders(StoreLocation.temporaryName)
        }
        keys.removeLeftovers()
        // Earlier versions did not put a process in the name. One such file is a copy of the key.
        TemporaryFileName.removeOld(in: url) {
            UUID(uuidString: $0) != nil || $0.hasPrefix(".dat.nosync")
        }
    }

    private static let shared = SharedIdentity(SigningIdentity.makeForStore)

    /// Apple's names for the receipt's file.
    static let receiptName = "receipt"
    static let sandboxReceiptName = "sandboxReceipt"
    private static let names = [receiptName, sandboxReceiptName]
    private static let rootName = "root.cer"
    private static let identityName = "signing-identity.pem"

    private func remove(_ name: String) throws {
        if has(name) { try FileManager.default.removeItem(at: file(name)) }
    }

    private func reporting<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw StoreError(error, withReceiptsIn: url.path)
        }
    }
}

extension TemporaryFileName {
    /// Removes such folders of processes that have ended from the folder of temporary files.
    ///
    /// It is done once in a process, because that folder can be large.
    static func removeLeftoverFolders(_ purpose: String) {
        guard removed.withLock({ $0.insert(purpose).inserted }) else { return }
        removeLeftovers(purpose, in: FileManager.default.temporaryDirectory)
    }

    private static let removed = Locked<Set<String>>([])
}
