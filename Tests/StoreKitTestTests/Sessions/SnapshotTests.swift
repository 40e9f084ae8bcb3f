import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Snapshots of a session",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct SnapshotTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    @Test func `purchases, settings, prices and time return`() async throws {
        SwiftyStoreKit.completeTransactions { _ in }
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        try session.setPrice(7, of: SampleProducts.colours)
        session.askToBuyEnabled = true
        await session.deliveries()
        let (subscriptions, balance) = (session.subscriptions, session.balance)
        let snapshot = try session.snapshot()

        session.askToBuyEnabled = false
        try session.setPrice(9, of: SampleProducts.colours)
        await session.advance(by: 100 * 86_400)
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        try session.restore(snapshot)
        #expect(session.subscriptions == subscriptions)
        #expect(session.balance == balance)
        #expect(session.currentDate == .opening)
        #expect(session.askToBuyEnabled)
        #expect(try SKTestSession.current === session)
        let results = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        #expect(results.retrievedProducts.first?.price == 7)
        session.resetToDefaultState()
        #expect(try session.store.catalog == Catalog(contentsOf: SampleProducts.file))
    }

    @Test func `each branch begins at the same moment, any number of times`() async throws {
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        let snapshot = try session.snapshot()
        for _ in 0..<3 {
            try session.restore(snapshot)
            try await session.advance(pastRenewals: 2, of: SampleProducts.monthly)
            #expect(session.allTransactions().count == 3)
        }
    }

    @Test func `the queue has what was unfinished at the time`() async throws {
        let received = Locked<[String]>([])
        SwiftyStoreKit.completeTransactions(atomically: false) { purchases in
            received.withLock { $0 += purchases.map(\.productId) }
        }
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        await session.deliveries()
        let snapshot = try session.snapshot()
        for transaction in SKPaymentQueue.default().transactions {
            SKPaymentQueue.default().finishTransaction(transaction)
        }
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        await session.deliveries()
        try session.restore(snapshot)
        await session.deliveries()
        let queued = SKPaymentQueue.default().transactions.map(\.payment.productIdentifier)
        #expect(queued == [SampleProducts.hints])
        #expect(
            received.withLock { $0 }
                == [SampleProducts.hints, SampleProducts.colours, SampleProducts.hints]
        )
    }

    @Test func `the customer of the time is signed in, and the fault plan stays`() async throws {
        try session.signIn(as: "ben")
        let snapshot = try session.snapshot()
        try session.signIn(as: "ann")
        session.faultPlan = try FaultPlan(seed: 3, rules: [.at(.payment, .networkDown)])
        try session.restore(snapshot)
        #expect(session.customerName == "ben")
        #expect(session.customers.map(\.name) == ["customer", "ben"])
        await #expect(throws: SKError.self) {
            _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
        }
        #expect(session.faultLog.events(at: .payment).count == 1)
    }

    @Test func `a file keeps it for another session and for storectl`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("saved.sqlite")
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        try session.snapshot().write(to: file)
        try session.snapshot().write(to: file)
        let ledger = folder.file("store.sqlite")
        try Store.restoreSnapshot(file, toLedgerAt: ledger)
        try withStore(contentsOf: SampleProducts.file, startingAt: .opening + 5) { other in
            try other.restore(SKTestSession.Snapshot(contentsOf: file))
            #expect(other.subscriptions == session.subscriptions)
            #expect(other.currentDate == .opening + 5)
            try other.buyProduct(productIdentifier: SampleProducts.hints)
            #expect(other.notifications.count == 2)
        }
    }

    @Test func `a file that is no snapshot is refused, and changes nothing`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("notes.txt")
        try Data("notes".utf8).write(to: file)
        let missing = folder.file("missing.sqlite")
        for url in [file, missing] {
            let error = #expect(throws: StoreError.self) {
                try SKTestSession.Snapshot(contentsOf: url)
            }
            #expect(error?.localizedDescription.contains(url.path) == true)
        }
        let snapshot = try session.snapshot()
        #expect(throws: StoreError.self) { try snapshot.write(to: file) }
        #expect(try Data(contentsOf: file) == Data("notes".utf8))
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test(.store(contentsOf: SampleProducts.file))
    func `a session with the system's clock returns to the time of the snapshot`() async throws {
        let session = try SKTestSession.current
        await session.advance(by: 1000)
        let snapshot = try session.snapshot()
        await session.advance(by: 100_000)
        let later = session.currentDate
        try session.restore(snapshot)
        #expect(session.currentDate < later - 50_000)
        #expect(session.currentDate > Date() + 900)
    }
}
