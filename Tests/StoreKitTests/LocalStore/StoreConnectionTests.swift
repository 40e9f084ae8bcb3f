import Foundation
import LocalAppStore
import Testing

@testable import StoreKit

@Suite("Which store is in use", .timeLimit(.minutes(20)))
struct StoreConnectionTests {
    private let diagnostics = StoreDiagnostics { _ in }
    private let messages = Locked<[String]>([])
    private let connection: StoreConnection

    init() {
        connection = StoreConnection(diagnostics: diagnostics) {
            throw EnvironmentError.noConfiguration
        }
        diagnostics.handler = { [messages] _, text in messages.withLock { $0.append(text) } }
    }

    @Test("A store that nobody keeps is in use until another one is")
    func letGo() throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        connection.use(first)
        connection.letGo(of: first)
        #expect(connection.openedStore === first)
        connection.use(second)
        connection.stopUsing(second)
        #expect(connection.openedStore == nil)
    }

    @Test("A store that was kept when another one came into use returns after that one")
    func kept() throws {
        let (first, second) = (try Store.shop(), try Store.shop())
        connection.use(first)
        connection.use(second)
        connection.letGo(of: second)
        #expect(connection.openedStore === second)
        connection.stopUsing(second)
        #expect(connection.openedStore === first)
    }

    @Test("Of a thousand stores that came and went the last one is left")
    func memory() throws {
        let alive = Locked(0)
        for _ in 0..<1_000 {
            let guest = Guest(alive)
            let store = try Store(catalog: Catalog(products: []), at: .memory)
            store.confirmationPolicy = .ask { _ in withExtendedLifetime(guest) { true } }
            connection.use(store)
            connection.letGo(of: store)
        }
        #expect(alive.withLock { $0 } == 1)
    }

    @Test("A newer store that takes over while an older one is kept is worth a warning")
    func warning() throws {
        let stores = try (0..<3).map { _ in try Store.shop() }
        connection.use(stores[0])
        connection.letGo(of: stores[0])
        connection.use(stores[1])
        diagnostics.flush()
        #expect(messages.withLock { $0 } == [])
        connection.use(stores[2])
        diagnostics.flush()
        #expect(messages.withLock { $0.count } == 1)
        #expect(messages.withLock { $0.first?.contains(".exclusiveSession") } == true)
    }

    @Test("Queues that are gone listen no more")
    func listeners() {
        for _ in 0..<10 {
            _ = SKPaymentQueue(LocalPaymentQueue(connection: connection))
        }
        #expect(connection.listenerCount == 0)
        let queue = LocalPaymentQueue(connection: connection)
        #expect(connection.listenerCount == 1)
        withExtendedLifetime(queue) {}
    }

    @Test("A store that is dropped is released outside of the lock")
    func dropping() throws {
        final class Owner: Sendable {
            let connection: StoreConnection
            init(_ connection: StoreConnection) { self.connection = connection }
            deinit { _ = connection.openedStore }
        }
        do {
            let owner = Owner(connection)
            let store = try Store.shop()
            store.confirmationPolicy = .ask { _ in withExtendedLifetime(owner) { true } }
            connection.use(store)
            connection.letGo(of: store)
        }
        connection.use(try .shop())
    }

    private final class Guest: Sendable {
        private let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit { alive.withLock { $0 -= 1 } }
    }

    @Test("What came into use for a while is out of use after it")
    func leftovers() async throws {
        let store = try Store.shop()
        connection.use(store)
        try await connection.withoutLeftovers { [connection] in
            connection.use(try .shop())
        }
        #expect(connection.openedStore === store)
    }
}
