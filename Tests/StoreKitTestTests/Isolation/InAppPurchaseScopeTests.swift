import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "StoreKit 2 in tasks of a test",
    .store(contentsOf: SampleProducts.file, startingAt: .opening),
    .timeLimit(.minutes(10))
)
struct InAppPurchaseScopeTests {
    private let bought: UInt64

    init() throws {
        bought = UInt64(try SKTestSession.current.bought(SampleProducts.hints).identifier)
    }

    @Test("A task that the test starts meets the test's store")
    func task() async throws {
        let found = await Task { await first(of: Transaction.unfinished) }.value
        #expect(found == bought)
    }

    @Test("A sequence of the test meets the test's store in a detached task, too")
    func detachedTask() async throws {
        let unfinished = Transaction.unfinished
        let updates = Transaction.updates
        let apps = AppTransaction.all
        let found = await Task.detached { [self] in
            [await first(of: unfinished), await first(of: updates)]
        }.value
        #expect(found == [bought, bought])
        #expect(await Task.detached { await apps.first { _ in true } }.value != nil)
    }

    private func first(of transactions: Transaction.Transactions) async -> UInt64? {
        await transactions.first { _ in true }?.unsafePayloadValue.id
    }
}
