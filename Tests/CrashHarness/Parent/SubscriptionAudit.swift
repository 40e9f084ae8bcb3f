import Foundation
import LocalAppStore
import StoreTestSupport

/// Checks subscriptions and money: the periods follow each other, and what was refunded is what
/// refunds and upgrades take back.
struct SubscriptionAudit {
    let facts: JournalFacts
    let entries: [LedgerEntry]
    let subscriptions: [CustomerSubscription]
    let catalog: Catalog
    /// The date to which the ledger is settled.
    let date: Date
    /// The entries after the previous kill.
    var earlier: [LedgerEntry] = []

    var problems: [Problem] {
        let invariants = SubscriptionInvariants(
            entries: entries,
            subscriptions: subscriptions,
            at: date
        )
        return invariants.violations.map { .inconsistent($0) }
            + chains.values.flatMap(gaps)
            + entries.compactMap(problem(withRefundOf:))
            + introductoryProblems + earlierProblems + timeProblems
    }

    /// The time of a ledger never goes back, whatever the clock of a process does: what is paid
    /// later has no earlier date, and no period ends before it begins.
    ///
    /// Periods that are bought within a second are dated by later ones, so that each subscription
    /// has an order of its own.
    private var timeProblems: [Problem] {
        // A decision gives a deferred payment its date.
        let decided = facts.begun(.approve).union(facts.begun(.decline))
        let paid = entries.filter {
            !$0.isRenewal && $0.state != .restored && !decided.contains($0.id)
        }
        .sorted { $0.id < $1.id }
        // A change that waits for the renewal begins no period.
        let groups = Dictionary(grouping: paid) {
            $0.isSubscription && $0.state != .scheduled ? $0.originalID : 0
        }
        let earlier = groups.values.flatMap { zip($0, $0.dropFirst()) }
            .filter { $1.purchaseDate < $0.purchaseDate }
        // A restored copy has the date of the restore.
        let reversed = entries.filter {
            $0.state != .restored && ($0.expirationDate ?? .distantFuture) < $0.purchaseDate
        }
        return earlier.map { .inconsistent("entry \($1.id) is dated before entry \($0.id)") }
            + reversed.map { .inconsistent("the period \($0.id) ends before it begins") }
    }

    /// The periods of each subscription.
    private var chains: [Int64: [LedgerEntry]] {
        let periods = entries.filter {
            $0.state == .purchased && $0.kind == .autoRenewableSubscription
        }
        return Dictionary(grouping: periods, by: \.originalID)
    }

    /// A renewal begins when a period ends, unless an issue was resolved later.
    ///
    /// A member of a family may have had no access in between. Which period is the one before is
    /// not known: within one second a period is bought, replaced, and renewed several times.
    private func gaps(in chain: [LedgerEntry]) -> [Problem] {
        guard let id = chain.first?.originalID,
            !facts.originals(ofBegun: .resolve).contains(id),
            !facts.originals(ofBegun: .delete).contains(id)
        else { return [] }
        return
            chain
            .filter { renewal in
                renewal.isRenewal && !renewal.isFamilyShared
                    && !chain.contains {
                        $0.id != renewal.id && $0.expirationDate == renewal.purchaseDate
                    }
            }
            .map { .inconsistent("renewal \($0.id) does not begin with the end of a period") }
    }

    private func problem(withRefundOf entry: LedgerEntry) -> Problem? {
        let expected: Decimal
        if entry.revocationDate != nil {
            expected = entry.amountCharged
        } else if let upgradeDate = entry.upgradeDate {
            expected = rest(of: entry, at: upgradeDate)
        } else {
            expected = 0
        }
        guard entry.amountRefunded != expected else { return nil }
        return .inconsistent(
            "entry \(entry.id) refunds \(entry.amountRefunded) instead of \(expected)"
        )
    }

    /// The part of a period's price that an upgrade refunds, in whole cents.
    private func rest(of entry: LedgerEntry, at date: Date) -> Decimal {
        guard let end = entry.expirationDate, end > entry.purchaseDate else { return 0 }
        if date.timeIntervalSince(entry.purchaseDate) <= 1 { return entry.amountCharged }
        let length = end.milliseconds - entry.purchaseDate.milliseconds
        let rest = min(max(0, end.milliseconds - date.milliseconds), length)
        let cents = NSDecimalNumber(decimal: entry.amountCharged * 100).int64Value
        return Decimal(cents * rest / length) / 100
    }

    /// A group has one introductory offer, for as many periods as it has.
    private var introductoryProblems: [Problem] {
        let periods = entries.filter { $0.state == .purchased && $0.offer == .introductory }
        return Dictionary(grouping: periods, by: \.subscriptionGroupID).values
            .filter { periods in
                let products = Set(periods.map(\.productID))
                let limits = products.map {
                    catalog.product(withIdentifier: $0)?.subscription?.introductoryOffer?
                        .numberOfPeriods ?? 0
                }
                return products.count > 1 || periods.count > limits.reduce(0, +)
            }
            .map { .doubled("more than one introductory offer was used: \($0.map(\.id))") }
    }

    /// A period that was paid for never becomes longer, and its refund is never taken back.
    private var earlierProblems: [Problem] {
        let byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let deleted = facts.originals(ofBegun: .delete)
        return earlier.compactMap { earlier in
            guard let entry = byID[earlier.id], entry.state == .purchased else { return nil }
            if earlier.state == .purchased,
                entry.expirationDate ?? .distantPast > earlier.expirationDate ?? .distantPast
            {
                return .inconsistent("the period \(entry.id) has become longer")
            }
            guard entry.amountRefunded < earlier.amountRefunded,
                !deleted.contains(entry.originalID)
            else { return nil }
            return .inconsistent("the refund of \(entry.id) was taken back")
        }
    }
}
