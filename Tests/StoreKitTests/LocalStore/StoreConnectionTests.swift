import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import StoreClient
@testable import StoreKit

@Suite("The store in use", .timeLimit(.minutes(10)))
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

    @Test("A store of a released session is in use until another one is")
    func released() throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        connection.use(first)
        connection.sessionWasReleased(of: first)
        #expect(connection.openedStore === first)
        connection.use(second)
        connection.stopUsing(second)
        #expect(connection.openedStore == nil)
    }

    @Test("A store of a retained session returns into use after a newer one")
    func retained() throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        connection.use(first)
        connection.use(second)
        connection.sessionWasReleased(of: second)
        #expect(connection.openedStore === second)
        connection.stopUsing(second)
        #expect(connection.openedStore === first)
    }

    @Test("Of many stores of released sessions only the last is retained")
    func memory() throws {
        let alive = Locked(0)
        for _ in 0..<TestVolume.count(100, all: 1_000) {
            let counted = CountedObject(alive)
            let store = try Store(catalog: Catalog(products: []), at: .memory)
            store.confirmationPolicy = .ask { _ in withExtendedLifetime(counted) { true } }
            connection.use(store)
            connection.sessionWasReleased(of: store)
        }
        #expect(alive.withLock { $0 } == 1)
    }

    @Test("A store that takes over from one of a retained session is reported as a warning")
    func warning() throws {
        let stores = try (0..<3).map { _ in try Store.sample() }
        connection.use(stores[0])
        connection.sessionWasReleased(of: stores[0])
        connection.use(stores[1])
        diagnostics.flush()
        #expect(messages.withLock { $0 } == [])
        connection.use(stores[2])
        diagnostics.flush()
        #expect(messages.withLock { $0.count } == 1)
        #expect(messages.withLock { $0.first?.contains(".exclusiveSession") } == true)
    }

    @Test("The subscription of a released queue ends")
    func subscriptions() {
        for _ in 0..<10 {
            _ = SKPaymentQueue(LocalPaymentQueue(StoreDevice(connection)))
        }
        #expect(connection.subscriptionCount == 0)
        let queue = LocalPaymentQueue(StoreDevice(connection))
        #expect(connection.subscriptionCount == 1)
        withExtendedLifetime(queue) {}
    }

    @Test("A store that is dropped is released after the lock")
    func dropping() throws {
        final class Owner: Sendable {
            let connection: StoreConnection
            init(_ connection: StoreConnection) { self.connection = connection }
            deinit { _ = connection.openedStore }
        }
        do {
            let owner = Owner(connection)
            let store = try Store.sample()
            store.confirmationPolicy = .ask { _ in withExtendedLifetime(owner) { true } }
            connection.use(store)
            connection.sessionWasReleased(of: store)
        }
        connection.use(try .sample())
    }

    private final class CountedObject: Sendable {
        private let alive: Locked<Int>

        init(_ alive: Locked<Int>) {
            self.alive = alive
            alive.withLock { $0 += 1 }
        }

        deinit { alive.withLock { $0 -= 1 } }
    }

    @Test("A connection that has ended drops its stores and takes no other into use")
    func ended() throws {
        connection.use(try .sample())
        connection.end()
        #expect(connection.openedStore == nil)
        connection.use(try .sample())
        #expect(connection.openedStore == nil)
        #expect(throws: StoreScopeError.ended) { try connection.store() }
    }

    @Test("What began with one store is not continued with another")
    func anotherStore() throws {
        let (first, second) = (try Store.sample(), try Store.sample())
        connection.use(first)
        #expect(try connection.store(asOf: first) === first)
        connection.use(second)
        #expect(throws: StoreScopeError.anotherStore) { try connection.store(asOf: first) }
        #expect(try connection.store(asOf: nil) === second)
    }
}
