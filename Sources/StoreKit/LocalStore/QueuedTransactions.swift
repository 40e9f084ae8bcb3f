import Foundation

/// The transactions of a payment queue, in the order they came, found by payment or by ledger entry.
struct QueuedTransactions {
    private var byNumber: [Int: SKPaymentTransaction] = [:]
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var byEntry: [Int64: SKPaymentTransaction] = [:]
    private var byToken: [UUID: SKPaymentTransaction] = [:]
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

    /// Makes a transaction the one that shows an entry.
    mutating func identify(_ transaction: SKPaymentTransaction, asEntry id: Int64) {
        byEntry[id] = transaction
    }

    func transaction(showing id: Int64, paidBy token: UUID) -> SKPaymentTransaction? {
        byEntry[id] ?? byToken[token]
    }

    mutating func remove(entry id: Int64) -> SKPaymentTransaction? {
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
        // The token stays known, so that a late word about a finished payment makes no second transaction.
    }
}
