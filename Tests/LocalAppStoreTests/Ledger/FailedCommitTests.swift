import Foundation
import Testing

@testable import LocalAppStore

@Suite("A commit that fails because of the disk")
struct FailedCommitTests {
    let folder: TemporaryFolder
    let store: Store
    let bought: LedgerEntry

    init() throws {
        folder = try TemporaryFolder()
        store = try .make(at: .file(folder.file()))
        bought = try store.pay("coins")
    }

    @Test("A payment that fails is not charged, now or at the next launch")
    func payment() throws {
        try FailingLog.failSyncs(1, of: store)
        let error = #expect(throws: StoreError.self) { try store.pay("coins") }
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
        #expect(throws: StoreError.self) { try store.pay(request) }
        let entry = try store.pay(request)
        #expect(try entriesAtNextLaunch() == [bought, entry])
    }

    @Test("A finish that fails leaves the purchase unfinished, now and at the next launch")
    func finishing() throws {
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: StoreError.self) { try store.finish([bought.id]) }
        #expect(try store.unfinishedEntries() == [bought])
        #expect(try entriesAtNextLaunch() == [bought])
    }

    @Test("Settings that could not be stored do not apply, now or at the next launch")
    func settings() throws {
        let before = try store.settings
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: StoreError.self) {
            try store.updateSettings { $0.isAskToBuyEnabled = true }
        }
        #expect(try store.settings == before)
        #expect(try nextLaunch().settings == before)
    }

    @Test("If the result is unknown, the error says not to pay again")
    func uncertainty() throws {
        try FailingLog.failSyncs(2, of: store)
        let error = #expect(throws: StoreError.self) { try store.pay("coins") }
        #expect(error == .uncertainChange(path: folder.file().path))
        #expect(error?.localizedDescription.contains("Do not pay again") == true)
    }

    @Test("The next purchase decides an unknown result")
    func settlement() throws {
        try FailingLog.failSyncs(2, of: store)
        #expect(throws: StoreError.self) { try store.pay("coins", quantity: 3) }
        let next = try store.pay("level")
        #expect(try store.entries() == [bought, next])
        #expect(try entriesAtNextLaunch() == [bought, next])
    }

    @Test("Observers and receipts do not contain what failed")
    func memory() async throws {
        let (changes, continuation) = AsyncStream.makeStream(of: StoreChange.self)
        let observation = store.observe { continuation.yield($0) }
        defer { observation.cancel() }
        try FailingLog.failSyncs(1, of: store)
        #expect(throws: StoreError.self) { try store.pay("level") }
        #expect(try store.productsInReceipt == ["coins"])
        let next = try store.pay("pass")
        let change = await changes.first { !$0.entries.isEmpty }
        #expect(change?.entries == [next])
        #expect(try store.productsInReceipt == ["coins", "pass"])
    }

    private func entriesAtNextLaunch() throws -> [LedgerEntry] {
        try nextLaunch().entries()
    }

    private func nextLaunch() throws -> Store { try folder.nextLaunch() }
}
