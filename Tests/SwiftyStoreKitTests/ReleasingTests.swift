import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// Nothing that a client hands over is released under a lock: its `deinit` may call the library.
@Suite struct ReleasingTests {
    /// One way in which the library comes to own something, and in which it releases it.
    struct Way: Sendable, CustomTestStringConvertible {
        typealias Release = () -> Void

        let testDescription: String
        let handOver: @Sendable (TestApp, CallsWhenReleased) -> Release

        init(
            _ description: String,
            _ handOver: @escaping @Sendable (TestApp, CallsWhenReleased) -> Release
        ) {
            testDescription = description
            self.handOver = handOver
        }
    }

    @Test(arguments: setters + platformSetters + results + givingUp + transactions + products)
    func `what is released may call the library`(way: Way) {
        let app = TestApp.make()
        let releases = Recorder<Bool>()
        let call: @Sendable () -> Void = { [weak coordinator = app.coordinator] in
            // Each of the library's locks is taken by one of these.
            #if !os(visionOS)
            coordinator?.updatedDownloadsHandler = nil
            #endif
            coordinator?.clearProductsCache()
            coordinator?.retrieveProductsInfo([]) { _ in }
        }
        // From here on only the library owns the object.
        let release = way.handOver(app, CallsWhenReleased(releases, call: call))
        release()
        app.turns.run()
        #expect(releases.all == [true])
    }

    @Test func `a logger that is replaced may log`() {
        let log = Log()
        let releases = Recorder<Bool>()
        let owner = CallsWhenReleased(releases) { log(.info, "released") }
        log.logger = { [owner] _, _ in owner.touch() }
        _ = consume owner
        log.logger = nil
        #expect(releases.all == [true])
    }

    @Test(arguments: [false, true])
    func `a receipt's callback is released where it is called`(forceRefresh: Bool) throws {
        let places = Recorder<Bool>()
        let depth = Locked(0)
        // Calls back before the background continues, to detect objects that it still retains.
        let callbacks = CallbackQueue { block in
            depth.withLock { $0 += 1 }
            block()
            depth.withLock { $0 -= 1 }
        }
        let refreshes = Recorder<ReceiptRefreshSpy>()
        let works = Turns()
        let coordinator = ReceiptCoordinator(
            callbacks: callbacks,
            receiptURL: { URL(fileURLWithPath: #filePath) },
            background: { works.add($0) },
            makeRefresh: { completion in
                let refresh = ReceiptRefreshSpy(completion)
                refreshes.record(refresh)
                return refresh
            }
        )
        do {
            let owner = CallsWhenReleased(Recorder()) {
                places.record(depth.withLock { $0 } > 0)
            }
            let validator = BackgroundValidator(works)
            _ = coordinator.verify(using: validator, forceRefresh: forceRefresh) { [owner] _ in
                owner.touch()
            }
        }
        refreshes.all.first?.end()
        works.run()
        #expect(places.all == [true])
    }

    @Test(arguments: ["file", "cancelled while reading", "refreshed", "cancelled"])
    func `a receipt's callback may fetch again when it is released`(way: String) throws {
        let app = try ReceiptShop("receipt")
        let releases = Recorder<Bool>()
        let fetchAgain: @Sendable () -> Void = { [weak coordinator = app.coordinator] in
            coordinator?.fetch(forceRefresh: true) { _ in }.cancel()
        }
        do {
            let owner = CallsWhenReleased(releases, call: fetchAgain)
            let isForced = way == "refreshed" || way == "cancelled"
            let handle = app.coordinator.fetch(forceRefresh: isForced) { [owner] _ in
                owner.touch()
            }
            if way.hasPrefix("cancelled") { handle.cancel() }
        }
        app.refreshes.all.first?.end()
        app.run()
        #expect(releases.all == [true])
    }
}

extension ReleasingTests {
    static let setters = [
        Way("the complete handler") { app, owner in
            app.coordinator.completeTransactions(atomically: true) { _ in owner.touch() }
            return { _ = app.complete() }
        },
        Way("the handler of revocations") { app, owner in
            app.coordinator.onEntitlementRevocation { _ in owner.touch() }
            return { app.coordinator.onEntitlementRevocation { _ in } }
        },
    ]

    /// The handlers that only some platforms have.
    static var platformSetters: [Way] {
        var ways: [Way] = []
        #if !os(watchOS)
        let storePayments = Way("the handler of store payments") { app, owner in
            app.coordinator.shouldAddStorePaymentHandler = { _, _ in
                owner.touch()
                return true
            }
            return { app.coordinator.shouldAddStorePaymentHandler = nil }
        }
        ways.append(storePayments)
        #endif
        #if !os(visionOS)
        let downloads = Way("the handler of downloads") { app, owner in
            app.coordinator.updatedDownloadsHandler = { _ in owner.touch() }
            return { app.coordinator.updatedDownloadsHandler = nil }
        }
        ways.append(downloads)
        #endif
        return ways
    }

    static let results = [
        Way("products that came") { app, owner in
            app.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return { app.requests.last?.respondToAll() }
        },
        Way("products that are cached") { app, owner in
            _ = app.retrieve(["a"])
            app.requests.last?.respondToAll()
            app.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return {}
        },
        Way("a purchase that succeeds") { app, owner in
            app.buy(owner)
            return { app.deliver(TestTransaction.make()) }
        },
        Way("a purchase that fails") { app, owner in
            app.buy(owner)
            return { app.deliver(TestTransaction.make(state: .failed)) }
        },
        Way("a purchase whose transaction is removed") { app, owner in
            let transaction = TestTransaction.make(state: .purchasing)
            app.buy(owner)
            app.deliver(transaction)
            return { app.queue.remove(transaction) }
        },
        Way("a restore that ends") { app, owner in
            app.restore(owner)
            return { app.queue.finishRestore() }
        },
    ]

    static let givingUp = [
        Way("products that are cancelled") { app, owner in
            let handle = app.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return { handle.cancel() }
        },
        Way("a purchase that is abandoned") { app, owner in
            let product = TestProduct.make()
            var queued: QueuedPayment.ID?
            app.coordinator.enqueue(
                PaymentOptions().payment(for: product),
                for: product,
                atomically: true,
                callbacks: PaymentCallbacks(
                    { _ in owner.touch() },
                    onDeferred: { _ in owner.touch() }
                )
            ) { id in
                queued = id
                return true
            }
            let id = queued
            return { _ = id.map(app.coordinator.abandonPayment) }
        },
        Way("a restore that is abandoned") { app, owner in
            let id = app.restore(owner)
            return { _ = app.coordinator.abandonRestore(id) }
        },
        Way("a restore that waits and is abandoned") { app, owner in
            _ = app.restore(username: "ann")
            let id = app.restore(owner)
            return { _ = app.coordinator.abandonRestore(id) }
        },
    ]

    static let transactions = [
        Way("a transaction in the backlog that is replaced") { app, owner in
            app.queue.update(OwningTransaction(owner))
            app.queue.hold([])
            return { app.queue.update(TestTransaction.make(identifier: "1")) }
        },
        Way("a transaction in the backlog that is delivered") { app, owner in
            app.queue.update(OwningTransaction(owner))
            app.queue.hold([])
            return { app.coordinator.completeTransactions(atomically: false) { _ in } }
        },
        Way("finished transactions that the queue releases unreported") { app, owner in
            app.coordinator.finish(OwningTransaction(owner))
            app.queue.finished.removeAll()
            return { for _ in 0..<100 { app.coordinator.finish(TestTransaction.make()) } }
        },
        Way("a transaction that an abandoned restore brought") { app, owner in
            app.coordinator.completeTransactions(atomically: false) { _ in }
            let id = app.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
                _ in
            }
            app.queue.update(OwningTransaction(owner))
            app.queue.hold([])
            return { _ = app.coordinator.abandonRestore(id) }
        },
    ]

    static let products = [
        Way("products that are cleared") { app, owner in
            app.cache(owner)
            return { app.coordinator.clearProductsCache() }
        },
        Way("products of another storefront") { app, owner in
            app.cache(owner)
            return { app.queue.changeStorefront() }
        },
        Way("products that newer ones replace") { app, owner in
            app.cache(owner)
            app.clock.advance(7200)
            return {
                _ = app.retrieve(["a"])
                app.requests.last?.respondToAll()
            }
        },
    ]
}

extension TestApp {
    fileprivate func buy(_ owner: CallsWhenReleased) {
        coordinator.purchase(
            .product(TestProduct.make()),
            options: PaymentOptions(),
            onDeferred: { _ in owner.touch() },
            completion: { _ in owner.touch() }
        )
        queue.payments.removeAll()
    }

    @discardableResult
    fileprivate func restore(_ owner: CallsWhenReleased) -> Int {
        coordinator.restorePurchases(atomically: true, applicationUsername: "") { _ in
            owner.touch()
        }
    }

    /// Adds a product that owns the object to the cache.
    fileprivate func cache(_ owner: CallsWhenReleased) {
        _ = retrieve(["a"])
        requests.last?.respond([OwningProduct("a", owner)])
        turns.run()
        requests.removeAll()
    }
}

private final class OwningTransaction: SKPaymentTransaction, @unchecked Sendable {
    private let owner: CallsWhenReleased
    private let paid = SKPayment(product: TestProduct.make())

    init(_ owner: CallsWhenReleased) {
        self.owner = owner
        super.init()
    }

    override var payment: SKPayment { paid }
    override var transactionState: SKPaymentTransactionState { .restored }
    override var transactionIdentifier: String? { "1" }
}

private final class OwningProduct: SKProduct, @unchecked Sendable {
    private let owner: CallsWhenReleased
    private let identifier: String

    init(_ identifier: String, _ owner: CallsWhenReleased) {
        self.owner = owner
        self.identifier = identifier
        super.init()
    }

    override var productIdentifier: String { identifier }
}

/// A validator that answers in the background.
private struct BackgroundValidator: ReceiptValidator {
    private let works: Turns

    init(_ works: Turns) {
        self.works = works
    }

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        let completion = Callback(completion)
        works.add { completion(.error(error: .noReceiptData)) }
    }
}
