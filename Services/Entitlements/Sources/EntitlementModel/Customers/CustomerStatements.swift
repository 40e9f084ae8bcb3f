package import Foundation

/// The team's statements about a customer, and their outcome.
///
/// Sets are united in any order, and a statement may be in several of them.
package struct CustomerStatements: Hashable, Sendable {
    package private(set) var statements: [UUID: CustomerStatement] = [:]

    package init(_ statements: some Sequence<CustomerStatement> = []) {
        for statement in statements { merge(statement) }
    }

    /// Adds a statement.
    ///
    /// Of several with the same identifier, the first one counts.
    package mutating func merge(_ statement: CustomerStatement) {
        if let known = statements[statement.id], known <= statement { return }
        statements[statement.id] = statement
    }

    package mutating func merge(_ other: CustomerStatements) {
        for statement in other.statements.values { merge(statement) }
    }

    /// The statements, the first one first.
    package var inOrder: [CustomerStatement] { statements.values.sorted() }
}

extension CustomerStatements {
    /// The customer that this one is linked to, by the newest statement about the link.
    package var parent: CustomerID? {
        newest { content -> CustomerID?? in
            switch content {
            case .link(let parent): .some(parent)
            case .unlink: .some(nil)
            default: nil
            }
        } ?? nil
    }

    /// Whether any statement is about the customer's access.
    package var areAboutAccess: Bool { statements.values.contains(where: \.isAboutAccess) }

    /// Whether sandbox purchases count in production, by the newest such statement.
    package var isTester: Bool {
        newest { if case .admitSandbox(let isAdmitted) = $0 { isAdmitted } else { nil } } ?? false
    }

    private func newest<Value>(_ value: (CustomerStatement.Content) -> Value?) -> Value? {
        statements.values.filter { value($0.content) != nil }.max()
            .flatMap { value($0.content) }
    }

    /// The grants that are not revoked, by their identifiers.
    ///
    /// A revocation holds forever, even if it was stated before the grant.
    package var grants: [UUID: Grant] {
        let ends = revocations
        var grants: [UUID: Grant] = [:]
        for case (let id, .grant(let grant)) in statements.mapValues(\.content)
        where ends[id] == nil {
            grants[id] = grant
        }
        return grants
    }
}

extension CustomerStatements {
    /// Returns the begins and the ends of grants until a date, in order.
    ///
    /// A grant that had already ended when it was stated has neither.
    package func timeline(at now: Milliseconds) -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        let ends = revocations
        for statement in statements.values {
            guard case .grant(let grant) = statement.content else { continue }
            let start = statement.date
            let until = grant.until ?? .max
            let end = min(until, ends[statement.id] ?? .max)
            guard start < end else { continue }
            entries.append(TimelineEntry(.granted, at: start, grant, since: start))
            let reason: EventReason = end < until ? .grantRevoked : .expired
            if end < .max { entries.append(TimelineEntry(reason, at: end, grant, since: start)) }
        }
        return entries.filter { $0.date <= now }.sorted()
    }

    /// The date of the first revocation of each grant.
    private var revocations: [UUID: Milliseconds] {
        var dates: [UUID: Milliseconds] = [:]
        for statement in statements.values {
            guard case .revokeGrant(let id, _) = statement.content else { continue }
            dates[id] = min(dates[id] ?? .max, statement.date)
        }
        return dates
    }
}

extension TimelineEntry {
    fileprivate init(
        _ reason: EventReason,
        at date: Milliseconds,
        _ grant: Grant,
        since start: Milliseconds
    ) {
        self.init(date: date, reason: reason)
        name = grant.name
        periodStart = start
        periodEnd = grant.until
    }
}
