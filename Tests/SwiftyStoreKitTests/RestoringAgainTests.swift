import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// What becomes of a restore after another was given up that StoreKit had not ended.
@Suite struct RestoringAgainTests {
    private let shop = Shop.make()

    private func abandonOne() {
        let id = shop.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
            _ in Issue.record("told after it was given up")
        }
        #expect(shop.coordinator.abandonRestore(id))
    }

    private func endRestore() {
        shop.queue.finishRestore()
        shop.turns.run()
    }

    @Test func `the late end of an abandoned restore does not end the next`() {
        let batches = shop.complete()
        abandonOne()
        let results = shop.restore()
        endRestore()
        #expect(results.count == 0)
        shop.deliver(TestTransaction.make(state: .restored))
        endRestore()
        #expect(results.all.map(\.productIds) == [["coins"]])
        #expect(batches.count == 0)
    }

    @Test func `every abandoned restore may end late`() {
        for _ in 0..<3 { abandonOne() }
        let results = shop.restore()
        for _ in 0..<3 { endRestore() }
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }

    @Test func `a late end before the next restore changes nothing`() {
        abandonOne()
        endRestore()
        let results = shop.restore()
        endRestore()
        #expect(results.count == 1)
        #expect(shop.delays.count == 0)
    }

    // Q12: StoreKit has left restores without an end.
    @Test func `without a second end the first one counts after a while`() throws {
        abandonOne()
        let results = shop.restore()
        shop.queue.failRestore(URLError(.timedOut))
        shop.turns.run()
        #expect(results.count == 0)
        let delay = try #require(shop.delays.last)
        #expect(delay.seconds == RestorePurchasesController.patience)
        delay.run()
        shop.turns.run()
        #expect(results.last?.restoreFailedPurchases.count == 1)
        let next = shop.restore()
        endRestore()
        #expect(next.count == 1)
    }

    @Test func `a delay that runs out after the end changes nothing`() throws {
        abandonOne()
        let results = shop.restore()
        endRestore()
        endRestore()
        let next = shop.restore()
        try #require(shop.delays.last).run()
        shop.turns.run()
        #expect(results.count == 1 && next.count == 0)
        endRestore()
        #expect(next.count == 1)
    }

    @Test func `a caller that waited for an abandoned restore is not ended by it`() {
        let id = shop.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
            _ in
        }
        let results = shop.restore(username: "ann")
        #expect(shop.coordinator.abandonRestore(id))
        shop.turns.run()
        #expect(shop.queue.restores.all == [nil, "ann"])
        endRestore()
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }
}
