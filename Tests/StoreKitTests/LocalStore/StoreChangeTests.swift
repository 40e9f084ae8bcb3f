import LocalAppStore
import TestSupport
import Testing

@testable import StoreClient

@Suite("The changes of the store in use", .timeLimit(.minutes(10)))
struct StoreChangeTests {
    private let scope = StoreScope()

    /// Has the products of the entries that a device delivers.
    private final class Receiver: StoreChangeReceiver {
        let products: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation
        private let whenReplaced: @Sendable () -> Void

        init(whenReplaced: @escaping @Sendable () -> Void = {}) {
            (products, continuation) = AsyncStream.makeStream()
            self.whenReplaced = whenReplaced
        }

        func storeInUseChanged() { whenReplaced() }

        func receive(_ change: StoreChange, of store: Store) {
            for entry in change.entries { continuation.yield(entry.productID) }
        }
    }

    private func makeStore() throws -> Store {
        let store = try Store.sample()
        scope.connection.use(store)
        return store
    }

    @Test("Each receiver has each change once, however often the store is followed")
    func once() async throws {
        let (first, second) = (Receiver(), Receiver())
        scope.device.deliverChanges(to: first)
        scope.device.deliverChanges(to: second)
        let store = try makeStore()
        for _ in 0..<3 { scope.device.follow(store) }
        for id in ["coins", "level"] { try store.pay(PaymentRequest(productID: id)) }
        for receiver in [first, second] {
            var products: [String] = []
            for await product in receiver.products.prefix(2) { products.append(product) }
            #expect(products == ["coins", "level"])
        }
    }

    @Test("A store that is out of use delivers nothing")
    func outOfUse() async throws {
        let receiver = Receiver()
        scope.device.deliverChanges(to: receiver)
        let former = try makeStore()
        scope.device.follow(former)
        let store = try makeStore()
        scope.device.follow(former)
        scope.device.follow(store)
        try former.pay(PaymentRequest(productID: "coins"))
        try store.pay(PaymentRequest(productID: "level"))
        #expect(await receiver.products.first { _ in true } == "level")
    }

    @Test("An iteration has another store's transactions, even if a newer one follows it first")
    func followedBefore() async throws {
        let newer = Locked<[any Sendable]>([])
        let receiver = Receiver { [scope, newer] in
            let iteration = scope.updates.transactions()
            newer.withLock { $0.append(iteration) }
        }
        scope.device.deliverChanges(to: receiver)
        let older = scope.updates.transactions()
        let store = try Store.sample()
        let id = try store.pay(PaymentRequest(productID: "coins")).id
        scope.connection.use(store)
        #expect(await older.next()?.value.id == id)
    }

    @Test("A change that comes before what there was already is delivered once")
    func changeBeforePresent() async {
        let hub = UpdateHub<Int, String>(areSame: ==)
        let iteration = hub.subscribe()
        hub.send("new", for: 1)
        #expect(await iteration.next() == "new")
        iteration.buffer.put("new", for: 1, isPresent: true)
        iteration.buffer.put("old", for: 2, isPresent: true)
        iteration.buffer.endBeginning()
        #expect(await iteration.next() == "old")
        hub.send("old", for: 2)
        hub.send("newer", for: 1)
        #expect(await iteration.next() == "newer")
    }
}
