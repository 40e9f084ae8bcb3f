import Foundation
import LocalAppStore

/// Compares a ledger after a kill with the journal of its children.
///
/// It is a pure function of values, so that its tests can use any ledger.
struct LedgerAudit {
    let facts: JournalFacts
    let entries: [LedgerEntry]
    /// The entries after the previous kill.
    var earlier: [LedgerEntry] = []
    let catalog: Catalog

    private let byID: [Int64: LedgerEntry]
    private let payments: [LedgerEntry]

    init(
        facts: JournalFacts,
        entries: [LedgerEntry],
        earlier: [LedgerEntry] = [],
        catalog: Catalog
    ) {
        self.facts = facts
        self.entries = entries
        self.earlier = earlier
        self.catalog = catalog
        byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        payments = entries.filter { $0.state != .restored }
    }

    var problems: [Problem] {
        facts.reported.sorted { $0.key < $1.key }.flatMap { id, reports in
            reports.compactMap { problem(withReport: $0, id: id) }
        }
            + payments.compactMap(problem(withPayment:))
            + repeatedPayments + repeatedOwnership
            + finishingProblems + approvalProblems + refundProblems
            + earlier.compactMap(problem(withEarlier:))
    }

    private func problem(withReport reported: JournalFacts.Report, id: Int64) -> Problem? {
        guard let entry = byID[id] else {
            let mayBeGone = reported.state == .restored && facts.finishBegun.contains(id)
            return mayBeGone ? nil : .lost("entry \(id), reported as \(reported.state), is gone")
        }
        switch (reported.state, entry.state) {
        case (.purchased, .purchased):
            guard let amount = reported.amount, amount != entry.amountCharged else { return nil }
            return .lost("entry \(id) was \(amount) and is \(entry.amountCharged)")
        case (.purchased, .scheduled):
            // The payment queue shows both as purchased.
            return nil
        case (.deferred, _) where facts.approveBegun.contains(id):
            return nil
        case (.failed, .purchased), (.deferred, .purchased):
            return .doubled("entry \(id), reported as \(reported.state), is charged")
        default:
            guard reported.state != entry.state else { return nil }
            return .lost("entry \(id), reported as \(reported.state), is \(entry.state)")
        }
    }

    private func problem(withPayment entry: LedgerEntry) -> Problem? {
        guard let intent = facts.intents[entry.paymentName] else {
            return .doubled("entry \(entry.id) has no payment \(entry.paymentName)")
        }
        if facts.refused.contains(intent.name), entry.state == .purchased {
            return .doubled("entry \(entry.id), whose payment failed, is charged")
        }
        guard entry.productID == intent.productID, entry.quantity == intent.quantity else {
            return .lost("entry \(entry.id) does not match payment \(intent.name)")
        }
        guard entry.state != .purchased || hasRightPrice(entry) else {
            return .lost("entry \(entry.id) has the wrong price \(entry.price)")
        }
        return nil
    }

    private func hasRightPrice(_ entry: LedgerEntry) -> Bool {
        guard let product = catalog.product(withIdentifier: entry.productID) else { return false }
        switch product.kind {
        case .consumable, .nonRenewingSubscription:
            return entry.price == product.price
        case .nonConsumable:
            return entry.price == (entry.originalID == entry.id ? product.price : 0)
        case .autoRenewableSubscription:
            let introductory = product.subscription?.introductoryOffer?.price
            return entry.price == (entry.offer == nil ? product.price : introductory)
        }
    }

    private var repeatedPayments: [Problem] {
        let names = Dictionary(grouping: payments, by: \.paymentName)
        let tokens = Dictionary(grouping: entries) { $0.paymentToken.uuidString }
        return names.merging(tokens) { $0.count > $1.count ? $0 : $1 }
            .filter { $0.value.count > 1 }
            .map { .doubled("payment \($0) made entries \($1.map(\.id))") }
    }

    /// A non-consumable is charged once; a group has at most one active subscription and one
    /// introductory offer.
    private var repeatedOwnership: [Problem] {
        let owned = payments.filter { $0.state == .purchased && $0.revocationDate == nil }
        let permanent = owned.filter { $0.kind == .nonConsumable && $0.price > 0 }
        let active = owned.filter { $0.subscriptionGroupID != nil && !$0.isUpgraded }
        let introduced = payments.filter { $0.offer == .introductory }
        let groups = [
            Dictionary(grouping: permanent, by: \.productID),
            Dictionary(grouping: active) { $0.subscriptionGroupID ?? "" },
            Dictionary(grouping: introduced) { $0.subscriptionGroupID ?? "" },
        ]
        return groups.joined().filter { $0.value.count > 1 }
            .map { .doubled("\($0) is held more than once: \($1.map(\.id))") }
    }

    private var finishingProblems: [Problem] {
        let again = facts.finished.sorted().filter { byID[$0]?.isFinished == false }
        let unrequested = entries.filter { $0.isFinished && !facts.finishBegun.contains($0.id) }
        return again.map { .doubled("entry \($0) was finished and is not any more") }
            + unrequested.map { .lost("entry \($0.id) is finished, which was not requested") }
    }

    private var approvalProblems: [Problem] {
        facts.approved.sorted().filter { byID[$0].map { $0.state == .deferred } ?? true }
            .map { .lost("entry \($0) was approved and is not any more") }
    }

    private var refundProblems: [Problem] {
        let reversed = facts.refunded.sorted().filter { byID[$0]?.revocationDate == nil }
        let begun = Set(facts.refundBegun.compactMap { byID[$0]?.originalID })
        let unrequested = payments.filter {
            $0.revocationDate != nil && !begun.contains($0.originalID)
        }
        return reversed.map { .doubled("entry \($0) was refunded and is not any more") }
            + unrequested.map { .lost("entry \($0.id) is refunded, which was not requested") }
    }

    /// A later crash must not undo what was in the ledger before.
    private func problem(withEarlier earlier: LedgerEntry) -> Problem? {
        guard let entry = byID[earlier.id] else {
            let mayBeGone =
                earlier.state == .restored && facts.finishBegun.contains(earlier.id)
            return mayBeGone ? nil : .lost("entry \(earlier.id) was there a launch ago")
        }
        if earlier.isFinished, !entry.isFinished {
            return .doubled("entry \(entry.id) was finished a launch ago")
        }
        guard earlier.state == .deferred || earlier.state == entry.state,
            earlier.state != .purchased || earlier.amountCharged == entry.amountCharged
        else { return .lost("entry \(entry.id) was \(earlier.state) a launch ago") }
        return nil
    }
}
