import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

/// An app of one of the two APIs, and what it receives of the store.
protocol SubscriberApp: Sendable {
    /// Launches the app, which uses the store in use.
    init(of store: Store)

    /// Buys a product; on return the app knows the result, or that somebody has to approve it.
    func buy(_ product: String) async throws

    /// The app's deliveries since the last `forget()`, in order.
    func arrivals() async throws -> [String]

    /// Forgets what arrived: what comes now belongs to the state.
    func forget() async throws

    /// The deliveries and the app's view of a product, in the words of the article.
    func cells(of product: String) async throws -> [String]
}

/// A customer of a store with a clock that stands still, and the app that they use.
final class Subscriber: Sendable {
    let store: Store
    let app: any SubscriberApp
    private let session: SKTestSession?
    /// The folder of the store's ledger, if it is in a file.
    private let folder: TemporaryFolder?

    /// A customer of a new session that sells `Plans.storekit`.
    static func ofSession(_ app: any SubscriberApp.Type) throws -> Subscriber {
        let session = try SKTestSession(contentsOf: Plan.file, startingAt: .opening)
        return Subscriber(session.store, app, session)
    }

    /// A customer of a store in a folder; the store comes into use.
    static func of(
        _ store: Store,
        in folder: TemporaryFolder,
        _ app: any SubscriberApp.Type
    ) async -> Subscriber {
        StoreConnection.current.use(store)
        let subscriber = Subscriber(store, app, folder: folder)
        await subscriber.settle()
        return subscriber
    }

    private init(
        _ store: Store,
        _ app: any SubscriberApp.Type,
        _ session: SKTestSession? = nil,
        folder: TemporaryFolder? = nil
    ) {
        (self.store, self.session, self.folder) = (store, session, folder)
        self.app = app.init(of: store)
    }

    /// Buys a product in the app; on return what happened was delivered.
    func buy(_ product: String) async throws {
        try await app.buy(product)
        await settle()
    }

    /// Forgets what the app received.
    func forget() async throws {
        try await app.forget()
    }

    /// The deliveries and the app's view of a product, in the words of the article.
    func cells(of product: String) async throws -> [String] {
        try await app.cells(of: product)
    }

    /// Changes something with Apple's names; on return it was delivered.
    func change(_ body: (SKTestSession) throws -> Void) async throws {
        try body(try #require(session))
        await settle()
    }

    /// The number of the last transaction of a subscription.
    func newest() throws -> UInt {
        let entries = try store.entries().filter { $0.kind == .autoRenewableSubscription }
        return UInt(try #require(entries.last).id)
    }

    /// Advances the clock by days; on return everything due was delivered.
    func wait(days: Int) async throws {
        await (try #require(session)).advance(by: TimeInterval(days * 86_400))
    }

    /// Advances the clock to the end of the present period of a product.
    func pass(_ product: String) async throws {
        try await (try #require(session)).advance(pastRenewals: 1, of: product)
    }

    /// Waits until what the store has done is delivered.
    private func settle() async {
        let store = store
        let queue = SKPaymentQueue.default()
        await withCheckedContinuation { continuation in
            queue.device.afterDelivery(from: store, doing: {}) { continuation.resume() }
        }
    }
}
