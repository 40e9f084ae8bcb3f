import Foundation
import LocalAppStore
import Testing

@Suite("A commit that the disk does not keep")
struct FailedCommitTests {
    let folder: TemporaryFolder
    let store: Store
    let bought: LedgerEntry

    init() throws {
        folder = try TemporaryFolder()
        store = try .make(at: .file(folder.file()))
        bought = try store.pay("coins")
    }

    @Test("A payment that is told to have failed is not charged, now or at the next launch")
    func payment() throws {
        try FailingLog.failSyncs(1, of: store)
        let error = #expect(throws: Store.Error.self) { try store.pay("coins") }
        guard case .unusableFile = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.entries() == [bought])
        #expect(try entriesAtNextLaunch() == [bought])
    }

    @Test("A payment that is made again after that is charged once")
    func repetition() throws {
        let request = PaymentRequest(productID: "coins")
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.pay(request) }
        let entry = try store.pay(request)
        #expect(try entriesAtNextLaunch() == [bought, entry])
    }

    @Test("A finish that fails leaves the purchase unfinished, now and at the next launch")
    func finishing() throws {
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.finish([bought.id]) }
        #expect(try store.unfinishedEntries() == [bought])
        #expect(try entriesAtNextLaunch() == [bought])
    }

    @Test("Settings that could not be kept are not in force, now or at the next launch")
    func settings() throws {
        let before = try store.settings
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) {
            try store.updateSettings { $0.isAskToBuyEnabled = true }
        }
        #expect(try store.settings == before)
        #expect(try nextLaunch().settings == before)
    }

    @Test("Where nobody can know, the error says not to pay again")
    func uncertainty() throws {
        try FailingLog.failSyncs(2, of: store)
        let error = #expect(throws: Store.Error.self) { try store.pay("coins") }
        #expect(error == .uncertainChange(path: folder.file().path))
        #expect(error?.localizedDescription.contains("Do not pay again") == true)
    }

    @Test("The next purchase settles what nobody could know")
    func settlement() throws {
        try FailingLog.failSyncs(2, of: store)
        #expect(throws: Store.Error.self) { try store.pay("coins", quantity: 3) }
        let next = try store.pay("level")
        #expect(try store.entries() == [bought, next])
        #expect(try entriesAtNextLaunch() == [bought, next])
    }

    @Test("Observers and receipts know nothing of what failed")
    func memory() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = store.observe { continuation.yield($0) }
        defer { observation.cancel() }
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: Store.Error.self) { try store.pay("level") }
        #expect(try store.productsInReceipt == ["coins"])
        let next = try store.pay("pass")
        let told = await changes.first { !$0.entries.isEmpty }
        #expect(told?.entries == [next])
        #expect(try store.productsInReceipt == ["coins", "pass"])
    }

    private func entriesAtNextLaunch() throws -> [LedgerEntry] {
        try nextLaunch().entries()
    }

    /// Opens what a kill at this moment would leave.
    private func nextLaunch() throws -> Store {
        let name = UUID().uuidString
        for part in ["", "-wal"] {
            try Data(contentsOf: folder.file("store.ledger\(part)"))
                .write(to: folder.file("\(name)\(part)"))
        }
        return try .make(at: .file(folder.file(name)))
    }
}
