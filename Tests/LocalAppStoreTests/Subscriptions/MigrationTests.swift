import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Subscriptions of an older ledger")
struct OlderSubscriptionTests {
    let folder: TemporaryFolder
    let clock = StoreClock.manual(startingAt: .start)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A subscription from before renewals is active until its end, and does not renew")
    func notRenewing() throws {
        let file = folder.file()
        let store = try Store.make(.subscriptions, at: .file(file), clock: clock)
        try store.pay("monthly")
        try store.refunds.refund(store.pay("weekly").id)
        try store.pay("coins")
        try store.close()
        try undoMigrations(of: file)

        let reopened = try Store.make(.subscriptions, at: .file(file), clock: clock)
        #expect(try reopened.subscriptions.all().map(\.status) == [.subscribed, .revoked])
        #expect(try reopened.subscriptions.all().first?.isAutoRenewEnabled == false)
        #expect(try reopened.entry(1)?.amountRefunded == 0)
        clock.advance(by: .days(100))
        let subscription = try #require(try reopened.subscriptions.all().first)
        #expect(subscription.expirationReason == .customerCancelled)
        #expect(try reopened.entries().count == 3)

        try reopened.pay("monthly")
        clock.advance(by: .days(40))
        #expect(try reopened.entries().count == 5)
    }

    private func undoMigrations(of file: URL) throws {
        // The store may still be closing its file.
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let database = try DatabaseQueue(path: file.path, configuration: configuration)
        try database.write { database in
            try database.execute(
                sql: "\(LedgerSchema.undoingToVersion3); PRAGMA user_version = 3"
            )
        }
        try database.close()
    }
}
