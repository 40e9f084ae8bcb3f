import EntitlementModel
import Foundation
import PostgreSQL

/// A purchase whose history has grown, and what that means for its customers.
struct PurchaseChange: Sendable {
    let revision: Int64
    let state: PurchaseState
    let history: PurchaseHistory
    /// The customers that had the purchase.
    let formerOwners: [CustomerID]
    /// What happened until the horizon.
    private let timeline: [TimelineEntry]
    /// What is new in the timeline.
    let news: [News]
    /// The date until which the timeline is told.
    let horizon: Milliseconds

    /// Something that happened, with the revision that made it known.
    struct News: Hashable, Codable, Sendable {
        let revision: Int64
        let entry: TimelineEntry
    }

    /// What of a change only the change knows, until the customers know it, too.
    private struct Note: Codable {
        let owners: [String]
        let news: [News]
    }

    var key: PurchaseKey { state.key }

    /// The note for the outbox.
    var note: String {
        get throws {
            let note = Note(owners: formerOwners.map(\.description), news: news)
            return String(decoding: try JSONEncoder().encode(note), as: UTF8.self)
        }
    }
}

extension PurchaseChange {
    /// Folds facts into a purchase that is locked; `nil` if they are known.
    init?(
        _ known: OpenPurchase,
        _ facts: PurchaseHistory,
        _ policy: TransferPolicy,
        _ requests: [TimelineEntry] = [],
        isRepairing: Bool = false,
        at now: Milliseconds
    ) {
        var history = known.history
        history.merge(facts)
        let owners = history.owners(policy)
        let isNew = history != known.history || owners != known.owners || !requests.isEmpty
        guard isNew || isRepairing else { return nil }
        horizon = Self.horizon(facts.newestSigningDate, at: now)
        revision = known.revision
        state = PurchaseState(key: facts.key, owners: owners, purchase: history.purchase())
        self.history = history
        formerOwners = known.owners
        timeline = history.timeline(at: horizon, policy)
        guard !isRepairing else {
            news = []
            return
        }
        let told = Set(known.history.timeline(at: horizon, policy).map(\.identity))
        news = (timeline.filter { !told.contains($0.identity) } + requests)
            .map { News(revision: known.revision, entry: $0) }
    }

    /// The date until which a timeline is told: the present, or a little later if a document is
    /// signed by a clock that is ahead of the database's.
    private static func horizon(_ date: Milliseconds, at now: Milliseconds) -> Milliseconds {
        max(now, min(date, now.adding(greatestLead)))
    }

    /// How far ahead a clock of the App Store may be.
    private static let greatestLead: Milliseconds = 300_000

    /// Reads a change again, of which the outbox has notes.
    init(
        _ known: OpenPurchase,
        _ state: PurchaseState,
        _ policy: TransferPolicy,
        notes: [String],
        at now: Milliseconds
    ) throws {
        let notes = try notes.map { try JSONDecoder().decode(Note.self, from: Data($0.utf8)) }
        revision = known.revision
        self.state = state
        history = known.history
        formerOwners = notes.flatMap(\.owners).compactMap { CustomerID($0) }
        news = notes.flatMap(\.news)
        horizon = Self.horizon(news.map(\.entry.date).max() ?? now, at: now)
        timeline = history.timeline(at: horizon, policy)
    }

    /// What each customer has to know.
    func customerNews(
        _ policy: TransferPolicy,
        at now: Milliseconds
    ) -> [(customer: ScopedCustomer, news: CustomerNews)] {
        guard let purchase = state.purchase else { return [] }
        let ownership = Ownership(history, policy)
        let periods = history.periods(at: now)
        var names = ownership.everyone
        names += formerOwners.filter { !names.contains($0) }
        return names.map { name in
            var news = CustomerNews()
            let isOwned = state.owners.contains(name)
            if isOwned {
                news.entries = self.news.map(\.entry).filter { $0.reason == .consumptionRequested }
            }
            if purchase.isConsumable {
                news.credits = [credit(name, isOwned: isOwned)]
            } else {
                let told = timeline.compactMap { ownership.entry($0, for: name) }
                news.purchases = [
                    PurchaseNews(
                        name: name,
                        key: key,
                        revision: revision,
                        isOwned: isOwned,
                        purchase: purchase,
                        periods: periods,
                        timeline: told,
                        horizon: horizon,
                        news: self.news.compactMap { news in
                            ownership.entry(news.entry, for: name)
                                .map { News(revision: news.revision, entry: $0) }
                        }
                        .filter { $0.entry.reason != .consumptionRequested }
                    )
                ]
            }
            return (ScopedCustomer(scope: key.scope, id: name), news)
        }
    }

    private func credit(_ name: CustomerID, isOwned: Bool) -> Credit {
        let units = history.transactions.values
            .filter { !$0.terms.watermark.isRevoked }
            .reduce(Int64(0)) { $0 + Int64($1.details?.quantity ?? 1) }
        return Credit(
            customer: ScopedCustomer(scope: key.scope, id: name),
            originalTransactionID: key.originalTransactionID,
            name: name,
            revision: revision,
            productID: state.purchase?.productID ?? "",
            units: isOwned ? units : 0
        )
    }
}

/// What a customer has to know of a purchase.
struct PurchaseNews: Sendable {
    let name: CustomerID
    let key: PurchaseKey
    let revision: Int64
    let isOwned: Bool
    let purchase: Purchase
    /// The period now, and those that begin later.
    let periods: [Purchase]
    /// All that happened to this customer.
    let timeline: [TimelineEntry]
    /// The date until which the timeline is told.
    let horizon: Milliseconds
    /// What of it is new.
    let news: [PurchaseChange.News]
}

/// What a customer has to know.
struct CustomerNews: Sendable {
    var purchases: [PurchaseNews] = []
    var credits: [Credit] = []
    /// What the team states.
    var statements: [CustomerStatement] = []
    /// What else happened.
    var entries: [TimelineEntry] = []
    /// The other customer, if a name is moved with what it has.
    var transfer: CustomerID?

    mutating func append(_ other: CustomerNews) {
        purchases += other.purchases
        credits += other.credits
        statements += other.statements
        entries += other.entries
        transfer = other.transfer ?? transfer
    }
}
