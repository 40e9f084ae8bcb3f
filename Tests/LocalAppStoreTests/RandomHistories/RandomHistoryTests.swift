import Foundation
import StoreTestSupport
import TestSupport
import Testing

@testable import LocalAppStore

/// Random commands on random catalogs.
///
/// `RANDOM_HISTORIES` is how many to run, and `RANDOM_HISTORY_SEED` the first seed;
/// `Scripts/stress-test.sh histories` sets both. A failure names its seed and the shortest history
/// that was found to fail.
@Suite("Random histories")
struct RandomHistoryTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count =
        environment["RANDOM_HISTORIES"].flatMap(UInt64.init)
        ?? TestVolume.count(80, all: 2_000)
    private static let seed = environment["RANDOM_HISTORY_SEED"].flatMap(UInt64.init) ?? 1

    @Test("No history breaks an invariant of the ledger", arguments: 0..<8 as Range<UInt64>)
    func invariants(part: UInt64) throws {
        for number in stride(from: part, to: Self.count, by: 8) {
            let history = RandomHistory(seed: Self.seed &+ number)
            guard try history.violation() != nil else { continue }
            let shortest = try history.shortened { try $0.violation() != nil }
            Issue.record("\(try shortest.violation() ?? ""): \(shortest)")
            return
        }
    }

    @Test("Settling in one step or in many leads to the same ledger", arguments: 0..<8 as Range)
    func steps(part: Int) throws {
        for number in stride(from: part, to: Int(Self.count) / 10, by: 8) {
            let history = RandomHistory(seed: Self.seed &+ UInt64(number))
            guard try history.dependsOnSteps() else { continue }
            let shortest = try history.shortened { try $0.dependsOnSteps() }
            Issue.record("The ledger depends on the number of steps: \(shortest)")
            return
        }
    }

    @Test("A broken invariant is found, and its history is shortened to what breaks it")
    func shortening() throws {
        var history = RandomHistory(seed: 3)
        history.commands.insert(.clear, at: 2)
        let shortest = history.shortened { $0.commands.contains(.clear) }
        #expect(history.commands.count > 1)
        #expect(shortest.commands == [.clear])
        var invariants = HistoryInvariants()
        let store = try Store.make(.subscriptions)
        try store.pay("monthly")
        _ = try invariants.check(store, after: .finishAll)
        try store.execute(sql: "UPDATE entry SET price = '11'")
        #expect(try invariants.check(store, after: .finishAll) == "transaction 1 changed its price")
    }
}

/// A random catalog, and random commands.
private struct RandomHistory: CustomStringConvertible {
    let seed: UInt64
    let catalog: Catalog
    var commands: [StoreCommand]

    init(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        self.seed = seed
        catalog = .random(using: &generator)
        let length = Int.random(in: 3...24, using: &generator)
        commands = (0..<length).map { _ in .random(using: &generator) }
    }

    var description: String {
        "seed \(seed), \(commands.count) commands\n"
            + commands.map { "  \($0)" }.joined(separator: "\n")
    }

    /// Runs the commands; returns the first invariant that one of them breaks.
    func violation() throws -> String? {
        // What happens within a second has the date of the second.
        var store = try Store.make(catalog, clock: .manual(startingAt: .start + 0.789))
        var invariants: [Customer.ID: HistoryInvariants] = [:]
        for (index, command) in commands.enumerated() {
            do {
                store = try command.run(on: store)
                for customer in try store.customers.all() {
                    let store = try store.customers.acting(for: customer.id)
                    let violation = try invariants[customer.id, default: HistoryInvariants()]
                        .check(store, after: command)
                    if let violation { return "after \(command), \(violation)" }
                }
                // A deletion may take away what the family has.
                guard !commands[...index].contains(where: \.isDeletion) else { continue }
                if let violation = try FamilyInvariants(store).violations.first {
                    return "after \(command), \(violation)"
                }
            } catch {
                return "\(command) throws \(error)"
            }
        }
        return try store.customers.all().lazy
            .compactMap { try HistoryInvariants.checkReceipt(store.customers.acting(for: $0.id)) }
            .first
    }

    /// Whether the ledger is another one when each advance of the clock is made in parts.
    func dependsOnSteps() throws -> Bool {
        try ledger(splitting: 1) != ledger(splitting: 5)
    }

    private func ledger(splitting parts: Int) throws -> String {
        var store = try Store.make(catalog)
        for command in commands {
            if case .advance(let hours) = command {
                for _ in 0..<parts {
                    store.clock.advance(by: TimeInterval(hours) * 3600 / TimeInterval(parts))
                }
            } else {
                store = try command.run(on: store)
            }
        }
        return try store.customers.all().map { customer in
            let store = try store.customers.acting(for: customer.id)
            return "\(try store.entries().map(\.withoutToken)) \(try store.subscriptions.all())"
        }
        .joined(separator: "\n")
    }

    /// Removes commands as long as the history fails without them.
    func shortened(while fails: (RandomHistory) throws -> Bool) rethrows -> RandomHistory {
        var shortest = self
        var length = commands.count / 2
        while length > 0 {
            var start = 0
            while start < shortest.commands.count {
                var candidate = shortest
                let end = min(start + length, candidate.commands.count)
                candidate.commands.removeSubrange(start..<end)
                if try fails(candidate) { shortest = candidate } else { start = end }
            }
            length /= 2
        }
        return shortest
    }
}
