import Dispatch
import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite("The store of a test", .timeLimit(.minutes(10)))
struct ScopeTests {
    @Suite(
        "A suite whose tests have a store each",
        .store(contentsOf: SampleProducts.file) { $0.storefront = "JPN" }
    )
    struct TraitTests {
        @Test("Every test, and every case of a test, has a session", arguments: 0..<10)
        func cases(number: Int) async throws {
            let session = try SKTestSession.current
            #expect(session.allTransactions().isEmpty)
            #expect(session.storefront == "JPN")
            _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            #expect(session.allTransactions().map(\.productIdentifier) == [SampleProducts.hints])
        }

        @Test("The trait of a test takes the place of its suite's", .separateStore)
        func nested() throws {
            #expect(throws: (any Error).self) { try SKTestSession.current }
            let session = try SKTestSession.make()
            #expect(try SKTestSession.current === session)
        }

        @Test("The session of a file beside the program is found by its name", .store("Kiosk"))
        func named() async throws {
            let results = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.hints])
            #expect(results.retrievedProducts.isEmpty)
        }
    }

    @Test("The helper gives code without a task a session")
    func helper() throws {
        let finished = DispatchSemaphore(value: 0)
        let failures = Recorder<any Error>()
        Thread.detachNewThread {
            do {
                try withStore(contentsOf: SampleProducts.file) { session in
                    let current = try SKTestSession.current
                    #expect(current === session)
                    session.storefront = "DEU"
                    #expect(SKPaymentQueue.default().storefront?.countryCode == "DEU")
                }
            } catch {
                failures.record(error)
            }
            finished.signal()
        }
        finished.wait()
        #expect(failures.all.isEmpty)
    }

    @Test("The helper keeps the caller's actor")
    @MainActor func actor() async throws {
        var count = 0
        try await withStore("Kiosk.storekit") { session in
            await Task.yield()
            count += session.allTransactions().count + 1
        }
        try withStore(contentsOf: SampleProducts.file) { _ in count += 1 }
        #expect(count == 2)
    }

    @Test("Two sessions of a test take turns as those of a process do, without a warning")
    func twoSessions() async throws {
        try await StoreScope.runTest({ try SKTestSession.make() }) { first in
            let messages = Recorder<String>()
            StoreScope.current.diagnostics.handler = { messages.record($1) }
            let second = try SKTestSession.make()
            #expect(try SKTestSession.current === second)
            second.close()
            #expect(try SKTestSession.current === first)
            first.close()
            #expect(StoreConnection.current.openedStore == nil)
            await #expect(throws: SKError.self) {
                _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            }
            #expect(!messages.all.contains { $0.contains("took over") })
        }
    }
}

/// In processes of their own, because other tests make scopes too.
@Suite("Code outside of a test's tasks", .timeLimit(.minutes(10)))
struct CodeWithoutTaskTests {
    @Test("On a Dispatch queue code meets the newest test's store")
    func newest() async {
        await #expect(processExitsWith: .success) {
            #expect(await Self.onQueue { StoreScope.current } === StoreScope.process)
            try await StoreScope.runTest({ try SKTestSession.make() }) { _ in
                try await StoreScope.runTest({ try SKTestSession.make() }) { session in
                    let messages = Recorder<String>()
                    StoreScope.current.diagnostics.handler = { messages.record($1) }
                    #expect(await Self.onQueue { try? SKTestSession.current } === session)
                    // It may have been another test's, so the log says that it was guessed.
                    #expect(await messages.first { $0.contains("without a task") } != nil)
                }
            }
            #expect(await Self.onQueue { StoreScope.current } === StoreScope.process)
        }
    }

    @Test("A session that was made outside of all tests is the process's")
    func global() async {
        await #expect(processExitsWith: .success) {
            let session = try SKTestSession.make()
            try await StoreScope.runTest({ try SKTestSession.make() }) { own in
                let current = try SKTestSession.current
                #expect(current === own)
                #expect(await Self.onQueue { try? SKTestSession.current } === session)
                let detached = Task.detached { try? SKTestSession.current }
                #expect(await detached.value === session)
            }
            #expect(try SKTestSession.current === session)
            _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            #expect(session.allTransactions().count == 1)
        }
    }

    @Test("A task that code on a Dispatch queue starts in a callback is in the callback's scope")
    func task() async throws {
        try await StoreScope.runTest({ try SKTestSession.make() }) { session in
            let tasks = Recorder<Task<SKTestSession?, Never>>()
            SwiftyStoreKit.restorePurchases { _ in
                tasks.record(Task { try? SKTestSession.current })
            }
            #expect(await tasks.first()?.value === session)
        }
    }

    private static func onQueue<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
