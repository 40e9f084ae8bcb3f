// Apple's session has no clock that these members could advance.
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

    /// Makes a session of `filename.storekit`, which is beside the program, in its resource
    /// bundles, or in the current folder, and whose time stands still until it is advanced.
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
            let date = try suggestingProduct { try $0.nextRenewal(of: productIdentifier) }
            await advance { $0.advance(to: date) }
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
            let date = try suggestingProduct { try $0.nextRenewal(of: productIdentifier) }
            advanceAndWait { $0.advance(to: date) }
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
}

extension StoreClock {
    /// A clock that stands still at a date, or without one follows the system's clock.
    static func starting(at date: Date?) -> StoreClock {
        date.map(StoreClock.manual) ?? .system()
    }
}

extension Store {
    fileprivate func nextRenewal(of productID: String) throws -> Date {
        let subscription = try subscriptions.all().last { $0.productID == productID }
        guard let date = subscription?.nextEventDate else {
            throw StoreError.noSubscription(productID: productID)
        }
        return date
    }
}
#endif
