import Foundation
import LocalAppStore

/// The transactions of a payment queue, in the order they came, found by payment or by ledger
/// entry.
///
/// One that leaves stays visible until the observers are told.
struct QueuedTransactions {
    private var places: [ObjectIdentifier: Place] = [:]
    private var leaving: [ObjectIdentifier: Place] = [:]
    private var byEntry: [Int64: SKPaymentTransaction] = [:]
    private var byToken: [UUID: SKPaymentTransaction] = [:]
    private var states: [Int64: LedgerEntry.State] = [:]
    /// The entries that left the queue: what is still under way about them must not bring them
    /// back.
    private var departed: Set<Int64> = []
    private var nextNumber = 0

    private struct Place {
        let number: Int
        let token: UUID
        let transaction: SKPaymentTransaction
    }

    /// All transactions, oldest first.
    var all: [SKPaymentTransaction] { Self.inOrder(places.values) }

    /// All transactions, and those whose leaving was not told yet, oldest first.
    var visible: [SKPaymentTransaction] {
        leaving.isEmpty ? all : Self.inOrder(Array(places.values) + leaving.values)
    }

    private static func inOrder(_ places: some Collection<Place>) -> [SKPaymentTransaction] {
        places.sorted { $0.number < $1.number }.map(\.transaction)
    }

    func contains(_ transaction: SKPaymentTransaction) -> Bool {
        places[ObjectIdentifier(transaction)] != nil
    }

    /// Adds a transaction at the end, unless it is there.
    mutating func add(_ transaction: SKPaymentTransaction, token: UUID) {
        guard !contains(transaction) else { return }
        places[ObjectIdentifier(transaction)] =
            Place(number: nextNumber, token: token, transaction: transaction)
        byToken[token] = transaction
        nextNumber += 1
    }

    /// Finds or makes the transaction that shows an entry; `nil` when it shows the entry's state
    /// already, and when it has left the queue.
    mutating func update(
        showing entry: LedgerEntry,
        as snapshot: SKPaymentTransaction.Snapshot
    ) -> TransactionUpdate? {
        guard !departed.contains(entry.id), isNews(entry) else { return nil }
        states[entry.id] = entry.state
        if let known = transaction(showing: entry) {
            byEntry[entry.id] = known
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

    /// An entry changes its state once at most, from waiting for approval to the decision; anything
    /// else is late.
    private func isNews(_ entry: LedgerEntry) -> Bool {
        guard let known = states[entry.id] else { return true }
        return known == .deferred && entry.state != .deferred
    }

    mutating func remove(entry id: Int64) -> SKPaymentTransaction? {
        departed.insert(id)
        states[id] = nil
        guard let transaction = byEntry.removeValue(forKey: id) else { return nil }
        remove(transaction)
        return transaction
    }

    /// Takes out the transactions whose entries are not among the given.
    mutating func removeEntries(except kept: Set<Int64>) -> [SKPaymentTransaction] {
        byEntry.keys.filter { !kept.contains($0) }.sorted().compactMap { remove(entry: $0) }
    }

    /// Takes out all transactions and knows nothing of their entries any more.
    mutating func removeAll() -> [SKPaymentTransaction] {
        var emptied = QueuedTransactions()
        emptied.leaving = leaving.merging(places) { _, new in new }
        emptied.nextNumber = nextNumber
        defer { self = emptied }
        return all
    }

    /// Takes out a transaction; `false` if it was not there.
    @discardableResult
    mutating func remove(_ transaction: SKPaymentTransaction) -> Bool {
        guard let place = places.removeValue(forKey: ObjectIdentifier(transaction)) else {
            return false
        }
        byToken[place.token] = nil
        leaving[ObjectIdentifier(transaction)] = place
        return true
    }

    /// Shows transactions no longer, now that the observers are told that they left.
    mutating func hide(_ transactions: [SKPaymentTransaction]) {
        for transaction in transactions {
            leaving[ObjectIdentifier(transaction)] = nil
        }
    }
}
