public import Foundation
public import LocalAppStore

/// What is true of the subscriptions of every ledger, after the store has settled what was due.
///
/// The invariants are those of the article *Renewing subscriptions*. It is a pure function of
/// values, so that any test can use it.
public struct SubscriptionInvariants {
    private let entries: [LedgerEntry]
    private let subscriptions: [CustomerSubscription]
    private let date: Date
    private let environment: StoreEnvironment

    /// Takes what a ledger has at a date.
    public init(
        entries: [LedgerEntry],
        subscriptions: [CustomerSubscription],
        at date: Date,
        in environment: StoreEnvironment = .sandbox
    ) {
        self.entries = entries
        self.subscriptions = subscriptions
        self.date = date
        self.environment = environment
    }

    /// The invariants that are broken; each is a sentence without its end.
    public var violations: [String] {
        groupViolations + periodViolations + dateViolations + rowViolations + commitmentViolations
    }

    /// A customer has one subscription of a group, however often it ended, and so is entitled to
    /// one at most.
    private var groupViolations: [String] {
        Dictionary(grouping: subscriptions, by: \.groupID).filter { $0.value.count > 1 }
            .map { "subscriptions \($1.map(\.id)) are of the same group \($0)" }
    }

    /// The dates of purchases and periods are whole seconds, except Xcode's.
    private var dateViolations: [String] {
        guard environment != .xcode else { return [] }
        return entries.filter { entry in
            let dates = [
                entry.purchaseDate, entry.originalPurchaseDate, entry.expirationDate,
                entry.revocationDate, entry.upgradeDate,
            ]
            return dates.contains { $0.map { $0.milliseconds % 1000 != 0 } ?? false }
        }
        .map { "transaction \($0.id) has a date within a second" }
    }

    /// The paid periods of a subscription do not overlap, and no two that a customer bought begin
    /// at one date.
    private var periodViolations: [String] {
        let periods = entries.filter {
            $0.state == .purchased && $0.kind == .autoRenewableSubscription
        }
        return Dictionary(grouping: periods, by: \.originalID).values.flatMap { periods in
            // One that was refunded before its start is empty. The one after it has a lower number
            // if it had waited for approval.
            let sorted = periods.sorted { ($0.purchaseDate, $0.end) < ($1.purchaseDate, $1.end) }
            return zip(sorted, sorted.dropFirst())
                .filter {
                    $0.end > $1.purchaseDate
                        || $0.purchaseDate == $1.purchaseDate && !$0.isFamilyShared
                }
                .map { "the periods \($0.id) and \($1.id) overlap" }
        }
    }

    /// A payment of a commitment has a number of twelve, the price of all is that of twelve, and a
    /// subscription has the commitment of its period unless that ended early.
    private var commitmentViolations: [String] {
        let ofEntries = entries.compactMap { entry -> String? in
            guard let commitment = entry.commitment else { return nil }
            let isValid =
                entry.billingPlan == .monthly && commitment.periodCount == 12
                && (1...12).contains(commitment.periodNumber)
                && commitment.price == commitment.paymentPrice * 12
                && entry.expirationDate.map { $0 <= commitment.expirationDate } ?? false
            return isValid ? nil : "transaction \(entry.id) has a wrong commitment"
        }
        let byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let ofSubscriptions = subscriptions.compactMap { subscription -> String? in
            guard let commitment = subscription.commitment,
                byID[subscription.entryID]?.commitment != commitment
            else { return nil }
            return "subscription \(subscription.id) has another commitment than its period"
        }
        return ofEntries + ofSubscriptions
    }

    /// A subscription is about its newest period, and nothing of it is overdue.
    private var rowViolations: [String] {
        let byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return subscriptions.compactMap { subscription in
            guard let entry = byID[subscription.entryID] else {
                return "subscription \(subscription.id) has no period"
            }
            if entry.expirationDate != subscription.expirationDate
                || entry.productID != subscription.productID
                || entry.originalID != subscription.id
            {
                return "subscription \(subscription.id) is not about its period"
            }
            guard let next = subscription.nextEventDate, next <= date else { return nil }
            return "subscription \(subscription.id) is overdue"
        }
    }
}

extension LedgerEntry {
    /// The end of the period, which an upgrade or a refund ends early.
    public var end: Date {
        let ends = [expirationDate, upgradeDate, revocationDate].compactMap { $0 }
        return max(purchaseDate, ends.min() ?? .distantPast)
    }
}
