import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// Rule 86 and Q31.
@Suite struct LoggingTests {
    private func messages(_ body: (Shop) -> Void) -> [String] {
        let messages = Recorder<String>()
        let log = Log()
        log.logger = { level, text in messages.record("\(level.rawValue): \(text)") }
        let shop = Shop.make(log: log)
        body(shop)
        shop.turns.run()
        return messages.all
    }

    @Test func `a missing handler is said once`() {
        let all = messages { shop in
            for _ in 0..<3 {
                shop.deliver(TestTransaction.make())
                _ = shop.buy()
                _ = shop.restore()
            }
        }
        #expect(all.count { $0.contains("Call completeTransactions at launch") } == 1)
        #expect(all.count { $0.contains("kept until completeTransactions is called") } == 1)
    }

    @Test func `finishing is said when it happens`() {
        let texts = Recorder<String>()
        let log = Log()
        log.logger = { _, text in texts.record(text) }
        let shop = Shop.make(log: log)
        shop.coordinator.completeTransactions(atomically: true) { _ in texts.record("delivered") }
        shop.queue.update(TestTransaction.make("a"))
        #expect(texts.count == 0)
        shop.turns.run()
        shop.coordinator.finish(TestTransaction.make("b"))
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
        "info: StoreKit ended a restore that nobody asked for",
        "warning: Call completeTransactions at launch",
        "warning: A transaction that has not ended",
    ])
    func `what a developer may want to know is said`(beginning: String) {
        let all = messages { shop in
            shop.deliver(TestTransaction.make())
            _ = shop.restore(username: "secret name")
            shop.queue.finishRestore()
            shop.turns.run()
            _ = shop.complete()
            _ = shop.complete()
            shop.coordinator.onEntitlementRevocation { _ in }
            shop.coordinator.onEntitlementRevocation { _ in }
            shop.coordinator.finish(ForeignTransaction())
            shop.coordinator.finish(TestTransaction.make(state: .deferred))
            shop.deliver(TestTransaction.make("log.complete"))
            _ = shop.buy("log.owned")
            shop.deliver(TestTransaction.make("log.owned", state: .restored))
            shop.queue.finishRestore()
        }
        #expect(all.contains { $0.hasPrefix(beginning) })
        #expect(!all.contains { $0.contains("secret name") })
    }
}
