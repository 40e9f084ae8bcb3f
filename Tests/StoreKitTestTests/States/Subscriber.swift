import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

/// A customer of a store with a clock that stands still, and what the app receives of the store.
final class Subscriber: Sendable {
    let store: Store
    private let session: SKTestSession?
    /// The folder of the store's ledger, if it is in a file.
    private let folder: TemporaryFolder?
    /// What the handlers and callbacks received, in order, since the last `forget()`.
    private let arrivals = Locked<[String]>([])
    private let updates = SwiftyStoreKit.purchaseUpdates

    /// A customer of a new session that sells `Plans.storekit`.
    static func ofSession() throws -> Subscriber {
        let session = try SKTestSession(contentsOf: Plan.file, startingAt: .opening)
        return Subscriber(session.store, session)
    }

    /// A customer of a store in a folder; the store comes into use.
    static func of(_ store: Store, in folder: TemporaryFolder) async -> Subscriber {
        StoreConnection.current.use(store)
        let subscriber = Subscriber(store, folder: folder)
        await subscriber.settle()
        return subscriber
    }

    private init(_ store: Store, _ session: SKTestSession? = nil, folder: TemporaryFolder? = nil) {
        (self.store, self.session, self.folder) = (store, session, folder)
        SwiftyStoreKit.completeTransactions { [arrivals] purchases in
            for purchase in purchases {
                let state = purchase.transaction.transactionState
                arrivals.withLock { $0.append("`completeTransactions`: `.\(state)`") }
            }
        }
        SwiftyStoreKit.onEntitlementRevocation { [arrivals] _ in
            arrivals.withLock { $0.append("`onEntitlementRevocation`") }
        }
    }

    /// Buys a product in the app; on return the callback, or `onDeferred`, was called.
    func buy(_ product: String) async {
        let ends = Recorder<Void>()
        SwiftyStoreKit.purchaseProduct(
            product,
            onDeferred: { [arrivals] _ in
                arrivals.withLock { $0.append("`onDeferred`") }
                ends.record(())
            },
            completion: { [arrivals] result in
                arrivals.withLock { $0.append(result.text) }
                ends.record(())
            }
        )
        await ends.first()
        await settle()
    }

    /// Changes something with Apple's names; on return it was delivered.
    func change(_ body: (SKTestSession) throws -> Void) async throws {
        try body(try #require(session))
        await settle()
    }

    /// The number of the last transaction.
    func newest() throws -> UInt {
        UInt(try #require(try store.entries().last).id)
    }

    /// Advances the clock by days; on return everything due was delivered.
    func wait(days: Int) async throws {
        await (try #require(session)).advance(by: TimeInterval(days * 86_400))
    }

    /// Advances the clock to the end of the present period of a product.
    func pass(_ product: String) async throws {
        try await (try #require(session)).advance(pastRenewals: 1, of: product)
    }

    /// The first purchase that came outside of a call; `nil` when the test is cancelled.
    func firstUpdate() async -> Purchase? {
        for await purchase in updates { return purchase }
        return nil
    }

    /// Forgets what arrived: what comes now belongs to the state.
    func forget() {
        arrivals.withLock { $0 = [] }
    }

    /// Waits until what the store has done is delivered.
    private func settle() async {
        let store = store
        let queue = SKPaymentQueue.default()
        await withCheckedContinuation { continuation in
            queue.afterDelivery(from: store, doing: {}) { continuation.resume() }
        }
    }
}

// What the app sees of a product, in the words of the article.
extension Subscriber {
    /// What arrived, the verdict of the group, the status of the product, and its renewal.
    ///
    /// The response of the server lacks what only the server knows unless `isFromServer`.
    func cells(of product: String, isFromServer: Bool = true) async throws -> [String] {
        var receipt = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
        if !isFromServer { receipt = receipt.filter { $0.key == "receipt" } }
        let date = store.clock.now
        let verdict = SwiftyStoreKit.verifySubscriptions(
            productIds: Plan.all,
            inReceipt: receipt,
            validUntil: date
        )
        let statuses = SwiftyStoreKit.productStatuses(inReceipt: receipt, at: date)
        let renewal = statuses[product]?.renewal
        let arrived = arrivals.withLock { $0 }
        return [
            arrived.isEmpty ? "nothing" : arrived.joined(separator: ", "),
            verdict.text,
            statuses[product].map(\.text) ?? "none",
            renewal.map(\.text) ?? "none",
        ]
    }
}

extension PurchaseResult {
    fileprivate var text: String {
        switch self {
        case .success: "callback: `.success`"
        case .error(let error): "callback: `.error`, `.\(error.code)`"
        }
    }
}

extension VerifySubscriptionResult {
    fileprivate var text: String {
        switch self {
        case .purchased: "`.purchased`"
        case .expired: "`.expired`"
        case .notPurchased: "`.notPurchased`"
        }
    }
}

extension ProductStatus {
    fileprivate var text: String {
        let name =
            switch state {
            case .owned: "owned"
            case .active: "active"
            case .inGracePeriod: "inGracePeriod"
            case .inBillingRetry: "inBillingRetry"
            case .expired: "expired"
            case .upgraded: "upgraded"
            case .revoked: "revoked"
            }
        let entitled = isEntitled ? "entitled" : "not entitled"
        let isTrial = items.first?.isTrialPeriod == true
        return "`.\(name)`, \(entitled)" + (isTrial ? ", `isTrialPeriod`" : "")
    }
}

extension SubscriptionRenewal {
    fileprivate var text: String {
        var parts = [willRenew ? "`willRenew`" : "not `willRenew`"]
        if renewalProductId != productId { parts.append("other `renewalProductId`") }
        if isInBillingRetry { parts.append("`isInBillingRetry`") }
        if gracePeriodExpiryDate != nil { parts.append("`gracePeriodExpiryDate`") }
        if let expirationIntent { parts.append("`.\(expirationIntent)`") }
        if let priceConsent { parts.append("`priceConsent` `.\(priceConsent)`") }
        return parts.joined(separator: ", ")
    }
}
