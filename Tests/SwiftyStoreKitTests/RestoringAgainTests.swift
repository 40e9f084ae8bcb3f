import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// A restore after an abandoned one that StoreKit has not ended.
@Suite struct RestoringAgainTests {
    private let app = TestApp.make()

    private func abandonOne() {
        let id = app.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
            _ in Issue.record("called after it was given up")
        }
        #expect(app.coordinator.abandonRestore(id))
    }

    private func endRestore() {
        app.queue.finishRestore()
        app.turns.run()
    }

    @Test func `the late end of an abandoned restore does not end the next`() {
        let batches = app.complete()
        abandonOne()
        let results = app.restore()
        endRestore()
        #expect(results.count == 0)
        app.deliver(TestTransaction.make(state: .restored))
        endRestore()
        #expect(results.all.map(\.productIds) == [["coins"]])
        #expect(batches.count == 0)
    }

    @Test func `every abandoned restore may end late`() {
        for _ in 0..<3 { abandonOne() }
        let results = app.restore()
        for _ in 0..<3 { endRestore() }
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }

    @Test func `a late end before the next restore changes nothing`() {
        abandonOne()
        endRestore()
        let results = app.restore()
        endRestore()
        #expect(results.count == 1)
        #expect(app.delays.count == 0)
    }

    // StoreKit has left restores without an end.
    @Test func `without a second end the first one counts after the timeout`() throws {
        abandonOne()
        let results = app.restore()
        app.queue.failRestore(URLError(.timedOut))
        app.turns.run()
        #expect(results.count == 0)
        let delay = try #require(app.delays.last)
        #expect(delay.seconds == RestorePurchasesController.secondEndTimeout)
        delay.run()
        app.turns.run()
        #expect(results.last?.restoreFailedPurchases.count == 1)
        let next = app.restore()
        endRestore()
        #expect(next.count == 1)
    }

    @Test func `a delay that runs out after the end changes nothing`() throws {
        abandonOne()
        let results = app.restore()
        endRestore()
        endRestore()
        let next = app.restore()
        try #require(app.delays.last).run()
        app.turns.run()
        #expect(results.count == 1 && next.count == 0)
        endRestore()
        #expect(next.count == 1)
    }

    @Test func `a caller that waited for an abandoned restore is not ended by it`() {
        let id = app.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
            _ in
        }
        let results = app.restore(username: "ann")
        #expect(app.coordinator.abandonRestore(id))
        app.turns.run()
        #expect(app.queue.restores.all == [nil, "ann"])
        endRestore()
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }
}
