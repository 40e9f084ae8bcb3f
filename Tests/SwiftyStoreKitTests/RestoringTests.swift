import Foundation
import StoreKit
import SwiftyStoreKit
import Testing

@Suite struct RestoringTests {
    private let shop = Shop.make()

    private func endRestore() {
        shop.queue.finishRestore()
        shop.turns.run()
    }

    // Rule 36 and Q12.
    @Test func `callers who want the same share one restore`() {
        let (first, second) = (shop.restore(), shop.restore())
        #expect(shop.queue.restores.all == [nil])
        shop.deliver(TestTransaction.make(state: .restored))
        endRestore()
        #expect(first.all.map(\.productIds) == [["coins"]])
        #expect(second.all.map(\.productIds) == [["coins"]])
        #expect(shop.queue.finished.count == 1)
    }

    // Rule 36 and Q12.
    @Test(arguments: [(false, ""), (true, "ann")])
    func `others wait for their turn`(atomically: Bool, username: String) {
        let first = shop.restore()
        let second = shop.restore(atomically: atomically, username: username)
        let third = shop.restore(atomically: atomically, username: username)
        #expect(shop.queue.restores.count == 1)
        endRestore()
        #expect(first.count == 1 && second.count == 0)
        #expect(shop.queue.restores.count == 2)
        endRestore()
        #expect(second.count == 1 && third.count == 1)
        #expect(shop.queue.restores.count == 2)
    }

    @Test func `a caller who comes after the end gets a restore of its own`() {
        let first = shop.restore()
        shop.queue.finishRestore()
        let second = shop.restore()
        shop.turns.run()
        #expect(first.count == 1 && second.count == 0)
        #expect(shop.queue.restores.count == 2)
        endRestore()
        #expect(second.count == 1)
    }

    // Q24: kept, because nobody had asked for it when it first came.
    @Test func `what a restore finished is not replayed to a later handler`() {
        let transaction = TestTransaction.make(state: .restored)
        shop.deliver(transaction)
        let results = shop.restore()
        shop.deliver(transaction)
        endRestore()
        let batches = shop.complete()
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(batches.count == 0)
    }

    @Test func `a restore may begin another in its callback`() {
        let inner = Recorder<RestoreResults>()
        shop.coordinator.restorePurchases(atomically: true, applicationUsername: "") { [shop] _ in
            shop.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
                inner.record($0)
            }
        }
        endRestore()
        #expect(shop.queue.restores.count == 2)
        endRestore()
        #expect(inner.count == 1)
    }

    // Rule 37 and Q28.
    @Test(arguments: [("", nil), ("ann", "ann")] as [(String, String?)])
    func `the user name is passed on and an empty one is none`(given: String, sent: String?) {
        _ = shop.restore(username: given)
        #expect(shop.queue.restores.all == [sent])
    }

    // Rule 38 and Q3.
    @Test(arguments: [true, false])
    func `what was restored is told and then finished if atomic`(atomically: Bool) {
        let finishedBefore = Recorder<Int>()
        let results = Recorder<RestoreResults>()
        shop.coordinator.restorePurchases(atomically: atomically, applicationUsername: "") {
            [shop] in
            results.record($0)
            finishedBefore.record(shop.queue.finished.count)
        }
        shop.deliver(TestTransaction.make(state: .restored))
        #expect(shop.queue.finished.count == 0)
        endRestore()
        #expect(
            results.last?.restoredPurchases.map(\.needsFinishTransaction) == [!atomically]
        )
        #expect(finishedBefore.all == [0])
        #expect(shop.queue.finished.count == (atomically ? 1 : 0))
    }

    // Rule 38.
    @Test func `other states pass a running restore by`() {
        let batches = shop.complete()
        let results = shop.restore()
        shop.deliver(TestTransaction.make(), TestTransaction.make(state: .failed))
        endRestore()
        #expect(results.last?.productIds == [])
        #expect(batches.last?.count == 2)
    }

    // Rule 39.
    @Test func `an empty restore is an empty result`() {
        let results = shop.restore()
        endRestore()
        #expect(results.count == 1)
        #expect(results.last?.restoredPurchases.isEmpty == true)
        #expect(results.last?.restoreFailedPurchases.isEmpty == true)
    }

    // Rule 40.
    @Test func `a failure tells what was restored before it`() throws {
        let results = shop.restore()
        shop.deliver(TestTransaction.make(state: .restored))
        shop.queue.failRestore(URLError(.timedOut))
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
        let (error, productId) = try #require(results.last?.restoreFailedPurchases.first)
        #expect(error.code == .unknown)
        #expect(productId == nil)
        #expect(shop.queue.finished.count == 1)
    }

    // Rule 41.
    @Test func `the end of a restore nobody asked for is nothing`() {
        shop.queue.finishRestore()
        shop.queue.failRestore(URLError(.timedOut))
        shop.turns.run()
        let results = shop.restore()
        shop.turns.run()
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }

    // Rule 42.
    @Test func `each transaction is an entry and is told once`() {
        let results = shop.restore()
        let transaction = TestTransaction.make(state: .restored)
        shop.deliver(transaction, TestTransaction.make(state: .restored))
        shop.deliver(transaction)
        endRestore()
        #expect(results.last?.productIds == ["coins", "coins"])
    }

    // Q13.
    @Test func `transactions that come just after the end are collected`() {
        let results = shop.restore()
        shop.queue.finishRestore()
        shop.queue.update(TestTransaction.make(state: .restored))
        shop.turns.run()
        #expect(results.last?.productIds == ["coins"])
    }

    // Q13.
    @Test func `transactions that come later go to the complete handler`() {
        let batches = shop.complete()
        let results = shop.restore()
        endRestore()
        shop.deliver(TestTransaction.make(state: .restored))
        #expect(results.last?.productIds == [])
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a second end of one restore does not end the next`() {
        _ = shop.restore()
        let second = shop.restore(username: "ann")
        shop.queue.finishRestore()
        shop.queue.finishRestore()
        shop.turns.run()
        #expect(second.count == 0)
    }

    // Q12: without an end from StoreKit nothing is lost.
    @Test func `nothing is finished while a restore has not ended`() {
        let results = shop.restore()
        shop.deliver(TestTransaction.make(state: .restored))
        #expect(results.count == 0)
        #expect(shop.queue.finished.count == 0)
    }
}
