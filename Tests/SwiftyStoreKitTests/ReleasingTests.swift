import Foundation
import StoreKit
import Testing

@testable import SwiftyStoreKit

/// Nothing that a client hands over is released under a lock: its `deinit` may call the library.
@Suite struct ReleasingTests {
    /// One way in which the library comes to own something, and in which it lets go of it.
    struct Way: Sendable, CustomTestStringConvertible {
        typealias LettingGo = () -> Void

        let testDescription: String
        let handOver: @Sendable (Shop, CallsWhenReleased) -> LettingGo

        init(
            _ description: String,
            _ handOver: @escaping @Sendable (Shop, CallsWhenReleased) -> LettingGo
        ) {
            testDescription = description
            self.handOver = handOver
        }
    }

    @Test(arguments: setters + answers + givingUp + transactions + products)
    func `what is let go of may call the library`(way: Way) {
        let shop = Shop.make()
        let releases = Recorder<Bool>()
        let call: @Sendable () -> Void = { [weak coordinator = shop.coordinator] in
            // Each of the library's locks is taken by one of these.
            coordinator?.updatedDownloadsHandler = nil
            coordinator?.clearProductsCache()
            coordinator?.retrieveProductsInfo([]) { _ in }
        }
        // From here on only the library owns the object.
        let letGo = way.handOver(shop, CallsWhenReleased(releases, call: call))
        letGo()
        shop.turns.run()
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

    @Test(arguments: ["file", "cancelled while reading", "refreshed", "cancelled"])
    func `a receipt's callback may fetch again when it is let go of`(way: String) throws {
        let shop = try ReceiptShop("receipt")
        let releases = Recorder<Bool>()
        let fetchAgain: @Sendable () -> Void = { [weak coordinator = shop.coordinator] in
            coordinator?.fetch(forceRefresh: true) { _ in }.cancel()
        }
        do {
            let owner = CallsWhenReleased(releases, call: fetchAgain)
            let isForced = way == "refreshed" || way == "cancelled"
            let handle = shop.coordinator.fetch(forceRefresh: isForced) { [owner] _ in
                owner.touch()
            }
            if way.hasPrefix("cancelled") { handle.cancel() }
        }
        shop.refreshes.all.first?.end()
        shop.run()
        #expect(releases.all == [true])
    }
}

extension ReleasingTests {
    static let setters = [
        Way("the complete handler") { shop, owner in
            shop.coordinator.completeTransactions(atomically: true) { _ in owner.touch() }
            return { _ = shop.complete() }
        },
        Way("the handler of store payments") { shop, owner in
            shop.coordinator.shouldAddStorePaymentHandler = { _, _ in
                owner.touch()
                return true
            }
            return { shop.coordinator.shouldAddStorePaymentHandler = nil }
        },
        Way("the handler of downloads") { shop, owner in
            shop.coordinator.updatedDownloadsHandler = { _ in owner.touch() }
            return { shop.coordinator.updatedDownloadsHandler = nil }
        },
        Way("the handler of revocations") { shop, owner in
            shop.coordinator.onEntitlementRevocation { _ in owner.touch() }
            return { shop.coordinator.onEntitlementRevocation { _ in } }
        },
    ]

    static let answers = [
        Way("products that came") { shop, owner in
            shop.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return { shop.requests.last?.answerAll() }
        },
        Way("products that are known") { shop, owner in
            _ = shop.retrieve(["a"])
            shop.requests.last?.answerAll()
            shop.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return {}
        },
        Way("a purchase that succeeds") { shop, owner in
            shop.buy(owner)
            return { shop.deliver(TestTransaction.make()) }
        },
        Way("a purchase that fails") { shop, owner in
            shop.buy(owner)
            return { shop.deliver(TestTransaction.make(state: .failed)) }
        },
        Way("a purchase whose transaction is removed") { shop, owner in
            let transaction = TestTransaction.make(state: .purchasing)
            shop.buy(owner)
            shop.deliver(transaction)
            return { shop.queue.remove(transaction) }
        },
        Way("a restore that ends") { shop, owner in
            shop.restore(owner)
            return { shop.queue.finishRestore() }
        },
    ]

    static let givingUp = [
        Way("products that are cancelled") { shop, owner in
            let handle = shop.coordinator.retrieveProductsInfo(["a"]) { _ in owner.touch() }
            return { handle.cancel() }
        },
        Way("a purchase that is abandoned") { shop, owner in
            let id = shop.coordinator.purchase(
                TestProduct.make(),
                options: PaymentOptions(),
                answer: PaymentAnswer({ _ in owner.touch() }, { _ in owner.touch() })
            )
            return { _ = id.map(shop.coordinator.abandonPayment) }
        },
        Way("a restore that is abandoned") { shop, owner in
            let id = shop.restore(owner)
            return { _ = shop.coordinator.abandonRestore(id) }
        },
        Way("a restore that waits and is abandoned") { shop, owner in
            _ = shop.restore(username: "ann")
            let id = shop.restore(owner)
            return { _ = shop.coordinator.abandonRestore(id) }
        },
    ]

    static let transactions = [
        Way("a kept transaction that is replaced") { shop, owner in
            shop.queue.update(OwningTransaction(owner))
            shop.queue.hold([])
            return { shop.queue.update(TestTransaction.make(identifier: "1")) }
        },
        Way("a kept transaction that is delivered") { shop, owner in
            shop.queue.update(OwningTransaction(owner))
            shop.queue.hold([])
            return { shop.coordinator.completeTransactions(atomically: false) { _ in } }
        },
        Way("finished transactions that the queue lets go of unsaid") { shop, owner in
            shop.coordinator.finish(OwningTransaction(owner))
            shop.queue.finished.removeAll()
            return { for _ in 0..<100 { shop.coordinator.finish(TestTransaction.make()) } }
        },
        Way("a transaction that an abandoned restore brought") { shop, owner in
            shop.coordinator.completeTransactions(atomically: false) { _ in }
            let id = shop.coordinator.restorePurchases(atomically: true, applicationUsername: "") {
                _ in
            }
            shop.queue.update(OwningTransaction(owner))
            shop.queue.hold([])
            return { _ = shop.coordinator.abandonRestore(id) }
        },
    ]

    static let products = [
        Way("products that are cleared") { shop, owner in
            shop.keep(owner)
            return { shop.coordinator.clearProductsCache() }
        },
        Way("products of another storefront") { shop, owner in
            shop.keep(owner)
            return { shop.queue.changeStorefront() }
        },
        Way("products that newer ones replace") { shop, owner in
            shop.keep(owner)
            shop.clock.advance(7200)
            return {
                _ = shop.retrieve(["a"])
                shop.requests.last?.answerAll()
            }
        },
    ]
}

extension Shop {
    fileprivate func buy(_ owner: CallsWhenReleased) {
        coordinator.purchase(
            TestProduct.make(),
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

    /// Lets the cache own a product that owns the object.
    fileprivate func keep(_ owner: CallsWhenReleased) {
        _ = retrieve(["a"])
        requests.last?.answer([OwningProduct("a", owner)])
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
