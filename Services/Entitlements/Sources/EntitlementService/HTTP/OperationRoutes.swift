import EntitlementModel
import Foundation
import Hummingbird
import PostgreSQL

/// The routes about the operation of the service, and about counts and revenue.
struct OperationRoutes: Sendable {
    let database: any SQLDatabase
    let apps: AppDirectory
    let keys: ReaderKeys
    let clock: ServiceClock

    func add(to router: some RouterMethods) {
        router.get("v1/dead-letters") { request, _ in try await self.deadLetters(request) }
        router.get("v1/lag") { request, _ in
            let (_, scope) = try keys.administration(of: request, in: apps)
            return try await self.lag(in: scope)
        }
        router.get("v1/statistics") { request, _ in try await self.statistics(request) }
    }

    // MARK: Dead letters

    private func deadLetters(_ request: Request) async throws -> Response {
        let (_, scope) = try keys.administration(of: request, in: apps)
        let limit = try request.limit()
        let place = try request.cursor(OperationTables.Place.init) ?? OperationTables.Place()
        let letters = try await database.query(
            OperationTables.deadLetters(in: scope, after: place, limit: limit + 1)
        ).map(DeadLetter.decode)
        let page = letters.prefix(limit)
        let next = letters.count > limit ? page.last?.place.cursor : nil
        return .json(
            .object(["deadLetters": .list(page.map(\.json)), "next": next.map(JSON.string)])
        )
    }

    // MARK: Lag

    private func lag(in scope: PurchaseScope) async throws -> Response {
        let time = try await ServiceClock().now(in: database)
        let skew = Milliseconds(Date()) - time
        var members: [(String, JSON?)] = []
        for (name, statement) in [
            ("purchases", OperationTables.changes(in: scope)),
            ("customers", OperationTables.dueCustomers(in: scope, at: clock.now(time))),
            ("events", OperationTables.events(in: scope)),
            ("deadLetters", OperationTables.deadLetterCount(in: scope)),
            ("consumptionRequests", OperationTables.consumptionRequests(in: scope)),
        ] {
            members.append((name, try Backlog(try await database.query(statement)).json))
        }
        members.append(("clockSkew", .integer(skew)))
        return .json(.object(.init(members)))
    }

    // MARK: Statistics

    private func statistics(_ request: Request) async throws -> Response {
        let (_, scope) = try keys.subject(of: request, in: apps)
        let present = Month(try await clock.now(in: database))
        let last = try Self.month("to", of: request) ?? present
        let first = try Self.month("from", of: request) ?? last.adding(-11)
        guard first <= last, last.number - first.number < Month.longestRange else {
            throw HTTPProblem.malformed(
                "`from` must not be after `to`, and the range has at most "
                    + "\(Month.longestRange) months."
            )
        }
        let months = first.description...last.description
        let list = try Statistic.list(
            try await database.query(StatisticsTables.counts(in: scope, months)),
            try await database.query(StatisticsTables.revenue(in: scope, months))
        )
        return .json(.object(["statistics": .list(list.map(\.json))]))
    }

    private static func month(
        _ name: String,
        of request: Request
    ) throws(HTTPProblem) -> Month? {
        guard let text = request.uri.queryParameters[Substring(name)] else { return nil }
        guard let month = Month(text) else {
            throw .malformed("`\(name)` must be a month such as 2026-01.")
        }
        return month
    }
}

/// A month in UTC.
private struct Month: Comparable, CustomStringConvertible {
    /// The maximum number of months in a response.
    static let longestRange = 120

    /// The number of months since the year 0.
    let number: Int

    init(number: Int) {
        self.number = number
    }

    init(_ time: Milliseconds) {
        let day = time.date.formatted(Date.ISO8601FormatStyle().year().month().day())
        self = Month(day.prefix(7)) ?? Month(number: 1970 * 12)
    }

    /// Reads four digits, a hyphen and two digits.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 }),
            let year = Int(parts[0]), let month = Int(parts[1]), year > 0,
            (1...12).contains(month)
        else { return nil }
        number = year * 12 + month - 1
    }

    func adding(_ months: Int) -> Month { Month(number: max(12, number + months)) }

    var description: String {
        let year = String(number / 12 + 10000).dropFirst(), month = String(number % 12 + 101)
        return "\(year)-\(month.dropFirst())"
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension Statistic {
    fileprivate var json: JSON {
        let amounts = revenue.sorted { $0.key < $1.key }
        return .object([
            "month": .string(month),
            "productId": .string(productID),
            "active": .integer(active),
            "trials": .integer(trials),
            "started": .integer(started),
            "churned": .integer(churned),
            "refunded": .integer(refunded),
            "revenue": .object(.init(amounts.map { ($0.key, .string($0.value)) })),
        ])
    }
}

extension Backlog {
    fileprivate var json: JSON {
        .object(["count": .integer(count), "oldestAt": oldest.map(JSON.date)])
    }
}

extension DeadLetter {
    fileprivate var json: JSON {
        .object([
            "customer": .string(place.customer),
            "sequence": .integer(place.sequence),
            "id": id.map(JSON.id),
            "type": type.map(JSON.string),
            "reason": (cause?.reason.rawValue).map(JSON.string),
            "error": .string(error),
            "givenUpAt": .date(place.date / 1000),
        ])
    }
}

extension OperationTables.Place {
    /// Parses the cursor of an earlier response.
    fileprivate init?(cursor: some StringProtocol) {
        let parts = cursor.split(separator: "_", maxSplits: 2)
        guard parts.count == 3, let date = Int64(parts[0]), date >= 0,
            let sequence = Int64(parts[1]), sequence >= 0,
            let customer = CustomerID(String(parts[2]))
        else { return nil }
        self.init(date: date, sequence: sequence, customer: customer.description)
    }

    fileprivate var cursor: String { "\(date)_\(sequence)_\(customer)" }
}
