import AppReceipt
import Foundation
import LocalAppStore
import StoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// Also to be run under the thread sanitizer and the address sanitizer.
@Suite("Everything at once", .timeLimit(.minutes(20)))
struct ManyThreadsTests {
    static let threads = TestVolume.count(4, all: 16)
    static let steps = 40

    @Test("Many threads do all that an app and two stores on one ledger can, and each call ends")
    func mixed() async throws {
        let folder = try TemporaryFolder()
        let location = StoreLocation.file(folder.file("ledger.sqlite"))
        let mix = Mix(
            app: .launch(on: try .sample(at: location)),
            other: try .sample(at: location)
        )
        let backlog = mix.app.complete()
        await Self.onThreads { thread in
            var random = SplitMix64(seed: UInt64(thread))
            for _ in 0..<Self.steps { mix.step(&random) }
        }
        let calls = mix.calls.withLock { $0 }
        let ended = await mix.ended.wait { $0.count >= calls }
        #expect(ended.count == calls)
        let bought = ended.filter { $0 == .bought }.count
        #expect(bought > 0)
        let purchased = try mix.other.entries().filter { $0.state == .purchased }
        #expect(purchased.count >= bought)
        // Purchases on the other store, or of cancelled calls, are delivered outside of a call.
        await mix.app.recorder.events.wait { _ in (try? mix.app.store.unfinishedEntries()) == [] }
        #expect(try mix.app.store.unfinishedEntries().isEmpty)
        #expect(backlog.all.allSatisfy { !$0.isEmpty })
        #expect(try mix.app.store.entries() == mix.other.entries())
    }

    /// Runs `body` on as many threads, and returns when all are through.
    private static func onThreads(_ body: @escaping @Sendable (Int) -> Void) async {
        let group = DispatchGroup()
        for number in 1...threads {
            group.enter()
            Thread.detachNewThread {
                body(number)
                group.leave()
            }
        }
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }
}

/// What the threads do: steps in an order that their random numbers give.
private struct Mix: Sendable {
    enum End: Equatable {
        case bought, failed, found, restored
    }

    let app: App
    /// A second store on the same ledger, such as another process's.
    let other: Store
    let calls = LocalAppStore.Locked(0)
    let ended = Recorder<End>()

    func step(_ random: inout SplitMix64) {
        let products = [SampleProducts.hints, SampleProducts.colours, SampleProducts.weekly]
        let product = products[Int.random(in: products.indices, using: &random)]
        switch Int.random(in: 0..<12, using: &random) {
        case 0: retrieve(product)
        case 1: buy(product)
        case 2: buy(product).cancel()
        case 3: restore()
        case 4: _ = try? other.buy(PaymentRequest(productID: product, isMadeOutsideApp: true))
        case 5: try? other.updateSettings { $0.storefront = $0.storefront == "USA" ? "DEU" : "USA" }
        case 6: addAndRemoveObserver()
        case 7: verifyReceipt()
        case 8: app.coordinator.clearProductsCache()
        case 9: pay(product)
        case 10: refund()
        default: look()
        }
    }

    private func end() -> @Sendable (End) -> Void {
        calls.withLock { $0 += 1 }
        return { ended.record($0) }
    }

    private func retrieve(_ product: String) {
        let end = end()
        app.coordinator.retrieveProductsInfo([product]) { _ in end(.found) }
    }

    @discardableResult
    private func buy(_ product: String) -> any InAppRequest {
        let end = end()
        return app.coordinator.purchase(.identifier(product), options: PaymentOptions()) {
            end($0.details == nil ? .failed : .bought)
        }
    }

    private func pay(_ product: String) {
        let end = end()
        app.coordinator.purchase(.product(SKProduct.bare(product)), options: PaymentOptions()) {
            end($0.details == nil ? .failed : .bought)
        }
    }

    private func restore() {
        let end = end()
        app.coordinator.restorePurchases(atomically: true, applicationUsername: "") { _ in
            end(.restored)
        }
    }

    private func addAndRemoveObserver() {
        let observer = QueueRecorder()
        app.queue.add(observer)
        _ = app.queue.transactionObservers
        app.queue.remove(observer)
    }

    private func verifyReceipt() {
        guard let receipt = try? app.store.receipt() else { return }
        let body = #"{"receipt-data": "\#(receipt.base64Encoded)"}"#
        let response = other.verifyReceipt(Data(body.utf8), at: .sandbox)
        #expect(!response.isEmpty)
    }

    private func refund() {
        let bought = (try? other.entries())?.last { $0.state == .purchased }
        _ = try? bought.map { try other.refunds.refund($0.id) }
    }

    private func look() {
        _ = app.coordinator.pendingTransactions
        _ = app.queue.storefront
        _ = try? app.store.receiptFile()
        app.store.clock.advance(by: 1)
    }
}
