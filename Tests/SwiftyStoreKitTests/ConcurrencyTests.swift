import Foundation
import StoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// Every call from eight threads at once, thousands of times; each callback comes once.
@Suite(.serialized) struct ConcurrencyTests {
    static let threads = 8
    static let calls = TestVolume.count(1_000, all: 10_000)

    private let queue = BusyQueue()
    private let turns = SerialTurns()
    private let log = Log()
    private let coordinator: PurchaseCoordinator

    init() {
        coordinator = PurchaseCoordinator(
            queue: queue,
            callbacks: turns.makeQueue(),
            makeProductsRequest: { ids, completion in
                let request = ProductsRequestSpy(ids, completion)
                request.onStart = { [unowned request] in request.respondToAll() }
                return request
            },
            log: log
        )
    }

    /// Runs `body` with each number once, on eight threads.
    private func each(_ body: @escaping @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            for number in stride(from: thread, to: Self.calls, by: Self.threads) { body(number) }
        }
        turns.drain()
    }

    /// Whether each number was recorded once.
    private func eachOnce(_ numbers: Recorder<Int>) -> Bool {
        numbers.all.sorted() == Array(0..<Self.calls)
    }

    @Test func `products by callback`() {
        let called = Recorder<Int>()
        each { [coordinator] number in
            coordinator.retrieveProductsInfo(["product \(number % 50)"]) { results in
                if results.error == nil { called.record(number) }
            }
            if number % 100 == 0 { coordinator.clearProductsCache() }
        }
        #expect(eachOnce(called))
    }

    @Test func `products that are cancelled`() {
        let called = Recorder<Int>()
        let slow = PurchaseCoordinator(
            queue: queue,
            callbacks: turns.makeQueue(),
            makeProductsRequest: { ProductsRequestSpy($0, $1) }
        )
        each { number in
            slow.retrieveProductsInfo(["product \(number % 50)"]) { _ in called.record(number) }
                .cancel()
        }
        #expect(eachOnce(called))
    }

    @Test func `purchases by identifier`() {
        let called = Recorder<Int>()
        each { [coordinator] number in
            coordinator.purchase(.identifier("product \(number % 50)"), options: PaymentOptions()) {
                if $0.success != nil { called.record(number) }
            }
        }
        #expect(eachOnce(called))
        #expect(queue.finished.count == Self.calls)
    }

    @Test func `purchases by identifier that are cancelled`() {
        let called = Recorder<Int>()
        each { [coordinator] number in
            coordinator.purchase(.identifier("product \(number % 50)"), options: PaymentOptions()) {
                _ in called.record(number)
            }.cancel()
        }
        #expect(eachOnce(called))
    }

    @Test func `purchases by product`() {
        let called = Recorder<Int>()
        let product = TestProduct.make()
        each { [coordinator] number in
            coordinator.purchase(.product(product), options: PaymentOptions()) {
                if $0.success != nil { called.record(number) }
            }
        }
        #expect(eachOnce(called))
        #expect(Set(queue.finished.all.map(ObjectIdentifier.init)).count == Self.calls)
    }

    #if !os(watchOS)
    @Test func `payments that were put off`() {
        let delivered = Recorder<Int>()
        coordinator.completeTransactions(atomically: true) { delivered.record($0.count) }
        each { [coordinator] _ in coordinator.queue.add(SKPayment(product: TestProduct.make())) }
        #expect(delivered.all.reduce(0, +) == Self.calls)
        #expect(queue.finished.count == Self.calls)
    }
    #endif

    @Test func `restores`() {
        let called = Recorder<Int>()
        each { [coordinator] number in
            coordinator.restorePurchases(
                atomically: number % 2 == 0,
                applicationUsername: "user \(number % 3)"
            ) { _ in called.record(number) }
        }
        #expect(eachOnce(called))
    }

    @Test func `handlers that replace each other`() {
        let delivered = Recorder<Int>()
        each { [coordinator, queue] _ in
            coordinator.completeTransactions(atomically: true) { delivered.record($0.count) }
            queue.update(TestTransaction.make())
        }
        #expect(delivered.all.reduce(0, +) == Self.calls)
        #expect(queue.finished.count == Self.calls)
    }

    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, macCatalyst 14, *)
    @Test func `revocations`() {
        let revoked = Recorder<String>()
        each { [coordinator, queue] number in
            queue.revoke(["\(number)"])
            coordinator.onEntitlementRevocation { $0.forEach { revoked.record($0) } }
        }
        #expect(Set(revoked.all).count == Self.calls)
        #expect(revoked.count == Self.calls)
    }

    #if !os(watchOS) && !os(visionOS)
    @available(macOS 11, macCatalyst 14, *)
    @Test func `downloads and store payments`() {
        let called = Recorder<Int>()
        coordinator.updatedDownloadsHandler = { _ in called.record(0) }
        each { [coordinator, queue] number in
            coordinator.updatedDownloadsHandler = { _ in called.record(number) }
            coordinator.shouldAddStorePaymentHandler = { _, _ in true }
            queue.updateDownloads()
            if queue.shouldAdd() != true { called.record(-1) }
        }
        #expect(called.count == Self.calls)
        #expect(!called.all.contains(-1))
    }
    #endif

    @Test func `finishing, pending transactions and the logger`() {
        let finishing = Recorder<Int>()
        each { [coordinator, log] number in
            log.logger = { _, _ in }
            coordinator.finish(TestTransaction.make())
            finishing.record(coordinator.pendingTransactions.count)
        }
        #expect(queue.finished.count == Self.calls)
        #expect(finishing.count == Self.calls)
    }

    @Test func `prices and periods`() {
        let written = Recorder<String>()
        each { number in
            let product = TestProduct.make(
                locale: number % 2 == 0 ? "en_US" : "de_DE",
                period: TestPeriod(1, .year)
            )
            written.record((product.localizedPrice ?? "") + product.localizedSubscriptionPeriod)
        }
        #expect(Set(written.all).count == 2)
        #expect(written.count == Self.calls)
    }

    @Test func `streams that come and go`() async {
        let stream = coordinator.purchaseUpdates()
        each { [coordinator, queue] _ in
            _ = coordinator.purchaseUpdates()
            queue.update(TestTransaction.make())
        }
        var count = 0
        for await _ in stream {
            count += 1
            if count == Self.calls { break }
        }
        #expect(count == Self.calls)
    }

    @Test func `awaited purchases of which half are cancelled`() async {
        let (bought, cancelled, left) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
        coordinator.completeTransactions(atomically: true) { left.record($0.count) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<Self.calls {
                group.addTask { [coordinator] in
                    let task = Task {
                        try await coordinator.purchase(
                            .product(TestProduct.make()),
                            options: PaymentOptions()
                        )
                    }
                    if number % 2 == 0 { task.cancel() }
                    if (try? await task.value) == nil {
                        cancelled.record(number)
                    } else {
                        bought.record(number)
                    }
                }
            }
        }
        turns.drain()
        #expect(bought.count + cancelled.count == Self.calls)
        #expect(bought.count >= Self.calls / 2)
        #expect(bought.count + left.all.reduce(0, +) == queue.finished.count)
    }
}
