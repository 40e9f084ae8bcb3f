import Foundation
import LocalAppStore

/// The transactions of a payment queue, in the order they came, found by payment or by ledger entry.
struct QueuedTransactions {
    private var byNumber: [Int: SKPaymentTransaction] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var byEntry: [Int64: SKPaymentTransaction] = [:]
    private var byToken: [UUID: SKPaymentTransaction] = [:]
    private var states: [Int64: LedgerEntry.State] = [:]
    private var nextNumber = 0

    /// All transactions, oldest first.
    var all: [SKPaymentTransaction] {
        byNumber.sorted { $0.key < $1.key }.map(\.value)
    }

    func contains(_ transaction: SKPaymentTransaction) -> Bool {
        numbers[ObjectIdentifier(transaction)] != nil
    }

    /// Adds a transaction at the end, unless it is there.
    mutating func add(_ transaction: SKPaymentTransaction, token: UUID) {
        guard !contains(transaction) else { return }
        byNumber[nextNumber] = transaction
        numbers[ObjectIdentifier(transaction)] = nextNumber
        byToken[token] = transaction
        nextNumber += 1
    }

    /// Finds or makes the transaction that shows an entry; `nil` when there is nothing new to show.
    ///
    /// Word of a purchase comes on two ways, from the payment and from the ledger, and the slower one may come late.
    mutating func update(
        showing entry: LedgerEntry,
        as snapshot: SKPaymentTransaction.Snapshot
    ) -> TransactionUpdate? {
        guard isNews(entry) else { return nil }
        states[entry.id] = entry.state
        if let known = transaction(showing: entry) {
            byEntry[entry.id] = known
            add(known, token: entry.paymentToken)
            return TransactionUpdate(transaction: known, snapshot: snapshot)
        }
        let transaction = SKPaymentTransaction(payment: SKPayment(entry))
        transaction.apply(snapshot)
        byEntry[entry.id] = transaction
        add(transaction, token: entry.paymentToken)
        return TransactionUpdate(transaction: transaction)
    }

    func transaction(showing entry: LedgerEntry) -> SKPaymentTransaction? {
        byEntry[entry.id] ?? byToken[entry.paymentToken]
    }

    mutating func remove(entry id: Int64) -> SKPaymentTransaction? {
        states[id] = nil
        guard let transaction = byEntry.removeValue(forKey: id) else { return nil }
        remove(transaction)
        return transaction
    }

    /// Takes out the transactions whose entries are not among the given.
    mutating func removeEntries(except kept: Set<Int64>) -> [SKPaymentTransaction] {
        byEntry.keys.filter { !kept.contains($0) }.sorted().compactMap { remove(entry: $0) }
    }

    mutating func remove(_ transaction: SKPaymentTransaction) {
        guard let number = numbers.removeValue(forKey: ObjectIdentifier(transaction)) else {
            return
        }
        byNumber[number] = nil
        // The token stays known, so that a late word about a finished payment is not taken for a new one.
    }

    /// Whether the entry goes on from what is shown: a finished purchase never comes back, a decided one never waits again.
    private func isNews(_ entry: LedgerEntry) -> Bool {
        if let known = byToken[entry.paymentToken], !contains(known) { return false }
        guard let shown = states[entry.id] else { return true }
        return shown != entry.state && entry.state != .deferred
    }
}
