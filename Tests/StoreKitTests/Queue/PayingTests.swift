import Foundation
import LocalAppStore
import StoreKit
import Testing

@Suite("Paying through the queue", .timeLimit(.minutes(10)))
struct PayingTests {
    let store: Store
    let queue: SKPaymentQueue
    let observer = RecordingObserver()

    init() throws {
        store = try .sample()
        queue = SKPaymentQueue(store: store)
        queue.add(observer)
    }

    @Test("A payment is purchasing and then purchased, in one object")
    func purchased() async throws {
        queue.add(SKPayment.make("coins", quantity: 2, user: "ann"))
        #expect(
            await observer.next(2) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]),
            ]
        )
        let transactions = observer.transactions
        #expect(transactions[0] === transactions[1])
        let transaction = try #require(transactions.last)
        let entry = try #require(try store.entries().first)
        #expect(transaction.transactionIdentifier == String(entry.id))
        #expect(transaction.transactionDate == .opening)
        #expect(transaction.error == nil)
        #expect(transaction.original == nil)
        #expect(transaction.payment.quantity == 2)
        #expect(transaction.payment.applicationUsername == "ann")
    }

    @Test("A payment is copied when it is added")
    func copied() async {
        let payment = SKPayment.make("coins")
        queue.add(payment)
        payment.productIdentifier = "level"
        payment.quantity = 9
        _ = await observer.next(2)
        #expect(observer.transactions.last?.payment.productIdentifier == "coins")
        #expect(observer.transactions.last?.payment.quantity == 1)
    }

    @Test("Nothing is delivered during the call")
    func notReentrant() async {
        await MainActor.run {
            queue.add(SKPayment.make("coins"))
            #expect(observer.transactions.isEmpty)
        }
        _ = await observer.next(2)
    }

    @Test("Adding the same payment again buys again")
    func again() async throws {
        let payment = SKPayment.make("coins")
        queue.add(payment)
        queue.add(payment)
        _ = await observer.next(4)
        #expect(try store.entries().count == 2)
        #expect(queue.transactions.count == 2)
    }

    @Test("Payments reach the store in the order they were added")
    func order() async throws {
        let products = (0..<20).map { $0.isMultiple(of: 3) ? "level" : "coins" }
        for product in products {
            queue.add(SKPayment.make(product))
        }
        _ = await observer.next(40)
        #expect(try store.entries().map(\.productID) == products)
        #expect(queue.transactions.map(\.payment.productIdentifier) == products)
    }

    @Test("A failed payment has its error", arguments: [0, 2, 907])
    func failed(code: Int) async throws {
        try store.updateSettings {
            $0.failsTransactions = true
            $0.failureCode = code
        }
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(2) == [.updated(["coins purchasing"]), .updated(["coins failed"])]
        )
        let error = try #require(observer.transactions.last?.error as? SKError)
        #expect(error.errorCode == code)
        #expect(error.code == SKError.Code(rawValue: code) ?? .unknown)
        #expect(observer.transactions.last?.transactionIdentifier == nil)
    }

    @Test("A refused payment has a reason for developers, but none for customers")
    func refused() async throws {
        queue.add(SKPayment.make("coins", quantity: 11))
        _ = await observer.next(2)
        let error = try #require(observer.transactions.last?.error as? SKError)
        let reason = "The quantity is 11; the store sells 1 to 10 at once."
        #expect(error.code == .paymentInvalid)
        #expect(error.userInfo[NSDebugDescriptionErrorKey] as? String == reason)
        #expect(error.localizedDescription == "The purchase could not be completed.")
        #expect(error.userInfo[NSUnderlyingErrorKey] == nil)
    }

    @Test("The reason is delivered again with an unfinished transaction")
    func reasonDeliveredAgain() async throws {
        queue.add(SKPayment.make("bricks"))
        _ = await observer.next(2)
        let next = SKPaymentQueue(store: store)
        let newObserver = RecordingObserver()
        next.add(newObserver)
        #expect(await newObserver.next(1) == [.updated(["bricks failed"])])
        let error = try #require(newObserver.transactions.last?.error as? SKError)
        #expect(
            error.userInfo[NSDebugDescriptionErrorKey] as? String
                == "The catalog has no product \"bricks\"."
        )
    }

    @Test("An interrupted payment has the server's error as the underlying error")
    func interrupted() async throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        queue.add(SKPayment.make("coins"))
        _ = await observer.next(2)
        let error = try #require(observer.transactions.last?.error as? SKError)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(error.code == .unknown)
        #expect(cause.domain == "ASDServerErrorDomain")
        #expect(cause.code == 3038)
    }

    @Test("A deferred transaction becomes purchased when it is approved, in the same object")
    func approved() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        queue.add(SKPayment.make("level"))
        #expect(await observer.next(2).last == .updated(["level deferred"]))
        let transaction = try #require(observer.transactions.last)
        #expect(transaction.transactionIdentifier == nil)
        queue.finishTransaction(transaction)

        try store.approve(try #require(try store.entries().first).id)
        #expect(await observer.next(1) == [.updated(["level purchased"])])
        #expect(observer.transactions.last === transaction)
        #expect(transaction.transactionIdentifier != nil)
    }

    @Test("A declined purchase fails as cancelled")
    func declined() async throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        queue.add(SKPayment.make("level"))
        _ = await observer.next(2)
        try store.decline(try #require(try store.entries().first).id)
        #expect(await observer.next(1) == [.updated(["level failed"])])
        #expect((observer.transactions.last?.error as? SKError)?.code == .paymentCancelled)
    }

    @Test("A full disk fails the payment with the reason, and the transaction can be finished")
    func fullDisk() async throws {
        try store.limitPages(to: 1)
        let payment = SKPayment.make("coins")
        payment.requestData = Data(repeating: 1, count: 200_000)
        queue.add(payment)
        #expect(await observer.next(2).last == .updated(["coins failed"]))
        let transaction = try #require(observer.transactions.last)
        let error = try #require(transaction.error)
        #expect(error.localizedDescription == "An unknown error occurred.")
        let info = (error as NSError).userInfo
        let reason = try #require(info[NSDebugDescriptionErrorKey] as? String)
        #expect(reason.contains("no space left") && reason.contains("Free some space"))
        #expect(try store.entries().isEmpty)

        queue.finishTransaction(transaction)
        #expect(await observer.next(1) == [.removed(["coins failed"])])
        #expect(queue.transactions.isEmpty)
    }

    @Test("A purchase made outside of the app is delivered")
    func elsewhere() async throws {
        try store.buy(PaymentRequest(productID: "coins", isMadeOutsideApp: true))
        #expect(await observer.next(1) == [.updated(["coins purchased"])])
    }

    @Test(
        "The delegate decides about a payment whose storefront has changed; without one it is made",
        arguments: [true, false, nil]
    )
    func changedStorefront(decision: Bool?) async throws {
        let continues = decision ?? true
        let delegate = decision.map(StorefrontDelegate.init)
        queue.delegate = delegate
        let bothAreAdded = DispatchSemaphore(value: 0)
        store.confirmationPolicy = .ask { [store] _ in
            bothAreAdded.wait()
            store.confirmationPolicy = .confirm
            return (try? store.updateSettings { $0.storefront = "DEU" }) != nil
        }
        queue.add(SKPayment.make("coins"))
        queue.add(SKPayment.make("level"))
        bothAreAdded.signal()
        let end = QueueEvent.updated(["level \(continues ? "purchased" : "failed")"])
        while await observer.next(1) != [end] {}
        #expect(delegate?.calls == decision.map { _ in ["level in DEU"] })
        let states = queue.transactions.map(\.transactionState)
        #expect(states == [.purchased, continues ? .purchased : .failed])
        if !continues {
            let error = queue.transactions[1].error as? SKError
            #expect(error?.code == .storeProductNotAvailable)
            let reason = error?.userInfo[NSDebugDescriptionErrorKey] as? String
            #expect(reason?.contains("storefront changed") == true)
            #expect(try store.entries().count == 1)
        }
    }
}

/// A delegate with a fixed decision, which records the calls.
private final class StorefrontDelegate: NSObject, SKPaymentQueueDelegate, Sendable {
    private let continues: Bool
    private let recordedCalls = Locked<[String]>([])

    init(continues: Bool) {
        self.continues = continues
    }

    var calls: [String] {
        recordedCalls.withLock { $0 }
    }

    func paymentQueue(
        _ paymentQueue: SKPaymentQueue,
        shouldContinue transaction: SKPaymentTransaction,
        in newStorefront: SKStorefront
    ) -> Bool {
        let product = transaction.payment.productIdentifier
        recordedCalls.withLock { $0.append("\(product) in \(newStorefront.countryCode)") }
        return continues
    }
}
