import Foundation
import StoreTestSupport

@testable import LocalAppStore
@testable import StoreLedger

/// The invariants of a ledger after every command, from the article *Renewing subscriptions*.
struct HistoryInvariants {
    private var before: [Int64: LedgerEntry] = [:]
    private var finished: Set<Int64> = []
    private var charged: Decimal = 0
    private var refunded: Decimal = 0

    /// Checks the ledger after a command; returns the first invariant that is broken.
    mutating func check(_ store: Store, after command: StoreCommand) throws -> String? {
        let entries = try store.entries()
        let subscriptions = try store.subscriptions.all()
        if let violation = checkMoney(entries, after: command) { return violation }
        let violations = [
            SubscriptionInvariants(
                entries: entries,
                subscriptions: subscriptions,
                at: store.clock.now
            ).violations.first,
            checkFinished(entries),
            command == .restore ? try checkRestored(entries) : nil,
            try checkSeals(of: entries, in: store),
        ]
        before = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        finished.formUnion(entries.filter(\.isFinished).map(\.id))
        return violations.compactMap { $0 }.first
    }

    /// No change by the store looks like an edit.
    private func checkSeals(of entries: [LedgerEntry], in store: Store) throws -> String? {
        let changed = entries.filter { before[$0.id] != $0 }
        guard !changed.isEmpty else { return nil }
        let edited = try store.editedEntries(among: changed)
        if let id = edited.min() { return "transaction \(id) looks as if it was edited" }
        let periods = try store.subscriptions.statuses()
        return try periods.first(where: store.isEdited).map {
            "subscription \($0.subscription.id) looks as if it was edited"
        }
    }

    /// What is charged stays charged, and refunds grow up to what was charged, unless one is taken
    /// back.
    private mutating func checkMoney(
        _ entries: [LedgerEntry],
        after command: StoreCommand
    ) -> String? {
        for entry in entries {
            let known = before[entry.id]
            let change = entry.amountCharged - (known?.amountCharged ?? 0)
            let refund = entry.amountRefunded - (known?.amountRefunded ?? 0)
            if let known, known.state == .purchased, change != 0 {
                return "transaction \(entry.id) changed its price"
            }
            if refund < 0, !command.takesBackRefunds {
                return "a refund of \(entry.id) was taken back"
            }
            if entry.amountRefunded < 0 || entry.amountRefunded > entry.amountCharged {
                return "transaction \(entry.id) was refunded more than was charged"
            }
            charged += change
            refunded += refund
        }
        for (id, known) in before where !entries.contains(where: { $0.id == id }) {
            guard known.state == .restored || command.isDeletion else {
                return "transaction \(id) is gone"
            }
            charged -= known.amountCharged
            refunded -= known.amountRefunded
        }
        let balance = entries.reduce(0) { $0 + $1.amountCharged - $1.amountRefunded }
        return balance == charged - refunded
            ? nil : "the ledger adds up to \(balance) instead of \(charged) - \(refunded)"
    }

    /// Every purchase that is delivered is in the receipt; a non-consumable is there once.
    static func checkReceipt(_ store: Store) throws -> String? {
        let entries = try store.unfinishedEntries()
        let inReceipt = try store.read { reader in
            try reader.receiptIssuance().map { try reader.receiptEntries(of: $0).map(\.id) } ?? []
        }
        let missing = entries.first {
            $0.state == .purchased && !inReceipt.contains($0.id)
                && !($0.kind == .nonConsumable && inReceipt.contains($0.originalID))
        }
        return missing.map { "transaction \($0.id) is not in the receipt" }
    }

    /// Finished transactions are not delivered again.
    private func checkFinished(_ entries: [LedgerEntry]) -> String? {
        entries.first { !$0.isFinished && finished.contains($0.id) }
            .map { "transaction \($0.id) is delivered again" }
    }

    /// A restore delivers what the customer owns.
    private func checkRestored(_ entries: [LedgerEntry]) throws -> String? {
        // The command may be that of another customer.
        let isRestored = entries.contains { $0.state == .restored && before[$0.id] == nil }
        guard isRestored else { return nil }
        let owned = entries.filter {
            $0.state == .purchased && $0.revocationDate == nil
                && ($0.isSubscription || $0.kind == .nonConsumable && $0.originalID == $0.id)
        }
        let restored = entries.filter { $0.state == .restored && !$0.isFinished }
        return Set(owned.map(\.id)).isSubset(of: restored.map(\.originalID))
            ? nil : "something owned was not restored"
    }
}

extension StoreCommand {
    var takesBackRefunds: Bool {
        if case .reverseRefund = self { true } else { isDeletion }
    }

    var isDeletion: Bool {
        switch self {
        case .delete, .clear: true
        default: false
        }
    }
}
