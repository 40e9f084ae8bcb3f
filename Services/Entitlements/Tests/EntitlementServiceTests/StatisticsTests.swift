import AppReceipt
import EntitlementModel
import Foundation
import LocalAppStore
import PostgreSQL
import TestCluster
import Testing

@testable import EntitlementService

@Suite struct StatisticsTests {
    @Test(arguments: 1...4)
    func `the views count as the facts of a random history do`(seed: Int) async throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let shop = try await LocalShop()
        let documents = try await RandomHistory.live(in: shop, using: &generator)
        let service = try await TestService(roots: try shop.roots, at: shop.store.clock.now)
        for document in documents { try await service.receive(document) }
        let statistics = try await service.statistics()
        let present = try await service.present()
        let expected = try await service.histories().statistics(at: present)
        #expect(statistics == expected, "seed \(seed)")
        #expect(statistics.contains { $0.active > 0 && $0.revenue.isEmpty == false })
        // Purchases that began and did not end are still active.
        for month in Set(statistics.map(\.month)) {
            let known = statistics.filter { $0.month <= month && $0.productID.isLasting }
            let active = known.filter { $0.month == month }.reduce(0) { $0 + $1.active }
            #expect(active == known.reduce(0) { $0 + $1.started - $1.churned }, "\(month)")
        }
        await shop.stop()
    }

    @Test func `trials, refunds and seats are counted in their months`() async throws {
        let service = try await TestService(at: .start + 200 * .day)
        var trial = TransactionPayload.make(signed: .start)
        trial.offerType = .introductory
        trial.offerDiscountType = .freeTrial
        trial.priceInMilliunits = 0
        trial.currency = "EUR"
        var paid = TransactionPayload.renewal(
            signed: .start + 40 * .day,
            revoked: .start + 40 * .day
        )
        paid.priceInMilliunits = 4_990
        paid.currency = "EUR"
        paid.revocationPercentage = 50_000
        var family = TransactionPayload.make("300", token: nil, signed: .start)
        family.ownershipType = .familyShared
        var coins = TransactionPayload.make(
            "400",
            product: "coins",
            type: .consumable,
            expires: nil
        )
        coins.quantity = 3
        coins.priceInMilliunits = 1_500
        coins.currency = "USD"
        for payload in [trial, paid, family, coins] { try await service.receive(payload) }
        let months = "2024-01"..."2024-12"
        let list = try await service.statistics(months)
        #expect(
            list == [
                Statistic(
                    month: "2024-03",
                    productID: "coins",
                    started: 1,
                    revenue: ["USD": "4.5"]
                ),
                Statistic(
                    month: "2024-03",
                    productID: "monthly",
                    active: 1,
                    trials: 0,
                    started: 1,
                    revenue: ["EUR": "4.99"]
                ),
                Statistic(
                    month: "2024-04",
                    productID: "monthly",
                    churned: 1,
                    refunded: 1,
                    revenue: ["EUR": "-2.495"]
                ),
            ]
        )
    }

    @Test func `a refund of all seats counts once, and a reversed one no longer`() async throws {
        let service = try await TestService(at: .start + 40 * .day)
        let day = TimeInterval.day
        var documents: [TransactionPayload] = [
            .make("1", seats: 8),
            .make("1", revoked: .start + 2 * day, seats: 8, refundedSeats: 8),
            .make("2", signed: .start + day, seats: 8, refundedSeats: 3),
            .make("2", signed: .start + 2 * day, seats: 8),
            .make("3", signed: .start + day, seats: 8, refundedSeats: 3),
        ]
        for index in documents.indices {
            documents[index].priceInMilliunits = 1_000
            documents[index].currency = "EUR"
            try await service.receive(documents[index])
        }
        let month = try #require(try await service.statistics().first)
        #expect(month.refunded == 2)
        // Of 24 seats, 8 and 3 are refunded.
        #expect(month.revenue == ["EUR": "13"])
    }

    @Test func `months are checked`() async throws {
        let service = try await TestService()
        try await service.receive(.make())
        try await service.serve { client async throws in
            let list = try await client.object("statistics")["statistics"] as? [[String: Any]]
            #expect(list?.map { $0["month"] as? String } == ["2024-03"])
            for query in ["from=2024-13", "to=2024", "from=2024-02&to=2024-01", "from=1990-01"] {
                await #expect(throws: UnexpectedStatus.self) {
                    _ = try await client.object("statistics", "&\(query)")
                }
            }
        }
    }
}

extension String {
    fileprivate var isLasting: Bool { !["coins", "pass"].contains(self) }
}

extension TestService {
    fileprivate func statistics(
        _ months: ClosedRange<String> = "2000-01"..."2100-12"
    ) async throws -> [Statistic] {
        try Statistic.list(
            try await database.query(StatisticsTables.counts(in: .shop, months)),
            try await database.query(StatisticsTables.revenue(in: .shop, months))
        )
    }

    /// The time until which the views count.
    fileprivate func present() async throws -> Milliseconds {
        let times: [Int64] = try await connections.query(
            Statement(
                """
                SELECT greatest(max(signed_at), \(Clock.expression))
                FROM entitlements_state.transaction
                """
            )
        ).column()
        return try #require(times.first)
    }

    fileprivate func histories() async throws -> [PurchaseHistory] {
        let ids: [String] = try await connections.query(
            Statement("SELECT original_id FROM entitlements_state.purchase")
        ).column()
        var histories: [PurchaseHistory] = []
        for id in ids {
            let key = PurchaseKey(scope: .shop, originalTransactionID: id)
            histories.append(try await database.history(of: key))
        }
        return histories
    }
}

// MARK: - The same count, one moment after another

/// A period of a purchase.
private struct CountedPeriod {
    let fact: TransactionFact
    let end: Milliseconds

    var start: Milliseconds { fact.terms.purchaseDate }
    var product: String { fact.terms.productID }
    var lasts: Bool {
        fact.terms.expirationDate != nil || fact.details?.productType == "Non-Consumable"
    }
}

extension [PurchaseHistory] {
    fileprivate func statistics(at present: Milliseconds) -> [Statistic] {
        var counts = Counts()
        for history in self {
            let facts = history.transactions.values.filter {
                $0.details.map { !$0.isAssigned && !$0.isFamilyShared } ?? true
            }
            for fact in facts { counts.charge(fact) }
            counts.count(Self.periods(of: facts), at: present)
        }
        return counts.list
    }

    private static func periods(of facts: [TransactionFact]) -> [CountedPeriod] {
        facts.map { fact in
            var ends = [fact.terms.expirationDate ?? .max]
            if fact.terms.watermark.isRevoked { ends.append(fact.revocationDate) }
            if fact.details?.isUpgraded == true {
                ends +=
                    facts.filter { $0.transactionID != fact.transactionID }
                    .filter { $0.follows(fact) }
                    .map(\.terms.purchaseDate).min().map { [$0] } ?? []
            }
            return CountedPeriod(fact: fact, end: ends.min() ?? .max)
        }
        .filter { $0.end > $0.start }
    }
}

extension TransactionFact {
    fileprivate func follows(_ other: TransactionFact) -> Bool {
        let isUpgraded = details?.isUpgraded ?? false
        return (terms.purchaseDate, isUpgraded ? 0 : 1, transactionID)
            > (other.terms.purchaseDate, 0, other.transactionID)
    }
}

private struct Counts {
    private struct Key: Hashable {
        let month: String
        let product: String
    }

    private var counts: [Key: Statistic] = [:]
    private var amounts: [Key: [String: Int64]] = [:]

    var list: [Statistic] {
        var counts = counts
        for (key, amounts) in amounts {
            counts[key, default: Statistic(month: key.month, productID: key.product)].revenue =
                amounts.mapValues(Self.decimal)
        }
        return counts.values.sorted {
            ($0.month, $0.productID) < ($1.month, $1.productID)
        }
    }

    mutating func charge(_ fact: TransactionFact) {
        let revoked = fact.terms.watermark.isRevoked ? fact.revocationDate : nil
        if let revoked { add(\.refunded, fact.terms.productID, at: revoked) }
        guard let price = fact.details?.price, let currency = fact.details?.currency else { return }
        let amount = price * Int64(fact.details?.quantity ?? 1)
        add(amount, currency, fact, at: fact.terms.purchaseDate)
        let percentage = Int64(fact.details?.revocationPercentage ?? 100_000)
        if let revoked { add(-amount * percentage / 100_000, currency, fact, at: revoked) }
    }

    mutating func count(_ periods: [CountedPeriod], at present: Milliseconds) {
        let ordered = periods.sorted {
            ($0.start, $0.fact.transactionID) < ($1.start, $1.fact.transactionID)
        }
        for (index, period) in ordered.enumerated() {
            let before = ordered[..<index], after = ordered[(index + 1)...]
            if period.start <= present, !before.contains(where: { $0.end >= period.start }) {
                add(\.started, period.product, at: period.start)
            }
            let end = (before.map(\.end) + [period.end]).max() ?? period.end
            if period.lasts, end <= present, !after.contains(where: { $0.start <= end }) {
                add(\.churned, period.product, at: end)
            }
        }
        guard let first = ordered.first?.start else { return }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var month = calendar.dateInterval(of: .month, for: first.date)
        while let interval = month, Milliseconds(interval.start) <= present {
            let moment = min(Milliseconds(interval.end) - 1, present)
            let active = ordered.filter { $0.lasts && $0.start <= moment && $0.end > moment }
            if let newest = active.last {
                add(\.active, newest.product, at: Milliseconds(interval.start))
                if newest.fact.details?.isFreeTrial == true {
                    add(\.trials, newest.product, at: Milliseconds(interval.start))
                }
            }
            month = calendar.dateInterval(of: .month, for: interval.end)
        }
    }

    private mutating func add(
        _ member: WritableKeyPath<Statistic, Int64>,
        _ product: String,
        at date: Milliseconds
    ) {
        let key = Key(month: Self.month(date), product: product)
        counts[key, default: Statistic(month: key.month, productID: product)][keyPath: member] += 1
    }

    private mutating func add(
        _ amount: Int64,
        _ currency: String,
        _ fact: TransactionFact,
        at date: Milliseconds
    ) {
        let key = Key(month: Self.month(date), product: fact.terms.productID)
        amounts[key, default: [:]][currency, default: 0] += amount
    }

    private static func month(_ date: Milliseconds) -> String {
        String(date.date.formatted(.iso8601).prefix(7))
    }

    private static func decimal(_ thousandths: Int64) -> String {
        "\(Decimal(thousandths) / 1000)"
    }
}
