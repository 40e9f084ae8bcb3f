public import Foundation
public import LocalAppStore

/// The invariants of subscriptions in every ledger, after the store has settled due events.
///
/// They come from the article *Renewing subscriptions*. The check is a pure function of values,
/// so that any test can use it.
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
        groupViolations + periodViolations + dateViolations + rowViolations + seatViolations
            + commitmentViolations
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
    /// at one date; seats that were added are a part of a period.
    private var periodViolations: [String] {
        let periods = entries.filter {
            $0.state == .purchased && $0.kind == .autoRenewableSubscription
                && !$0.isSeatAddition
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

    /// Money adds up to the tiers of seats, and no more seats are refunded than were bought.
    private var seatViolations: [String] {
        let ofEntries = entries.filter { $0.state == .purchased }.compactMap { entry -> String? in
            guard let seats = entry.seats else { return nil }
            let count = seats.priceTiers.reduce(0) { $0 + $1.quantity }
            let price = seats.priceTiers.reduce(0) { $0 + $1.price * Decimal($1.quantity) }
            let isPaid = entry.amountCharged == (entry.isShared ? 0 : price)
            guard count == entry.quantity, count > 0, isPaid else {
                return "transaction \(entry.id) does not add up to its seats"
            }
            guard (0...count).contains(seats.revokedQuantity), entry.seatCount >= 0,
                seats.revokedQuantity < count || entry.revocationDate != nil
            else { return "transaction \(entry.id) has \(seats.revokedQuantity) refunded seats" }
            let hasOtherRefund = entry.isShared || entry.isUpgraded || entry.revocationDate != nil
            return hasOtherRefund || entry.amountRefunded == seats.revokedPrice
                ? nil : "the refund of \(entry.id) is not that of its seats"
        }
        return ofEntries + periodSeatViolations
    }

    /// The transactions of a period are of one product, and end together; a subscription renews
    /// with no more seats than it has.
    private var periodSeatViolations: [String] {
        let transactions = entries.filter { $0.state == .purchased && $0.seats != nil }
        let periods = Dictionary(grouping: transactions.filter { !$0.isShared }, by: \.periodID)
        let separate = periods.filter { id, transactions in
            let ends = Set(transactions.map(\.expirationDate))
            return ends.count > 1 || !transactions.contains { $0.id == id }
                || Set(transactions.map(\.originalID)).count > 1
        }
        return separate.keys.sorted().map { "the transactions of period \($0) are not alike" }
    }

    /// A commitment has twelve numbered payments and the price of twelve, and a subscription has
    /// the commitment of its period unless that ended early.
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
