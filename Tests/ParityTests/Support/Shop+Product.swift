import Foundation
import StoreKit
import StoreKitTest
import Testing

// The shop's products by StoreKit 2. `daily` has an offer of each kind; `song` and `annual` have
// no localization.
extension Shop {
    static let season = "season"
    static let song = "song"
    static let music = "plan.music"
    static let club = "club"
    static let daily = "press.daily"
    static let annual = "press.yearly"
    static let plans = "51A7E501"
    static let press = "51A7E503"
    static let all = [coins, book, season, silver]

    func product(_ id: String) async throws -> Product {
        try #require(try await Product.products(for: [id]).first)
    }

    /// Buys as the app does by StoreKit 2; the transaction is unfinished.
    func buy(
        _ id: String,
        _ options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        try await product(id).purchase(options: options).transaction
    }

    /// Buys as the app does by StoreKit 2, and finishes the transaction.
    @discardableResult
    func buyAndFinish(
        _ id: String,
        _ options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        let transaction = try await buy(id, options)
        await transaction.finish()
        return transaction
    }

    /// The status of the customer's subscription in a group.
    func status(
        _ group: String = Shop.plans
    ) async throws -> Product.SubscriptionInfo.Status {
        try #require(try await Product.SubscriptionInfo.status(for: group).first)
    }

    func renewalInfo(
        _ group: String = Shop.plans
    ) async throws -> Product.SubscriptionInfo.RenewalInfo {
        try await status(group).renewalInfo.payloadValue
    }

    /// Fails the renewal of a subscription.
    func failRenewal(of product: String, withGracePeriod hasGracePeriod: Bool = false) throws {
        session.billingGracePeriodIsEnabled = hasGracePeriod
        session.shouldEnterBillingRetryOnRenewal = true
        try session.forceRenewalOfSubscription(productIdentifier: product)
    }
}

extension Product.PurchaseResult {
    var isPending: Bool { if case .pending = self { true } else { false } }
    var isCancelled: Bool { if case .userCancelled = self { true } else { false } }
}

extension Transaction.Transactions {
    /// The transactions to the end, all of which are verified.
    var list: [Transaction] {
        get async throws {
            var list: [Transaction] = []
            for await result in self { list.append(try result.payloadValue) }
            return list
        }
    }

    var ids: [UInt64] {
        get async throws { try await list.map(\.id) }
    }
}

extension Transaction.Transactions.AsyncIterator {
    /// Waits for the next transaction, which is verified.
    mutating func transaction() async throws -> Transaction {
        try #require(await next()).payloadValue
    }
}

extension Product.SubscriptionInfo.Status {
    /// Waits for a state; the statuses before it are skipped.
    static func first(
        _ state: Product.SubscriptionInfo.RenewalState,
        in updates: inout Statuses.AsyncIterator
    ) async throws -> Product.SubscriptionInfo.Status {
        while let status = await updates.next() {
            if status.state == state { return status }
        }
        throw CancellationError()
    }

    /// Waits for renewal information; the statuses before it are skipped.
    static func first(
        in updates: inout Statuses.AsyncIterator,
        where isExpected: (Product.SubscriptionInfo.RenewalInfo) -> Bool
    ) async throws {
        while let status = await updates.next() {
            if isExpected(try status.renewalInfo.payloadValue) { return }
        }
        throw CancellationError()
    }
}

/// Waits for an element in a task that is cancelled as soon as the iteration has begun.
func nextInCancelledTask<Updates: AsyncSequence & Sendable>(
    of updates: Updates
) async throws -> Updates.Element? where Updates.Element: Sendable {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
        var iterator = updates.makeAsyncIterator()
        begin.yield()
        return try await iterator.next()
    }
    var beginning = begun.makeAsyncIterator()
    await beginning.next()
    task.cancel()
    return try await task.value
}

/// Runs `body` in a task that is cancelled already.
func inCancelledTask<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body()
    }
    return try await task.value
}
