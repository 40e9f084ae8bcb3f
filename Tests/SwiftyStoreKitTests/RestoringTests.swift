import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

@Suite struct RestoringTests {
    private let app = TestApp.make()

    private func endRestore() {
        app.queue.finishRestore()
        app.turns.run()
    }

    @Test func `callers with the same arguments share one restore`() {
        let (first, second) = (app.restore(), app.restore())
        #expect(app.queue.restores.all == [nil])
        app.deliver(TestTransaction.make(state: .restored))
        endRestore()
        #expect(first.all.map(\.productIds) == [["coins"]])
        #expect(second.all.map(\.productIds) == [["coins"]])
        #expect(app.queue.finished.count == 1)
    }

    @Test(arguments: [(false, ""), (true, "ann")])
    func `callers with other arguments wait for the end`(atomically: Bool, username: String) {
        let first = app.restore()
        let second = app.restore(atomically: atomically, username: username)
        let third = app.restore(atomically: atomically, username: username)
        #expect(app.queue.restores.count == 1)
        endRestore()
        #expect(first.count == 1 && second.count == 0)
        #expect(app.queue.restores.count == 2)
        endRestore()
        #expect(second.count == 1 && third.count == 1)
        #expect(app.queue.restores.count == 2)
    }

    @Test func `a waiting restore that its callers have left is not requested`() {
        let first = app.restore()
        let left = app.coordinator.restorePurchases(
            atomically: true,
            applicationUsername: "ann"
        ) { _ in Issue.record("called back") }
        let last = app.restore(username: "bob")
        #expect(app.coordinator.abandonRestore(left))
        endRestore()
        #expect(first.count == 1 && last.count == 0)
        #expect(app.queue.restores.all == [nil, "bob"])
        endRestore()
        #expect(last.count == 1)
    }

    @Test func `a caller who comes after the end gets a restore of its own`() {
        let first = app.restore()
        app.queue.finishRestore()
        let second = app.restore()
        app.turns.run()
        #expect(first.count == 1 && second.count == 0)
        #expect(app.queue.restores.count == 2)
        endRestore()
        #expect(second.count == 1)
    }

    // It is in the backlog, because there was no handler when it first came.
    @Test func `what a restore finished is not delivered to a later handler`() {
        let transaction = TestTransaction.make(state: .restored)
        app.deliver(transaction)
        let results = app.restore()
        app.deliver(transaction)
        endRestore()
        let batches = app.complete()
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        #expect(batches.count == 0)
    }

    @Test func `a restore may begin another in its callback`() {
        let inner = Recorder<RestoreResults>()
        app.coordinator.restorePurchases(atomically: true, applicationUsername: "") { [app] _ in
            app.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
                inner.record($0)
            }
        }
        endRestore()
        #expect(app.queue.restores.count == 2)
        endRestore()
        #expect(inner.count == 1)
    }

    @Test(arguments: [("", nil), ("ann", "ann")] as [(String, String?)])
    func `the user name is passed on and an empty one is none`(given: String, sent: String?) {
        _ = app.restore(username: given)
        #expect(app.queue.restores.all == [sent])
    }

    @Test(arguments: [true, false])
    func `what was restored is delivered and then finished if atomic`(atomically: Bool) {
        let finishedBefore = Recorder<Int>()
        let results = Recorder<RestoreResults>()
        app.coordinator.restorePurchases(atomically: atomically, applicationUsername: "") {
            [app] in
            results.record($0)
            finishedBefore.record(app.queue.finished.count)
        }
        app.deliver(TestTransaction.make(state: .restored))
        #expect(app.queue.finished.count == 0)
        endRestore()
        #expect(
            results.last?.restoredPurchases.map(\.needsFinishTransaction) == [!atomically]
        )
        #expect(finishedBefore.all == [0])
        #expect(app.queue.finished.count == (atomically ? 1 : 0))
    }

    @Test func `other states pass a running restore by`() {
        let batches = app.complete()
        let results = app.restore()
        app.deliver(TestTransaction.make(), TestTransaction.make(state: .failed))
        endRestore()
        #expect(results.last?.productIds == [])
        #expect(batches.last?.count == 2)
    }

    @Test func `an empty restore is an empty result`() {
        let results = app.restore()
        endRestore()
        #expect(results.count == 1)
        #expect(results.last?.restoredPurchases.isEmpty == true)
        #expect(results.last?.restoreFailedPurchases.isEmpty == true)
    }

    @Test func `a failure comes with what was restored before it`() throws {
        let results = app.restore()
        app.deliver(TestTransaction.make(state: .restored))
        app.queue.failRestore(URLError(.timedOut))
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
        let (error, productId) = try #require(results.last?.restoreFailedPurchases.first)
        #expect(error.code == .unknown)
        #expect(productId == nil)
        #expect(app.queue.finished.count == 1)
    }

    @Test func `the end of a restore that nobody requested is ignored`() {
        app.queue.finishRestore()
        app.queue.failRestore(URLError(.timedOut))
        app.turns.run()
        let results = app.restore()
        app.turns.run()
        #expect(results.count == 0)
        endRestore()
        #expect(results.count == 1)
    }

    @Test func `each transaction is an entry and is delivered once`() {
        let results = app.restore()
        let transaction = TestTransaction.make(state: .restored)
        app.deliver(transaction, TestTransaction.make(state: .restored))
        app.deliver(transaction)
        endRestore()
        #expect(results.last?.productIds == ["coins", "coins"])
    }

    @Test func `transactions that come just after the end are collected`() {
        let results = app.restore()
        app.queue.finishRestore()
        app.queue.update(TestTransaction.make(state: .restored))
        app.turns.run()
        #expect(results.last?.productIds == ["coins"])
    }

    @Test func `transactions that come later go to the complete handler`() {
        let batches = app.complete()
        let results = app.restore()
        endRestore()
        app.deliver(TestTransaction.make(state: .restored))
        #expect(results.last?.productIds == [])
        #expect(batches.last?.map(\.productId) == ["coins"])
    }

    @Test func `a second end of one restore does not end the next`() {
        _ = app.restore()
        let second = app.restore(username: "ann")
        app.queue.finishRestore()
        app.queue.finishRestore()
        app.turns.run()
        #expect(second.count == 0)
    }

    // So nothing is lost if StoreKit never ends the restore.
    @Test func `nothing is finished while a restore has not ended`() {
        let results = app.restore()
        app.deliver(TestTransaction.make(state: .restored))
        #expect(results.count == 0)
        #expect(app.queue.finished.count == 0)
    }
}
