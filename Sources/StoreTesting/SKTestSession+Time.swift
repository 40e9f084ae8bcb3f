// Apple's session has no clock and no store that these members could access.
#if !canImport(Darwin)
public import Foundation
import LocalAppStore
import StoreKit
public import StoreKitTest

// Virtual time: a test advances the session's clock instead of waiting.
extension SKTestSession {
    /// Makes a session of a `.storekit` file whose time stands still until it is advanced.
    ///
    /// - Throws: For a malformed file, an error that describes the mistake and its place.
    public convenience init(contentsOf fileURL: URL, startingAt date: Date) throws {
        try self.init(contentsOf: fileURL, clock: .manual(startingAt: date))
    }

    /// Makes a session of `filename.storekit` with a time that stands still until it is advanced.
    ///
    /// The file is beside the program, in its resource bundles, or in the current folder.
    ///
    /// - Throws: An error if the file doesn't exist or is malformed.
    public convenience init(
        configurationFileNamed filename: String,
        startingAt date: Date
    ) throws {
        try self.init(configurationFileNamed: filename, clock: .manual(startingAt: date))
    }

    /// The current date of the session's store.
    public var currentDate: Date { store.clock.now }

    /// Advances the session's clock by a number of seconds.
    ///
    /// On return, every due renewal and other event was made, and the observers of
    /// `SKPaymentQueue.default()` and the handlers of SwiftyStoreKit were called. Their own
    /// actions, such as finishing a transaction, may continue; `deliveries()` waits for them too. A
    /// negative number is ignored. With a session that follows the system's clock, the time in
    /// between is skipped.
    public func advance(by seconds: TimeInterval) async {
        await advance { $0.advance(by: seconds) }
    }

    /// Advances the session's clock to a date; an earlier date than the current one is ignored.
    ///
    /// On return, due events were delivered, as with `advance(by:)`.
    public func advance(to date: Date) async {
        await advance { $0.advance(to: date) }
    }

    /// Advances the session's clock to the end of a subscription's period, a number of times.
    ///
    /// On return, due events were delivered, as with `advance(by:)`.
    ///
    /// - Throws: An error without an active subscription to the product.
    public func advance(
        pastRenewals count: Int = 1,
        of productIdentifier: String
    ) async throws {
        for _ in 0..<max(0, count) {
            await advance(to: try nextRenewal(of: productIdentifier))
        }
    }

    private func advance(_ body: @escaping @Sendable (StoreClock) -> Void) async {
        let store = store
        let queue = SKPaymentQueue.default()
        await withCheckedContinuation { continuation in
            queue.device.afterDelivery(from: store, doing: { body(store.clock) }) {
                continuation.resume()
            }
        }
    }
}

// The same for tests that are not asynchronous. The main queue runs while they wait.
extension SKTestSession {
    /// Advances the session's clock by a number of seconds, in a test that is not `async`.
    ///
    /// On return, due events were delivered, as with the asynchronous form. Call it in a test of
    /// XCTest, or on another thread than the main one. Inside a callback on the main queue nothing
    /// can be delivered before the callback ends: there it returns when the clock was advanced, and
    /// the logger receives a warning.
    @available(*, noasync, message: "Write: await advance(by:)")
    public func advance(by seconds: TimeInterval) {
        advanceAndWait { $0.advance(by: seconds) }
    }

    /// Advances the session's clock to a date, in a test that is not `async`; an earlier date than
    /// the current one is ignored.
    ///
    /// On return, due events were delivered, as with `advance(by:)`.
    @available(*, noasync, message: "Write: await advance(to:)")
    public func advance(to date: Date) {
        advanceAndWait { $0.advance(to: date) }
    }

    /// Advances the session's clock to the end of a subscription's period, a number of times, in a
    /// test that is not `async`.
    ///
    /// On return, due events were delivered, as with `advance(by:)`.
    ///
    /// - Throws: An error without an active subscription to the product.
    @available(*, noasync, message: "Write: try await advance(pastRenewals:of:)")
    public func advance(pastRenewals count: Int = 1, of productIdentifier: String) throws {
        for _ in 0..<max(0, count) {
            advance(to: try nextRenewal(of: productIdentifier))
        }
    }

    private func advanceAndWait(_ body: @escaping @Sendable (StoreClock) -> Void) {
        let store = store
        let queue = SKPaymentQueue.default()
        let waits = MainQueueWait.run { resume in
            queue.device.afterDelivery(from: store, doing: { body(store.clock) }, resume)
        }
        if !waits { body(store.clock) }
    }

    private func nextRenewal(of productIdentifier: String) throws -> Date {
        try suggestingProduct { store in
            let subscriptions = try store.subscriptions.all()
            let last = subscriptions.last { $0.productID == productIdentifier }
            guard let date = last?.nextEventDate else {
                throw StoreError.noSubscription(productID: productIdentifier)
            }
            return date
        }
    }
}

extension StoreClock {
    /// A clock that stands still at a date, or without one follows the system's clock.
    static func starting(at date: Date?) -> StoreClock {
        date.map(StoreClock.manual) ?? .system()
    }
}

// Waiting for the effects of a test.
extension SKTestSession {
    /// Returns when everything that the test caused so far was delivered.
    ///
    /// Payments reached the store. Requests for products and receipts, and to verifyReceipt, got
    /// their responses. The observers of `SKPaymentQueue.default()` and the handlers of
    /// SwiftyStoreKit were called, and their own actions, such as finishing a transaction, are
    /// complete. The clock stays, so the call doesn't wait for events that a fault plan delays, or
    /// for the work of an app's task after it was resumed.
    ///
    /// ```swift
    /// try session.buyProduct(productIdentifier: "com.example.coins")
    /// await session.deliveries()
    /// ```
    public func deliveries() async {
        await SKPaymentQueue.default().quiet(storeInUse)
    }

    /// Returns when everything that the test caused so far was delivered, in a test that is not
    /// `async`.
    ///
    /// Call it in a test of XCTest, or on another thread than the main one. Inside a callback on
    /// the main queue it returns immediately, and the logger receives a warning.
    @available(*, noasync, message: "Write: await deliveries()")
    public func deliveries() {
        let store = storeInUse
        let queue = SKPaymentQueue.default()
        _ = MainQueueWait.run { queue.device.whenQuiet(store, $0) }
    }

    /// The customer's transactions that the app has yet to finish, oldest first.
    ///
    /// A purchase that waits for approval is not among them, because an app cannot finish it.
    public func unfinishedTransactions() -> [SKTestTransaction] {
        let entries = reporting { try $0.unfinishedEntries() } ?? []
        let unfinished = Set(entries.map { UInt(clamping: $0.id) })
        return allTransactions().filter {
            unfinished.contains(UInt(clamping: $0.identifier)) && $0.state != .deferred
        }
    }
}

extension SKPaymentQueue {
    /// Returns when nothing is on its way between the app and a store.
    func quiet(_ store: Store) async {
        await withCheckedContinuation { continuation in
            device.whenQuiet(store) { continuation.resume() }
        }
    }
}
#endif
