import Foundation
import Testing

@testable import LocalAppStore

@Suite("Changes", .timeLimit(.minutes(20)))
struct StoreChangeTests {
    @Test("Every change is announced once, in order, after it is durable")
    func order() async throws {
        let store = try Store.make()
        var changes = store.changes().makeAsyncIterator()
        let first = try store.pay("coins")
        let second = try store.pay("level")
        var heard: [LedgerEntry] = []
        while heard.count < 2 {
            heard += try #require(await changes.next()).entries
        }
        #expect(heard == [first, second])
        try store.finish([first.id])
        #expect(await changes.next()?.entries.map(\.isFinished) == [true])
    }

    @Test("A change by another process is announced", arguments: [1, 20])
    func otherProcess(purchases: Int) async throws {
        let folder = try TemporaryFolder()
        let here = try Store.make(at: .file(folder.file()))
        let there = try Store.make(at: .file(folder.file()))
        var changes = here.changes().makeAsyncIterator()
        let bought = try (1...purchases).map { _ in try there.pay("coins") }
        var heard: [LedgerEntry] = []
        while heard.count < purchases {
            heard += try #require(await changes.next()).entries
        }
        #expect(heard == bought)
    }

    @Test("Settings, removals, clearing and purchases begun elsewhere are announced")
    func kinds() async throws {
        let store = try Store.make()
        let entry = try store.pay("level")
        try await settle(store)
        var changes = store.changes().makeAsyncIterator()
        try store.updateSettings { $0.storefront = "DEU" }
        #expect(await changes.next() == StoreChange(hasNewSettings: true))
        try store.beginPurchaseOnAppStore(of: "coins")
        #expect(await changes.next() == StoreChange(hasPurchaseIntents: true))
        try store.delete(entry.id)
        #expect(await changes.next() == StoreChange(removedIDs: [entry.id]))
        try store.clear()
        #expect(await changes.next() == StoreChange(isCleared: true))
    }

    @Test("An observer hears nothing of what changed before it came")
    func newcomer() async throws {
        let store = try Store.make()
        try store.pay("coins")
        var changes = store.changes().makeAsyncIterator()
        try store.updateSettings { _ in }
        #expect(await changes.next() == StoreChange(hasNewSettings: true))
    }

    @Test("A file is watched on no thread of Swift's tasks, which may have to wait for it")
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

    @Test("A cancelled observation hears nothing more")
    func cancelling() async throws {
        let store = try Store.make()
        let observation = store.observe { Issue.record("heard \($0)") }
        observation.cancel()
        try store.pay("coins")
        try await settle(store)
    }

    @Test("Who begins to observe while others leave misses nothing")
    func comingAndGoing() async throws {
        for _ in 0..<500 {
            let store = try Store.make()
            let former = store.observe { _ in }
            try store.pay("coins")
            // What was bought is being announced, to nobody any more.
            former.cancel()
            var changes = store.changes().makeAsyncIterator()
            let entry = try store.pay("level")
            try store.updateSettings { _ in }
            var heard: [StoreChange] = []
            while heard.last?.hasNewSettings != true {
                heard.append(try #require(await changes.next()))
            }
            try #require(heard.flatMap(\.entries).contains(entry))
        }
    }

    @Test("An observer that calls the store when it is released ends without waiting for itself")
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

    /// Calls a store when nothing holds it any more.
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

    /// Waits until everything before has been announced.
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
