import Foundation
import TestSupport
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Changes", .timeLimit(.minutes(10)))
struct StoreChangeTests {
    @Test("Every change is delivered once, in order, after it is durable")
    func order() async throws {
        let store = try Store.make()
        var changes = store.changes().makeAsyncIterator()
        let first = try store.pay("coins")
        let second = try store.pay("level")
        var received: [LedgerEntry] = []
        while received.count < 2 {
            received += try #require(await changes.next()).entries
        }
        #expect(received == [first, second])
        try store.finish([first.id])
        #expect(await changes.next()?.entries.map(\.isFinished) == [true])
    }

    @Test("A change by another process is delivered", arguments: [1, 20])
    func otherProcess(purchases: Int) async throws {
        let folder = try TemporaryFolder()
        let here = try Store.make(at: .file(folder.file()))
        let there = try Store.make(at: .file(folder.file()))
        var changes = here.changes().makeAsyncIterator()
        let bought = try (1...purchases).map { _ in try there.pay("coins") }
        var received: [LedgerEntry] = []
        while received.count < purchases {
            received += try #require(await changes.next()).entries
        }
        #expect(received == bought)
    }

    @Test("Settings, removals, clearing and purchase intents are delivered")
    func kinds() async throws {
        let store = try Store.make()
        let entry = try store.pay("level")
        try await settle(store)
        var changes = store.changes().makeAsyncIterator()
        try store.updateSettings { $0.storefront = "DEU" }
        #expect(await changes.next() == StoreChange(hasNewSettings: true))
        try store.beginPurchaseOnAppStore(of: "coins")
        var expected = StoreChange()
        expected.hasPurchaseIntents = true
        #expect(await changes.next() == expected)
        try store.delete(entry.id)
        expected = StoreChange()
        expected.removedIDs = [entry.id]
        #expect(await changes.next() == expected)
        try store.clear()
        expected = StoreChange()
        expected.isCleared = true
        #expect(await changes.next() == expected)
    }

    @Test("An observer receives no change from before it was added")
    func newObserver() async throws {
        let store = try Store.make()
        try store.pay("coins")
        var changes = store.changes().makeAsyncIterator()
        try store.updateSettings { _ in }
        #expect(await changes.next() == StoreChange(hasNewSettings: true))
    }

    @Test("A file is not watched on a thread of Swift's tasks, because the watcher may block")
    func watching() async throws {
        let folder = try TemporaryFolder()
        let ledger = try Ledger(at: .file(folder.file()))
        let (isInTask, continuation) = AsyncStream.makeStream(of: Bool.self)
        let watcher = FileWatcher(ledger) {
            continuation.yield(withUnsafeCurrentTask { $0 != nil })
        }
        #expect(await isInTask.first { _ in true } == false)
        withExtendedLifetime(watcher) {}
    }

    @Test("A cancelled observation receives no more changes")
    func cancelling() async throws {
        let store = try Store.make()
        let observation = store.observe { Issue.record("received \($0)") }
        observation.cancel()
        try store.pay("coins")
        try await settle(store)
    }

    @Test("An observer that is added while another one is removed misses nothing")
    func addingWhileRemoving() async throws {
        for _ in 0..<TestVolume.count(50, all: 100) {
            let store = try Store.make()
            let former = store.observe { _ in }
            try store.pay("coins")
            // The purchase is being delivered, to no observer any more.
            former.cancel()
            var changes = store.changes().makeAsyncIterator()
            let entry = try store.pay("level")
            try store.updateSettings { _ in }
            var received: [StoreChange] = []
            while received.last?.hasNewSettings != true {
                received.append(try #require(await changes.next()))
            }
            try #require(received.flatMap(\.entries).contains(entry))
        }
    }

    @Test("An observer whose deinit calls the store is released without a deadlock")
    func releasing() throws {
        let store = try Store.make()
        let observation = store.observe { [caller = Caller(of: store)] _ in caller.call() }
        observation.cancel()
        store.confirmationPolicy = .ask { [caller = Caller(of: store)] _ in
            caller.call()
            return true
        }
        store.confirmationPolicy = .confirm
        try store.pay("coins")
    }

    /// Calls a store when it is released.
    private final class Caller: Sendable {
        private let store: Store

        init(of store: Store) {
            self.store = store
        }

        func call() {
            store.confirmationPolicy = store.confirmationPolicy
            store.observe { _ in }.cancel()
        }

        deinit {
            call()
        }
    }

    /// Waits until all earlier changes were delivered.
    private func settle(_ store: Store) async throws {
        var changes = store.changes().makeAsyncIterator()
        try store.updateSettings { _ in }
        while try #require(await changes.next()).hasNewSettings == false {}
    }
}

extension Store {
    fileprivate func changes() -> AsyncStream<StoreChange> {
        AsyncStream { continuation in
            let observation = observe { continuation.yield($0) }
            continuation.onTermination = { _ in observation.cancel() }
        }
    }
}
