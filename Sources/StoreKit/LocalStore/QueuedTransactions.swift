import Foundation
import LocalAppStore

/// The transactions of a payment queue, oldest first, found by payment or by ledger entry.
///
/// A removed transaction stays visible until the observers are notified of the removal, unless
/// another store came into use.
struct QueuedTransactions {
    private var items: [ObjectIdentifier: Item] = [:]
    /// Removed transactions whose removal the observers have not been notified of.
    private var removedItems: [ObjectIdentifier: Item] = [:]
    private var byEntry: [Int64: SKPaymentTransaction] = [:]
    private var byToken: [UUID: SKPaymentTransaction] = [:]
    private var states: [Int64: LedgerEntry.State] = [:]
    /// The entries whose transactions were removed; a late change of one must not add it again.
    private var removedEntries: Set<Int64> = []
    private var nextNumber = 0

    private struct Item {
        let number: Int
        let token: UUID
        let transaction: SKPaymentTransaction
    }

    /// All transactions, oldest first.
    var all: [SKPaymentTransaction] { Self.inOrder(items.values) }

    /// All transactions, and those whose removal was not notified yet, oldest first.
    var visible: [SKPaymentTransaction] {
        removedItems.isEmpty ? all : Self.inOrder(Array(items.values) + removedItems.values)
    }

    private static func inOrder(_ items: some Collection<Item>) -> [SKPaymentTransaction] {
        items.sorted { $0.number < $1.number }.map(\.transaction)
    }

    func contains(_ transaction: SKPaymentTransaction) -> Bool {
        items[ObjectIdentifier(transaction)] != nil
    }

    func transaction(showing entry: LedgerEntry) -> SKPaymentTransaction? {
        byEntry[entry.id] ?? byToken[entry.paymentToken]
    }

    func transaction(showingEntry id: Int64) -> SKPaymentTransaction? { byEntry[id] }

    /// Whether an entry was finished or deleted, with or without a transaction.
    func isRemoved(_ entry: LedgerEntry) -> Bool { removedEntries.contains(entry.id) }

    /// Adds a transaction at the end, unless the list contains it.
    mutating func add(_ transaction: SKPaymentTransaction, token: UUID) {
        guard !contains(transaction) else { return }
        items[ObjectIdentifier(transaction)] =
            Item(number: nextNumber, token: token, transaction: transaction)
        byToken[token] = transaction
        nextNumber += 1
    }

    /// Finds or makes the transaction that shows an entry.
    ///
    /// - Returns: `nil` when the transaction shows the entry's state already, or was removed. A
    ///   waiting payment always gets its result, even if another process has finished the entry.
    mutating func update(
        showing entry: LedgerEntry,
        as snapshot: SKPaymentTransaction.Snapshot
    ) -> TransactionUpdate? {
        guard !removedEntries.contains(entry.id) || byToken[entry.paymentToken] != nil,
            hasNewState(entry)
        else { return nil }
        states[entry.id] = entry.state
        if let known = transaction(showing: entry) {
            byEntry[entry.id] = known
            snapshot.downloads?.attach(to: known, showing: snapshot)
            return TransactionUpdate(transaction: known, snapshot: snapshot)
        }
        let transaction = SKPaymentTransaction(payment: SKPayment(entry))
        snapshot.downloads?.attach(to: transaction, showing: snapshot)
        transaction.apply(snapshot)
        byEntry[entry.id] = transaction
        add(transaction, token: entry.paymentToken)
        return TransactionUpdate(transaction: transaction)
    }

    /// An entry changes its state once at most, from waiting for approval to the decision; any
    /// other change is late.
    private func hasNewState(_ entry: LedgerEntry) -> Bool {
        guard let known = states[entry.id] else { return true }
        return known == .deferred && entry.state != .deferred
    }

    /// Removes the transaction of an entry, and ignores the entry from then on.
    mutating func remove(entry id: Int64) -> SKPaymentTransaction? {
        removedEntries.insert(id)
        states[id] = nil
        guard let transaction = byEntry.removeValue(forKey: id) else { return nil }
        remove(transaction)
        return transaction
    }

    /// Removes the transactions whose entries are not among the given ones.
    mutating func removeEntries(except remaining: Set<Int64>) -> [SKPaymentTransaction] {
        byEntry.keys.filter { !remaining.contains($0) }.sorted().compactMap { remove(entry: $0) }
    }

    /// Removes all transactions and forgets their entries.
    mutating func removeAll() -> [SKPaymentTransaction] {
        defer {
            var emptied = QueuedTransactions()
            emptied.nextNumber = nextNumber
            self = emptied
        }
        return all
    }

    /// Removes a transaction; `false` if it was not there.
    @discardableResult
    mutating func remove(_ transaction: SKPaymentTransaction) -> Bool {
        guard let item = items.removeValue(forKey: ObjectIdentifier(transaction)) else {
            return false
        }
        byToken[item.token] = nil
        removedItems[ObjectIdentifier(transaction)] = item
        return true
    }

    /// Forgets the transaction of a payment: the payment's entry gets another one.
    mutating func forget(_ token: UUID) {
        byToken[token] = nil
    }

    /// Makes removed transactions invisible, right before the observers are notified.
    mutating func hide(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            removedItems[ObjectIdentifier(transaction)] = nil
        }
    }
}

/// A transaction that observers are about to be notified of, and its new content.
///
/// An object that the app knows changes on the main queue, right before the observers are called:
/// until then it shows what they were notified of last.
struct TransactionUpdate: Sendable {
    let transaction: SKPaymentTransaction
    var snapshot: SKPaymentTransaction.Snapshot?

    func apply() {
        if let snapshot { transaction.apply(snapshot) }
    }
}
