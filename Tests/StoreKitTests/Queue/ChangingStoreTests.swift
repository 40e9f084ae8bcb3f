import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Changing the store in use", .timeLimit(.minutes(1)))
struct ChangingStoreTests {
    @Test("A payment that another store outlives is not shown as a purchase in that store")
    func late() async throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        let queue = SKPaymentQueue(store: first)
        let connection = queue.local.connection
        first.confirmationPolicy = .ask { _ in
            connection.use(second)
            return true
        }
        let observer = RecordingObserver()
        queue.add(observer)
        queue.add(SKPayment.make("coins"))
        #expect(await observer.next(1) == [.updated(["coins purchasing"])])
        queue.add(SKPayment.make("level"))
        #expect(
            await observer.next(2) == [
                .updated(["level purchasing"]), .updated(["level purchased"]),
            ]
        )
        #expect(try first.entries().map(\.productID) == ["coins"])
        #expect(try second.entries().map(\.productID) == ["level"])
    }

    @Test("A payment that is added right after another store came into use keeps its object")
    func early() async throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        try first.pay(PaymentRequest(productID: "level"))
        let queue = SKPaymentQueue(store: first)
        let observer = RecordingObserver()
        queue.add(observer)
        #expect(await observer.next(1) == [.updated(["level purchased"])])
        queue.local.connection.use(second)
        queue.add(SKPayment.make("coins"))
        #expect(
            await observer.next(2) == [
                .updated(["coins purchasing"]), .updated(["coins purchased"]),
            ]
        )
        #expect(observer.transactions[1] === observer.transactions[2])
        #expect(queue.transactions.count == 1)
    }
}
