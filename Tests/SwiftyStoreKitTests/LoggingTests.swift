import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// What the library logs for developers, without user data.
@Suite struct LoggingTests {
    private func messages(_ body: (TestApp) -> Void) -> [String] {
        let messages = Recorder<String>()
        let log = Log()
        log.logger = { level, text in messages.record("\(level.rawValue): \(text)") }
        let app = TestApp.make(log: log)
        body(app)
        app.turns.run()
        return messages.all
    }

    @Test func `a missing handler is logged once`() {
        let all = messages { app in
            for _ in 0..<3 {
                app.deliver(TestTransaction.make())
                _ = app.buy()
                _ = app.restore()
            }
        }
        #expect(all.count { $0.contains("Call completeTransactions at launch") } == 1)
        #expect(all.count { $0.contains("kept until completeTransactions is called") } == 1)
    }

    // In the test above, payments and restores take what comes after the first.
    @Test func `that transactions wait for a handler is logged once`() {
        let all = messages { app in
            for _ in 0..<3 { app.deliver(TestTransaction.make()) }
        }
        #expect(all == ["warning: Transactions kept until completeTransactions is called: 1."])
    }

    @Test func `finishing is logged when it happens`() {
        let texts = Recorder<String>()
        let log = Log()
        log.logger = { _, text in texts.record(text) }
        let app = TestApp.make(log: log)
        app.coordinator.completeTransactions(atomically: true) { _ in texts.record("delivered") }
        app.queue.update(TestTransaction.make("a"))
        #expect(texts.count == 0)
        app.turns.run()
        app.coordinator.finish(TestTransaction.make("b"))
        #expect(
            texts.all == [
                "delivered", "Finishing a transaction of a.", "Finishing a transaction of b.",
            ]
        )
    }

    @Test(arguments: [
        "warning: completeTransactions was called again",
        "warning: onEntitlementRevocation was called again",
        "warning: Only a transaction of StoreKit",
        "warning: Transactions kept until completeTransactions is called: 1.",
        "info: Finishing a transaction of log.complete",
        "info: log.owned was already owned",
        "info: StoreKit ended a restore that was not requested",
        "warning: Call completeTransactions at launch",
        "warning: A transaction that has not ended",
    ])
    func `what a developer may want to know is logged`(beginning: String) {
        let all = messages { app in
            app.deliver(TestTransaction.make())
            _ = app.restore(username: "secret name")
            app.queue.finishRestore()
            app.turns.run()
            _ = app.complete()
            _ = app.complete()
            app.coordinator.onEntitlementRevocation { _ in }
            app.coordinator.onEntitlementRevocation { _ in }
            app.coordinator.finish(ForeignTransaction())
            app.coordinator.finish(TestTransaction.make(state: .deferred))
            app.deliver(TestTransaction.make("log.complete"))
            _ = app.buy("log.owned")
            app.deliver(TestTransaction.make("log.owned", state: .restored))
            app.queue.finishRestore()
        }
        #expect(all.contains { $0.hasPrefix(beginning) })
        #expect(!all.contains { $0.contains("secret name") })
    }
}
