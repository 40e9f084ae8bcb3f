import AppReceipt
import Dispatch
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("The receipt's file")
struct ReceiptFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var ledger: StoreLocation { .file(folder.url.appendingPathComponent("shop")) }

    private func content(of file: URL) throws -> SignedReceipt {
        SignedReceipt(try Data(contentsOf: file))
    }

    @Test("The file has Apple's name, and does not exist before there is a receipt")
    func fresh() throws {
        let file = try Store.make(at: ledger).receiptFile()
        #expect(file.lastPathComponent == "sandboxReceipt")
        // Nor is there a key, which takes long to generate.
        #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
    }

    @Test("Once requested, the file is updated before observers are notified of a purchase")
    func announced() async throws {
        let store = try Store.make()
        let file = try store.receiptFile()
        let (changes, continuation) = AsyncStream.makeStream(of: Data?.self)
        let observation = store.observe { _ in
            continuation.yield(try? Data(contentsOf: file))
        }
        try store.pay("level")
        let seen = await changes.first { _ in true }
        #expect(seen == Data(try #require(try store.receipt()).bytes))
        observation.cancel()
    }

    @Test("The file does not change until the receipt is issued anew")
    func unchanged() throws {
        let store = try Store.make()
        let entry = try store.pay("coins")
        let before = try content(of: try store.receiptFile())
        try store.finish([entry.id])
        #expect(try content(of: try store.receiptFile()) == before)
        try store.refreshReceipt()
        #expect(try content(of: try store.receiptFile()) != before)
    }

    @Test("Nobody waits for the file until another store stops to issue receipts")
    func contended() throws {
        let (store, other) = (try Store.make(at: ledger), try Store.make(at: ledger))
        try store.pay("level")
        // The key is made before.
        _ = try store.receiptFile()
        let (isOver, issued, group) = (Locked(false), Locked(0), DispatchGroup())
        DispatchQueue.global().async(group: group) {
            for _ in 0..<3000 where !isOver.withLock({ $0 }) {
                try? other.refreshReceipt()
                issued.withLock { $0 += 1 }
            }
        }
        for _ in 0..<3 {
            _ = try store.receiptFile()
        }
        #expect(issued.withLock { $0 } < 3000)
        isOver.withLock { $0 = true }
        group.wait()
        #expect(try content(of: try store.receiptFile()) == store.receipt())
    }

    @Test("A file that was removed is written again when it is requested")
    func removed() throws {
        let store = try Store.make()
        try store.pay("level")
        let file = try store.receiptFile()
        try FileManager.default.removeItem(at: file)
        #expect(try content(of: try store.receiptFile()) == store.receipt())
    }

    @Test("There is always only one file with one of the two names")
    func names() throws {
        let store = try Store.make()
        try store.pay("level")
        let sandbox = try store.receiptFile()
        try store.updateReceiptSettings { $0.environment = .production }
        #expect(!FileManager.default.fileExists(atPath: sandbox.path))
        #expect(try content(of: try store.receiptFile()) == store.receipt())
    }

    @Test("The files of a store in memory are removed with it")
    func memory() throws {
        var store: Store? = try Store.make()
        try store?.pay("level")
        let file = try #require(try store?.receiptFile())
        #expect(FileManager.default.fileExists(atPath: file.path))
        store = nil
        #expect(!FileManager.default.fileExists(atPath: file.deletingLastPathComponent().path))
    }

    @Test("A purchase by another process is in the file after an update")
    func processes() throws {
        let ours = try Store.make(at: ledger)
        try ours.pay("level")
        let file = try ours.receiptFile()
        let before = try content(of: file)
        try Store.make(at: ledger).pay("pass")
        #expect(try content(of: file) == before)
        try ours.updateReceiptFile()
        let after = try ours.verifier().verify(try content(of: file))
        #expect(after.inAppPurchases.map(\.productIdentifier).sorted() == ["level", "pass"])
    }

    @Test("Receipts that are read during purchases are complete, and the last one is the newest")
    func threads() async throws {
        let store = try Store.make()
        try store.pay("level")
        let verifier = try store.verifier()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 { try store.pay("coins") }
                }
                group.addTask {
                    for _ in 0..<10 {
                        let receipt = try Data(contentsOf: try store.receiptFile())
                        _ = try verifier.verify(SignedReceipt(receipt))
                    }
                }
            }
            try await group.waitForAll()
        }
        let file = try store.receiptFile()
        #expect(try content(of: file) == store.receipt())
        #expect(try store.verifiedReceipt().inAppPurchases.count == 41)
    }

    @Test("Stores on one file sign with one key, even if they generate it at the same time")
    func oneKey() async throws {
        let stores = try (0..<4).map { _ in try Store.make(at: ledger) }
        let roots = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for store in stores {
                group.addTask { try store.receiptRootCertificate }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(roots.count == 1)
        #expect(try Store.make(at: ledger).receiptRootCertificate == roots.first)
    }

    @Test("Only the owner can read the key, and the root certificate is beside the receipt")
    func key() throws {
        let store = try Store.make(at: ledger)
        try store.pay("level")
        let place = try store.receiptFile().deletingLastPathComponent()
        let key = place.appendingPathComponent("signing-identity.pem")
        let mode = try FileManager.default.attributesOfItem(atPath: key.path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let root = try Data(contentsOf: place.appendingPathComponent("root.cer"))
        #expect(Array(root) == (try store.receiptRootCertificate))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 3)
    }

    @Test("A key that was removed is generated anew, and its root certificate with it")
    func newKey() throws {
        let place = try Store.make(at: ledger).receiptFile().deletingLastPathComponent()
        try Store.make(at: ledger).pay("level")
        let before = try Store.make(at: ledger)
        _ = try before.receiptFile()
        let key = place.appendingPathComponent("signing-identity.pem")
        try FileManager.default.removeItem(at: key)
        let store = try Store.make(at: ledger)
        _ = try store.receiptFile()
        #expect(try store.receiptRootCertificate != before.receiptRootCertificate)
        let root = try Data(contentsOf: place.appendingPathComponent("root.cer"))
        #expect(Array(root) == (try store.receiptRootCertificate))
    }

    @Test("The receipts of a store do not verify with another store's root or with Apple's")
    func strangers() throws {
        let store = try Store.make(at: ledger)
        try store.pay("level")
        let receipt = try #require(try store.receipt())
        #expect(throws: ReceiptVerdict.Refusal.self) {
            try Store.make().verifier().verify(receipt)
        }
        #expect(throws: ReceiptVerdict.Refusal.self) {
            try ReceiptVerifier(rules: []).verify(receipt)
        }
        #expect(try store.verifier().verify(receipt).inAppPurchases.count == 1)
    }

    @Test("The error for a damaged key has its path, and purchases still succeed")
    func damagedKey() throws {
        let store = try Store.make(at: ledger)
        let place = folder.url.appendingPathComponent("shop-receipts")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let key = place.appendingPathComponent("signing-identity.pem")
        try Data("no key".utf8).write(to: key)
        try store.pay("level")
        #expect(throws: StoreError.self) { try store.receiptFile() }
        do {
            _ = try store.receipt()
            Issue.record("a receipt without a key")
        } catch {
            guard case .damagedKey(let path, _) = error else { throw error }
            #expect(path == key.path)
            #expect(error.localizedDescription.contains(key.path))
            #expect(error.recoverySuggestion?.contains("remove it") == true)
        }
        try FileManager.default.removeItem(at: key)
        #expect(try store.productsInReceipt == ["level"])
    }

    @Test("A ledger from before receipts retains its purchases and gets a receipt")
    func olderLedger() throws {
        try Store.make(at: ledger).pay("level")
        // The store that was released may still be closing its file.
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let database = try DatabaseQueue(
            path: folder.url.appendingPathComponent("shop").path,
            configuration: configuration
        )
        try database.write { database in
            try database.execute(
                sql: """
                    \(LedgerSchema.undoingToVersion3)
                    DROP INDEX entryKept;
                    ALTER TABLE counter DROP COLUMN receiptRevision;
                    ALTER TABLE counter DROP COLUMN receiptDate;
                    ALTER TABLE entry DROP COLUMN failureReason;
                    PRAGMA user_version = 1
                    """
            )
        }
        try database.close()
        let store = try Store.make(at: ledger)
        #expect(try store.entries().map(\.productID) == ["level"])
        #expect(try store.productsInReceipt == ["level"])
        #expect(try store.verifiedReceipt().creationDate == .start)
    }
}
