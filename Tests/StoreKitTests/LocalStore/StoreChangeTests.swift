import LocalAppStore
import TestSupport
import Testing

@testable import StoreClient

@Suite("The changes of the store in use", .timeLimit(.minutes(10)))
struct StoreChangeTests {
    private let scope = StoreScope()

    /// Has the products and storefronts that a device delivers.
    private final class Receiver: StoreChangeReceiver {
        let events: AsyncStream<String>
        private let continuation: AsyncStream<String>.Continuation
        private let whenReplaced: @Sendable () -> Void

        init(whenReplaced: @escaping @Sendable () -> Void = {}) {
            (events, continuation) = AsyncStream.makeStream()
            self.whenReplaced = whenReplaced
        }

        func storeInUseChanged() { whenReplaced() }

        func receive(_ change: StoreChange, of store: Store) {
            for entry in change.entries { continuation.yield(entry.productID) }
        }

        func receive(_ storefront: StorefrontCountry, of store: Store) {
            continuation.yield(storefront.code)
        }

        var takesIntents: Bool { true }

        func receiveIntent(
            toBuy productID: String,
            with settings: StoreSettings,
            of store: Store
        ) {
            continuation.yield("intent to buy \(productID)")
        }

        /// The first products and storefronts.
        func first(_ count: Int) async -> [String] {
            await events.prefix(count).reduce(into: []) { $0.append($1) }
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
            #expect(await receiver.first(2) == ["coins", "level"])
        }
    }

    @Test("Each receiver has a new storefront once, and the first one the intents to buy")
    func events() async throws {
        let (first, second) = (Receiver(), Receiver())
        scope.device.deliverChanges(to: first)
        scope.device.deliverChanges(to: second)
        let store = try makeStore()
        scope.device.follow(store)
        try store.updateSettings { $0.storefront = "DEU" }
        try store.beginPurchaseOnAppStore(of: "coins")
        for _ in 0..<2 {
            try scope.device.deliverStorefront(of: store)
            try scope.device.deliverIntents(of: store)
        }
        try store.pay(PaymentRequest(productID: "level"))
        #expect(await first.first(3) == ["DEU", "intent to buy coins", "level"])
        #expect(await second.first(2) == ["DEU", "level"])
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
        #expect(await receiver.first(1) == ["level"])
    }

    @Test("A store that is followed too late does not end the observation of the one in use")
    func followedLate() async throws {
        let receiver = Receiver()
        scope.device.deliverChanges(to: receiver)
        let former = try makeStore()
        let store = try makeStore()
        scope.device.follow(store)
        #expect(scope.device.follow(former) == nil)
        try store.pay(PaymentRequest(productID: "level"))
        #expect(await receiver.first(1) == ["level"])
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
