import EntitlementModel
import Foundation
import PostgreSQL

/// The state of a customer while news is applied, and the resulting events.
struct CustomerView {
    private struct RowKey: Hashable {
        let originalTransactionID: String
        let name: CustomerID

        init(_ originalTransactionID: String, _ name: CustomerID) {
            self.originalTransactionID = originalTransactionID
            self.name = name
        }
    }

    private let former: CustomerRecord
    private let rule: EntitlementRule
    private let now: Milliseconds
    /// Whether only a change of the entitlements causes an event.
    private let isQuiet: Bool
    private var purchases: [RowKey: OwnedPurchase] = [:]
    /// The revisions of known credits.
    private var credits: [RowKey: Int64] = [:]
    /// The periods of purchases, where the newest has not begun.
    private var periods: [RowKey: [Purchase]] = [:]
    private var statements: CustomerStatements
    /// The entries to report.
    private var news: Set<TimelineEntry> = []
    private var transfer: TimelineEntry?
    private var writes: [Statement] = []

    init(
        _ record: CustomerRecord,
        _ purchases: [OwnedPurchase],
        _ statements: CustomerStatements,
        rule: EntitlementRule,
        isQuiet: Bool,
        now: Milliseconds
    ) {
        self.isQuiet = isQuiet
        former = record
        self.rule = rule
        self.now = now
        self.statements = statements
        for purchase in purchases {
            self.purchases[RowKey(purchase.originalTransactionID, purchase.name)] = purchase
        }
    }

    /// Adds a known credit.
    mutating func add(_ credit: Belongings.Part) {
        credits[RowKey(credit.key.originalTransactionID, credit.name)] = credit.revision
    }

    mutating func apply(_ news: CustomerNews) throws {
        for purchase in news.purchases { apply(purchase) }
        for credit in news.credits { apply(credit) }
        // A grant ends without a statement.
        if let due = former.nextChange, due <= now {
            self.news.formUnion(
                statements.timeline(at: now).filter { $0.date >= due && $0.reason == .expired }
            )
        }
        if let other = news.transfer {
            var entry = TimelineEntry(date: now, reason: .transferred)
            entry.customer = other
            transfer = entry
        }
        let told = Set(statements.timeline(at: now))
        for statement in news.statements {
            statements.merge(statement)
            writes.append(try StatementTable.insert(statement, at: former.customer))
        }
        // The other customer's events have reported the entries of a moved name.
        if transfer == nil {
            self.news.formUnion(statements.timeline(at: now).filter { !told.contains($0) })
        }
    }

    private mutating func apply(_ credited: CreditNews) {
        var credit = credited.credit
        credit.customer = former.customer
        writes.append(CreditTable.write(credit))
        let key = RowKey(credit.originalTransactionID, credit.name)
        // A receipt came before the signed transaction, and it names no type.
        if let known = purchases[key], known.revision <= credit.revision {
            purchases[key] = nil
            writes.append(OwnedPurchaseTable.remove(known))
        }
        let told = credits[key] ?? -1
        news.formUnion(credited.news.filter { $0.revision > told }.map(\.entry))
    }

    private mutating func apply(_ purchase: PurchaseNews) {
        let key = RowKey(purchase.key.originalTransactionID, purchase.name)
        let known = purchases[key]
        if let known, known.revision > purchase.revision { return }
        for news in purchase.news where news.revision > known?.revision ?? -1 {
            self.news.insert(news.entry)
        }
        // Entries that time alone has added since then are still unreported.
        if let known {
            news.formUnion(purchase.timeline.filter { $0.date > known.settlementDate })
        }
        let row = OwnedPurchase(
            customer: former.customer,
            originalTransactionID: purchase.key.originalTransactionID,
            name: purchase.name,
            revision: purchase.revision,
            isOwned: purchase.isOwned,
            purchase: purchase.purchase,
            last: purchase.timeline.last,
            settlementDate: max(now, purchase.horizon, known?.settlementDate ?? now)
        )
        purchases[key] = row
        periods[key] = purchase.periods
        writes.append(OwnedPurchaseTable.write(row))
    }

    /// The purchases that time has changed since they were settled, or whose newest period is in
    /// the future.
    var keysOfChangesByTime: [PurchaseKey] {
        let keys = purchases.filter { key, row in
            guard periods[key] == nil, row.isOwned else { return false }
            if row.purchase.purchaseDate > now { return true }
            guard row.settlementDate < now else { return false }
            let change = rule.judge([row.purchase], at: row.settlementDate).nextChange
            return change.map { $0 <= now } ?? false
        }
        return Set(keys.values.map(\.key)).sorted()
    }

    /// Applies the changes of a purchase by time, and the notes that are new to the customer.
    mutating func apply(
        _ purchase: KnownPurchase,
        _ notes: [OutboxTable.Note],
        _ policy: TransferPolicy
    ) throws {
        for (key, row) in purchases where row.key == purchase.key {
            let change = try PurchaseChange(
                purchase,
                policy,
                notes: notes.filter { $0.number > row.revision }.map(\.body),
                at: now
            )
            let news = change.customerNews(policy, at: now).first { $0.customer.id == key.name }
            for purchase in news?.news.purchases ?? [] { apply(purchase) }
        }
    }

    // MARK: Statements and events

    /// The statements that write the purchases, the record and the events.
    func statements(deliversEvents: Bool) throws -> [Statement] {
        let judgement = judgement
        var record = former
        record.entitlements = try EntitlementJSON(judgement.entitlements)
        record.nextChange = judgement.nextChange
        record.hasGrants = former.hasGrants || statements.areAboutAccess
        let events = self.events(for: &record)
        var end = writes
        if record != former { end.append(CustomerTables.update(record)) }
        end += events.map(EventTables.insert)
        if deliversEvents, let first = events.first, let last = events.last {
            end.append(
                EventTables.schedule(
                    former.customer,
                    from: first.sequence,
                    upTo: last.sequence
                )
            )
        }
        return end
    }

    private var judgement: EntitlementRule.Judgement {
        var owned: [String: [Purchase]] = [:]
        for (key, row) in purchases where row.isOwned {
            owned[key.originalTransactionID] = periods[key] ?? [row.purchase]
        }
        return rule.judge(owned.values.joined(), statements.grants.values, at: now)
    }

    /// The events about the news, all late except at most the one about the last entry.
    private func events(for record: inout CustomerRecord) -> [EntitlementEvent] {
        let ends = purchases.values.map(\.last) + [statements.timeline(at: now).last]
        let last = ends.compactMap { $0 }.max() ?? news.max()
        var told = news.sorted()
        let isTold = news.contains { $0.identity == last?.identity }
        if transfer == nil, let last, last.identity != former.last?.identity, !isTold {
            told.append(last)
        }
        let isChanged = record.entitlements != former.entitlements
        // A repair reports its own change, but no past entries.
        if isQuiet {
            record.last = last
            told = isChanged ? [last].compactMap { $0 } : []
        }
        var causes: [(entry: TimelineEntry?, isLate: Bool)] = told.map { entry in
            (entry, last.map { entry < $0 } ?? false)
        }
        if isChanged, causes.isEmpty || transfer != nil { causes.append((transfer, false)) }
        let isLastTold = causes.contains { $0.entry?.identity == last?.identity }
        if let last, transfer != nil || isLastTold { record.last = last }
        var events: [EntitlementEvent] = []
        for (index, cause) in causes.enumerated() {
            record.sequence += 1
            let isLast = index == causes.count - 1
            events.append(
                EntitlementEvent(
                    customer: record.customer,
                    sequence: record.sequence,
                    id: UUID(),
                    type: isLast
                        ? record.entitlements.change(from: former.entitlements) : .unchanged,
                    cause: cause.entry,
                    isLate: cause.isLate,
                    entitlements: isLast ? record.entitlements : former.entitlements
                )
            )
        }
        return events
    }
}
