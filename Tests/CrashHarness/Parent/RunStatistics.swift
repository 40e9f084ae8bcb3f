import Foundation
import LocalAppStore

/// The counts of a run of kills.
struct RunStatistics: Equatable {
    var kills = 0
    /// The number of children that ended in order.
    var closed = 0
    var ledgers = 0
    /// The number of servers that were killed.
    var serversKilled = 0
    /// The number of requests that they served.
    var served = 0
    /// The number of children whose clock was behind, or went back.
    var clocksBehind = 0
    /// The number of transactions that a family got by sharing.
    var shared = 0
    var paymentsBegun = 0
    var charged = 0
    var renewed = 0
    var upgraded = 0
    var withOffers = 0
    var restored = 0
    var delivered = 0
    /// The number of purchases by StoreKit 2, and of transactions that it finished and delivered.
    var bought = 0
    var finished = 0
    var updates = 0
    /// The number of finished downloads whose files were compared, a file once after each kill.
    var downloads = 0
    var steps: [Step: Int] = [:]
    var problems: [Problem.Kind: Int] = [:]

    /// Adds the counts of a ledger and its journal.
    mutating func add(_ round: LedgerRound) {
        ledgers += 1
        paymentsBegun += round.facts.intents.count
        charged += round.entries.count { $0.amountCharged > 0 }
        renewed += round.entries.count(where: \.isRenewal)
        upgraded += round.entries.count(where: \.isUpgraded)
        withOffers += round.entries.count { $0.offer != nil }
        bought += round.entries.count { $0.purchaseAPI == .storeKit2 && $0.amountCharged > 0 }
        finished += round.entries.count { $0.finishAPI == .storeKit2 }
        updates += round.updatesDelivered
        shared += round.sharedCount
        restored += round.facts.restoredIDs.count
        downloads += round.downloadsCompared
        for step in Step.allCases {
            let count = max(round.facts.ended(step).count, round.facts.count(of: step).lowerBound)
            steps[step, default: 0] += count
        }
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
            ("servers killed", serversKilled), ("requests served", served),
            ("clocks that went back", clocksBehind), ("shared with the family", shared),
            ("payments begun", paymentsBegun), ("charged", charged), ("renewals", renewed),
            ("upgrades", upgraded), ("with an offer", withOffers), ("restored", restored),
            ("delivered at next launch", delivered), ("downloads compared", downloads),
            ("bought by StoreKit 2", bought), ("finished by StoreKit 2", finished),
            ("updates at next launch", updates),
        ]
        return Self.table(
            rows + Step.allCases.map { ($0.rawValue, steps[$0] ?? 0) }
                + Problem.Kind.allCases.map { ($0.rawValue, problems[$0] ?? 0) }
        )
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
