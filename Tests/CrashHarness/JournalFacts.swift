import Foundation
import LocalAppStore

/// The contents of a ledger's journal.
struct JournalFacts {
    /// A reported state of an entry.
    struct Report: Hashable {
        var name: String
        var state: LedgerEntry.State
        var amount: Decimal?
    }

    /// How often a step was begun and ended, and with which entries.
    private struct Record {
        var begunCount = 0
        var endedCount = 0
        var begun: Set<Int64> = []
        var ended: Set<Int64> = []
    }

    private(set) var intents: [String: PaymentIntent] = [:]
    private(set) var reported: [Int64: Set<Report>] = [:]
    private(set) var refused: Set<String> = []
    private(set) var revokedProducts: Set<String> = []
    private(set) var failures: [String] = []
    private var originals: [Int64: Int64] = [:]
    private var records: [Step: Record] = [:]
    /// The numbers of claims that must be in the ledger.
    ///
    /// A purchase of seats may begin a group without claims, so those before its end may be gone.
    private(set) var claims: Set<Int64> = []
    private var openSeatPurchases = 0

    init(_ lines: [JournalLine] = []) {
        for line in lines {
            add(line)
        }
    }

    mutating func add(_ line: JournalLine) {
        switch line {
        case .pay(let intent): intents[intent.name] = intent
        case .reported(let id, let original, let name, let state, let amount):
            reported[id, default: []].insert(Report(name: name, state: state, amount: amount))
            originals[id] = original ?? originals[id]
        case .refused(let name): refused.insert(name)
        case .revoked(let products): revokedProducts.formUnion(products)
        case .begin(let step, let ids):
            if step == .buySeats {
                openSeatPurchases += 1
                claims = []
            }
            records[step, default: Record()].begunCount += 1
            records[step, default: Record()].begun.formUnion(ids)
        case .end(let step, let ids):
            if step == .buySeats {
                openSeatPurchases -= 1
                claims = []
            }
            if step == .claimSeat, openSeatPurchases == 0 { claims.formUnion(ids) }
            records[step, default: Record()].endedCount += 1
            records[step, default: Record()].ended.formUnion(ids)
        case .failure(let text): failures.append(text)
        }
    }

    /// Begins the lines after a kill, which ended all steps.
    mutating func addKill() {
        openSeatPurchases = 0
    }

    /// Remembers the original transactions of entries, for the time when they are gone.
    mutating func note(_ entries: [LedgerEntry]) {
        for entry in entries {
            originals[entry.id] = entry.originalID
        }
    }

    /// The entries with which a step was begun.
    func begun(_ step: Step) -> Set<Int64> { records[step]?.begun ?? [] }

    /// The entries with which a step ended.
    func ended(_ step: Step) -> Set<Int64> { records[step]?.ended ?? [] }

    /// The numbers of times that a step may have been made.
    func count(of step: Step) -> ClosedRange<Int> {
        guard let record = records[step] else { return 0...0 }
        return record.endedCount...max(record.endedCount, record.begunCount)
    }

    /// Whether an entry may be gone because it, or the one that it belongs to, was deleted.
    func mayBeDeleted(_ id: Int64, original: Int64? = nil) -> Bool {
        let deleted = begun(.delete)
        let original = original ?? originals[id]
        return deleted.contains(id) || original.map(deleted.contains) == true
    }

    /// The products of which a purchase may have been deleted.
    var deletedProducts: Set<String> {
        let reports = begun(.delete).flatMap { reported[$0] ?? [] }
        return Set(reports.compactMap { intents[$0.name]?.productID })
    }

    /// The first transactions of the entries with which a step was begun.
    func originals(ofBegun step: Step) -> Set<Int64> {
        Set(begun(step).map { originals[$0] ?? $0 })
    }

    /// The entries that were reported as restored.
    var restoredIDs: [Int64] {
        reported.filter { $0.value.contains { $0.state == .restored } }.map(\.key)
    }
}
