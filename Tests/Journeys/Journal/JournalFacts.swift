import Foundation
import LocalAppStore

/// All that a ledger's journal says.
struct JournalFacts {
    /// A word on an entry.
    struct Told: Hashable {
        var name: String
        var state: LedgerEntry.State
        var amount: Decimal?
    }

    private(set) var intents: [String: PaymentIntent] = [:]
    private(set) var told: [Int64: Set<Told>] = [:]
    private(set) var refused: Set<String> = []
    private(set) var finishBegun: Set<Int64> = []
    private(set) var finished: Set<Int64> = []
    private(set) var approveBegun: Set<Int64> = []
    private(set) var approved: Set<Int64> = []
    private(set) var refundBegun: Set<Int64> = []
    private(set) var refunded: Set<Int64> = []
    private(set) var troubles: [String] = []

    init(_ lines: [JournalLine] = []) {
        for line in lines {
            add(line)
        }
    }

    mutating func add(_ line: JournalLine) {
        switch line {
        case .pay(let intent): intents[intent.name] = intent
        case .told(let id, let name, let state, let amount):
            told[id, default: []].insert(Told(name: name, state: state, amount: amount))
        case .refused(let name): refused.insert(name)
        case .finish(let ids): finishBegun.formUnion(ids)
        case .finished(let ids): finished.formUnion(ids)
        case .restore, .restored: break
        case .approve(let id): approveBegun.insert(id)
        case .approved(let id): approved.insert(id)
        case .refund(let id): refundBegun.insert(id)
        case .refunded(let id): refunded.insert(id)
        case .trouble(let text): troubles.append(text)
        }
    }

    /// The entries of which children were told that they were restored.
    var restoredIDs: [Int64] {
        told.filter { $0.value.contains { $0.state == .restored } }.map(\.key)
    }
}
