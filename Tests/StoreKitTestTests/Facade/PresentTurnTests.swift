import Dispatch
import Foundation
import LocalAppStore
import Testing

@testable import StoreKit
@testable import SwiftyStoreKit

/// A callback receives the values of StoreKit's report, even if the next report is pending.
@Suite("Values of the moment", .timeLimit(.minutes(10)))
@MainActor
struct PresentTurnTests {
    @Test("A download is delivered active and then finished, once each")
    func downloads() async throws {
        let folder = try TemporaryFolder()
        let store = try Store.hosting(DownloadingTests.declaration, in: folder)
        let app = App.launch(on: store)
        let bought = try #require(
            await app.buy(SampleProducts.colours, atomically: false).first()?.details
        )
        let states = Recorder<SKDownloadState>()
        app.coordinator.updatedDownloadsHandler = { downloads in
            downloads.forEach { states.record($0.state) }
        }
        // The purchase is reported before the download begins.
        app.queue.waitForReports(of: store)
        // Nothing suspends, so both reports are on the main queue before one is delivered.
        app.queue.start(bought.transaction.downloads)
        app.queue.waitForReports(of: store)
        // The store reports the progress of what it starts, too.
        try store.downloads.update()
        app.queue.waitForReports(of: store)
        store.clock.advance(by: 1)
        try store.downloads.update()
        app.queue.waitForReports(of: store)
        await states.wait { @Sendable in $0.last == .finished }
        #expect(states.all == [.active, .finished])
    }

    @Test("A purchase is delivered deferred and then purchased, so that it is unlocked once")
    func transactions() async throws {
        let store = try Store.sample()
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let app = App.launch(on: store)
        let states = Recorder<SKPaymentTransactionState>()
        app.coordinator.completeTransactions(atomically: true) { purchases in
            purchases.forEach { states.record($0.transaction.transactionState) }
        }
        app.queue.add(SKPayment.make(SampleProducts.hints))
        app.queue.waitForReports(of: store)
        try store.approve(try #require(store.entries().first).id)
        app.queue.waitForReports(of: store)
        await states.wait { @Sendable in $0.last == .purchased }
        #expect(states.all == [.deferred, .purchased])
    }

    @Test("A payment's callbacks get its transaction deferred and then purchased")
    func payment() async throws {
        let store = try Store.sample()
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let app = App.launch(on: store)
        let states = Recorder<SKPaymentTransactionState>()
        app.coordinator.purchase(
            .product(SKProduct.bare(SampleProducts.hints)),
            options: PaymentOptions(),
            onDeferred: { states.record($0.transaction.transactionState) },
            completion: { result in
                if let details = result.details {
                    states.record(details.transaction.transactionState)
                }
            }
        )
        app.queue.waitForReports(of: store)
        try store.approve(try #require(store.entries().first).id)
        app.queue.waitForReports(of: store)
        await states.wait { @Sendable in $0.last == .purchased }
        #expect(states.all == [.deferred, .purchased])
    }
}

extension SKPaymentQueue {
    /// Waits until all payments, commands and changes so far are on their way to the observers.
    fileprivate func waitForReports(of store: Store) {
        local.device.work.sync {}
        local.device.payments.sync {}
        let areMade = DispatchSemaphore(value: 0)
        store.afterNotifying { areMade.signal() }
        areMade.wait()
        local.device.work.sync {}
    }
}
