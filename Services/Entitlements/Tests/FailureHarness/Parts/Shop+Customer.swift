import Foundation
import LocalAppStore
import TestCluster

extension Shop.Customer {
    @discardableResult
    func buy(_ product: String) throws -> LedgerEntry {
        let entry = try store.pay(
            PaymentRequest(productID: product, applicationUsername: token.uuidString)
        )
        guard let failure = entry.failure else { return entry }
        try store.finish([entry.id])
        throw StoreError.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
    }

    /// Performs a random action of a customer.
    func act(_ random: inout SplitMix64) throws {
        let entries = try store.entries().filter { $0.state == .purchased }
        let subscription = try store.subscriptions.all().first { $0.status == .subscribed }
        let theme = entries.last { $0.productID == "theme" }
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            try buy("coins")
        case 1, 2:
            guard let theme else { return _ = try buy("theme") }
            if theme.revocationDate == nil {
                try store.refunds.refund(theme.id)
            } else if random.chance(0.5) {
                try store.refunds.reverse(theme.id)
            } else {
                try buy("theme")
            }
        default:
            guard let subscription else {
                return _ = try buy(random.chance(0.5) ? "monthly" : "yearly")
            }
            try change(subscription, &random)
        }
    }

    private func change(
        _ subscription: CustomerSubscription,
        _ random: inout SplitMix64
    ) throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try store.subscriptions.forceRenewal(of: subscription.id)
        case 1: try store.subscriptions.forceExpiry(of: subscription.id)
        case 2: try store.refunds.refund(subscription.entryID)
        case 3:
            let isEnabled = !subscription.isAutoRenewEnabled
            try store.subscriptions.setAutoRenew(isEnabled, of: subscription.id)
        case 4: try buy(subscription.productID == "monthly" ? "yearly" : "monthly")
        default:
            let hasGrace = random.chance(0.5)
            try store.updateSettings {
                $0.failsRenewals = true
                $0.allowsGracePeriod = hasGrace
            }
            try store.subscriptions.forceRenewal(of: subscription.id)
            try store.updateSettings { $0.failsRenewals = false }
        }
    }

    /// The purchases, for a message.
    func history() throws -> String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let entries = try store.entries().map { entry in
            let dates = [entry.purchaseDate, entry.expirationDate, entry.revocationDate]
                .map { $0?.formatted(style) ?? "-" }.joined(separator: " ")
            return "\(entry.id) of \(entry.originalID) \(entry.productID) \(entry.state) \(dates)"
        }
        return entries.joined(separator: "; ")
    }

    /// The customer's products by the store, each with its original transaction.
    func granted(at date: Date) throws -> Set<String> {
        let subscriptions = try store.subscriptions.all().filter { $0.isEntitled(at: date) }
        let themes = try store.entries().filter {
            $0.productID == "theme" && $0.state == .purchased && $0.revocationDate == nil
        }
        return Set(
            subscriptions.map { "\($0.productID) \($0.id)" }
                + themes.map { "\($0.productID) \($0.originalID)" }
        )
    }
}
