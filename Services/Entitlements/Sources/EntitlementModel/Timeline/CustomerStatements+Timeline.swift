import Foundation

extension CustomerStatements {
    /// Returns what the team's statements have changed until a date, in order: grants, their ends
    /// and their revocations.
    package func timeline(at now: Milliseconds) -> [TimelineEntry] {
        var entries: [TimelineEntry] = []
        let revocations = self.revocations
        for (id, statement) in statements {
            guard case .grant(let grant) = statement.content else { continue }
            let revocation = revocations[id]
            var entry = TimelineEntry(date: statement.date, reason: .granted)
            entry.name = grant.name
            entry.periodStart = statement.date
            entry.periodEnd = grant.until
            entries.append(entry)
            if let until = grant.until, until <= revocation ?? .max {
                entry.date = until
                entry.reason = .expired
                entries.append(entry)
            } else if let revocation {
                entry.date = max(revocation, statement.date)
                entry.reason = .grantRevoked
                entries.append(entry)
            }
        }
        return entries.filter { $0.date <= now }.sorted()
    }

    /// The dates of the first revocations, by the identifiers of the grants.
    private var revocations: [UUID: Milliseconds] {
        var dates: [UUID: Milliseconds] = [:]
        for statement in statements.values {
            guard case .revokeGrant(let id, _) = statement.content else { continue }
            dates[id] = min(dates[id] ?? .max, statement.date)
        }
        return dates
    }
}
