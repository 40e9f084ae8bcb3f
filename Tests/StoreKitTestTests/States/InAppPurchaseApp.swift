import Foundation
import LocalAppStore
import StoreKit
import Testing

/// An app that uses StoreKit 2 alone: it buys, listens from its launch on, and finishes.
final class InAppPurchaseApp: SubscriberApp {
    private let store: Store
    private let received = Locked(Received())
    /// The transactions that came by `updates`.
    private let updates = Recorder<UInt64>()
    private let listener: Task<Void, Never>

    /// What came in two ways, which have no order between them.
    private struct Received {
        var results: [String] = []
        var updates: [String] = []
    }

    init(of store: Store) {
        self.store = store
        let transactions = Transaction.updates.makeAsyncIterator()
        listener = Task { [received, updates] in
            var transactions = transactions
            while let transaction = await transactions.next()?.unsafePayloadValue {
                received.withLock { $0.updates += transaction.arrival.map { [$0] } ?? [] }
                await transaction.finish()
                updates.record(transaction.id)
            }
        }
    }

    deinit {
        listener.cancel()
    }

    func buy(_ product: String) async throws {
        let product = try #require(try await Product.products(for: [product]).first)
        switch try await product.purchase() {
        case .success(let result):
            await result.unsafePayloadValue.finish()
            note(".success")
        case .pending: note(".pending")
        case .userCancelled: note(".userCancelled")
        }
    }

    func arrivals() async throws -> [String] {
        try await catchUp()
        return received.withLock { $0.results + $0.updates }
    }

    func forget() async throws {
        try await catchUp()
        received.withLock { $0 = Received() }
    }

    private func note(_ result: String) {
        received.withLock { $0.results.append("`purchase()`: `\(result)`") }
    }

    /// Waits for coins that are bought now outside of the app, and so for everything before.
    private func catchUp() async throws {
        let coins = PaymentRequest(productID: Plan.coins, isMadeOutsideApp: true)
        let entry = try store.pay(coins)
        if entry.state == .deferred { try store.approve(entry.id) }
        try #require(await updates.first { $0 == UInt64(entry.id) } != nil)
    }
}

// The app's view of a product, in the words of the article.
extension InAppPurchaseApp {
    /// The deliveries, the entitlement, the newest transaction, the status and the renewal.
    func cells(of product: String) async throws -> [String] {
        let group = try #require(try store.group(of: product))
        let status = try await Product.SubscriptionInfo.status(for: group).first {
            $0.transaction.unsafePayloadValue.productID == product
        }
        let isListed = await Transaction.currentEntitlements.contains {
            $0.unsafePayloadValue.productID == product
        }
        let arrived = try await arrivals()
        return [
            arrived.isEmpty ? "nothing" : arrived.joined(separator: ", "),
            isListed ? "listed" : "not listed",
            try await Transaction.latest(for: product)?.payloadValue.text ?? "none",
            status?.state.text ?? "none",
            try status?.renewalInfo.payloadValue.text ?? "none",
        ]
    }
}

extension Store {
    /// The group of a plan that the customer has or had, or that is for sale.
    fileprivate func group(of product: String) throws -> String? {
        try entries().first { $0.productID == product }?.subscriptionGroupID
            ?? catalog.product(withIdentifier: product)?.subscription?.groupID
    }
}

extension Transaction {
    /// The transaction's delivery by `updates` in words; `nil` for the coins of this test.
    fileprivate var arrival: String? {
        productID == Plan.coins ? nil : "`updates`: \(text)"
    }

    fileprivate var text: String {
        var parts = [reason == .renewal ? "`.renewal`" : "`.purchase`"]
        if offer?.type == .introductory { parts.append("`.introductory`") }
        if ownershipType == .familyShared { parts.append("`.familyShared`") }
        if isUpgraded { parts.append("`isUpgraded`") }
        if revocationDate != nil { parts.append("`revocationDate`") }
        return parts.joined(separator: " ")
    }
}

extension Product.SubscriptionInfo.RenewalState {
    fileprivate var text: String {
        switch self {
        case .subscribed: "`.subscribed`"
        case .expired: "`.expired`"
        case .inBillingRetryPeriod: "`.inBillingRetryPeriod`"
        case .inGracePeriod: "`.inGracePeriod`"
        case .revoked: "`.revoked`"
        default: "\(rawValue)"
        }
    }
}

extension Product.SubscriptionInfo.RenewalInfo {
    fileprivate var text: String {
        var parts = [willAutoRenew ? "`willAutoRenew`" : "not `willAutoRenew`"]
        if let autoRenewPreference, autoRenewPreference != currentProductID {
            parts.append("other `autoRenewPreference`")
        }
        if isInBillingRetry { parts.append("`isInBillingRetry`") }
        if gracePeriodExpirationDate != nil { parts.append("`gracePeriodExpirationDate`") }
        if let expirationReason { parts.append(expirationReason.text) }
        switch priceIncreaseStatus {
        case .noIncreasePending: break
        case .pending: parts.append("`priceIncreaseStatus` `.pending`")
        case .agreed: parts.append("`priceIncreaseStatus` `.agreed`")
        }
        return parts.joined(separator: ", ")
    }
}

extension Product.SubscriptionInfo.RenewalInfo.ExpirationReason {
    fileprivate var text: String {
        switch self {
        case .autoRenewDisabled: "`.autoRenewDisabled`"
        case .billingError: "`.billingError`"
        case .didNotConsentToPriceIncrease: "`.didNotConsentToPriceIncrease`"
        case .productUnavailable: "`.productUnavailable`"
        case .unknown: "`.unknown`"
        default: "\(rawValue)"
        }
    }
}
