import Foundation
import LocalAppStore

/// The counts of a run of kills.
struct RunStatistics: Equatable {
    var kills = 0
    /// The number of children that ended in order.
    var closed = 0
    var ledgers = 0
    var paymentsBegun = 0
    var charged = 0
    var finished = 0
    var restored = 0
    var approved = 0
    var refunded = 0
    var delivered = 0
    var problems: [Problem.Kind: Int] = [:]

    /// Adds the counts of a ledger and its journal.
    mutating func add(_ round: LedgerRound) {
        ledgers += 1
        paymentsBegun += round.facts.intents.count
        charged += round.entries.count { $0.amountCharged > 0 }
        finished += round.facts.finished.count
        restored += round.facts.restoredIDs.count
        approved += round.facts.approved.count
        refunded += round.facts.refunded.count
    }

    mutating func add(_ found: [Problem]) {
        for problem in found {
            problems[problem.kind, default: 0] += 1
        }
    }

    /// A table with a line for each count.
    var table: String {
        let rows = [
            ("kills", kills), ("closed in order", closed), ("ledgers", ledgers),
            ("payments begun", paymentsBegun), ("charged", charged), ("finished", finished),
            ("restored", restored),
            ("approved", approved), ("refunded", refunded),
            ("delivered at next launch", delivered),
            ("lost", problems[.lost] ?? 0), ("doubled", problems[.doubled] ?? 0),
            ("damaged", problems[.damaged] ?? 0), ("ended by themselves", problems[.ended] ?? 0),
        ]
        return Self.table(rows)
    }

    static func table(_ rows: [(String, Int)]) -> String {
        rows.map { name, count in
            let number = "\(count)"
            let gap = max(1, 36 - name.count - number.count)
            return name + String(repeating: " ", count: gap) + number
        }
        .joined(separator: "\n")
    }
}

/// A violation of what the store guarantees.
struct Problem: Equatable, CustomStringConvertible {
    enum Kind: String {
        /// A charge, finish, approval or refund is missing in the ledger, or is not delivered.
        case lost
        /// Something was charged or delivered more than once, or without a request.
        case doubled
        /// The ledger's file is damaged.
        case damaged
        /// A child ended by itself.
        case ended
    }

    var kind: Kind
    var text: String

    var description: String { "\(kind.rawValue): \(text)" }

    static func lost(_ text: String) -> Problem { Problem(kind: .lost, text: text) }
    static func doubled(_ text: String) -> Problem { Problem(kind: .doubled, text: text) }
}
