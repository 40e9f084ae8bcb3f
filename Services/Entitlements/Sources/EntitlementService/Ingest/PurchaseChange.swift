import EntitlementModel
import Foundation
import PostgreSQL

/// A purchase with new facts, and the resulting news for its customers.
struct PurchaseChange: Sendable {
    let revision: Int64
    let state: PurchaseState
    let history: PurchaseHistory
    /// The owners before the change.
    let formerOwners: [CustomerID]
    /// The timeline until the horizon.
    private let timeline: [TimelineEntry]
    /// The new entries of the timeline, and new consumption requests.
    let news: [News]
    /// The end of the timeline.
    let horizon: Milliseconds

    /// A new entry, with the revision that added it.
    struct News: Hashable, Codable, Sendable {
        let revision: Int64
        let entry: TimelineEntry
    }

    /// The parts of a change that no table contains until its customers have the news.
    private struct Note: Codable {
        let owners: [String]
        let news: [News]

        init(owners: [String], news: [News]) {
            self.owners = owners
            self.news = news
        }

        init(_ text: String) throws {
            self = try JSONDecoder().decode(Note.self, from: Data(text.utf8))
        }
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
    /// Folds facts into a locked purchase; `nil` if they are known.
    init?(
        _ known: KnownPurchase,
        _ facts: PurchaseHistory,
        _ policy: TransferPolicy,
        _ requests: [TimelineEntry] = [],
        isRepairing: Bool = false,
        at now: Milliseconds
    ) {
        var history = known.history
        history.merge(facts)
        let owners = history.owners(policy)
        let isNew = history != known.history || owners != known.state.owners || !requests.isEmpty
        guard isNew || isRepairing else { return nil }
        horizon = Self.horizon(of: history, at: now)
        revision = known.revision
        state = PurchaseState(key: facts.key, owners: owners, purchase: history.purchase())
        self.history = history
        formerOwners = known.state.owners
        timeline = history.timeline(at: horizon, policy)
        guard !isRepairing else {
            news = []
            return
        }
        let told = Set(known.history.timeline(at: horizon, policy).map(\.identity))
        news = (timeline.filter { !told.contains($0.identity) } + requests)
            .map { News(revision: known.revision, entry: $0) }
    }

    /// The end of a timeline: the present, or slightly later if the clock that signed the newest
    /// document is ahead of the database's.
    private static func horizon(
        of history: PurchaseHistory,
        at now: Milliseconds
    ) -> Milliseconds {
        max(now, min(history.newestSigningDate, now.adding(greatestLead)))
    }

    /// The maximum lead of the App Store's clock.
    private static let greatestLead: Milliseconds = 300_000

    /// Recreates a change from its notes in the outbox.
    init(
        _ known: KnownPurchase,
        _ policy: TransferPolicy,
        notes: [String],
        revision: Int64? = nil,
        at now: Milliseconds
    ) throws {
        let notes = try notes.map(Note.init)
        self.revision = revision ?? known.revision
        state = known.state
        history = known.history
        formerOwners = notes.flatMap(\.owners).compactMap { CustomerID($0) }
        news = notes.flatMap(\.news)
        horizon = Self.horizon(of: history, at: now)
        timeline = history.timeline(at: horizon, policy)
    }

    /// Returns the news for each customer, former owners included.
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
            if purchase.isConsumable {
                news.credits = [credit(name)]
            } else {
                let told = timeline.compactMap { ownership.entry($0, for: name) }
                news.purchases = [
                    PurchaseNews(
                        name: name,
                        key: key,
                        revision: revision,
                        isOwned: state.owners.contains(name),
                        purchase: purchase,
                        periods: periods,
                        timeline: told,
                        horizon: horizon,
                        news: self.news(for: name, ownership)
                    )
                ]
            }
            return (ScopedCustomer(scope: key.scope, id: name), news)
        }
    }

    /// The new entries for a customer.
    ///
    /// Only the current owners receive a consumption request.
    private func news(for name: CustomerID, _ ownership: Ownership) -> [News] {
        news.compactMap { news in
            if news.entry.reason == .consumptionRequested {
                return state.owners.contains(name) ? news : nil
            }
            return ownership.entry(news.entry, for: name)
                .map { News(revision: news.revision, entry: $0) }
        }
    }

    /// The credit of a consumable: each transaction once, to the first of several owners.
    private func credit(_ name: CustomerID) -> CreditNews {
        let isCredited = state.owners.first == name
        return CreditNews(
            credit: Credit(
                customer: ScopedCustomer(scope: key.scope, id: name),
                originalTransactionID: key.originalTransactionID,
                name: name,
                revision: revision,
                productID: state.purchase?.productID ?? "",
                units: isCredited ? history.units : 0
            ),
            news: isCredited ? news.filter { $0.entry.reason == .consumptionRequested } : []
        )
    }
}

/// The news about a purchase, for one customer.
struct PurchaseNews: Sendable {
    let name: CustomerID
    let key: PurchaseKey
    let revision: Int64
    let isOwned: Bool
    let purchase: Purchase
    /// The period now, and those that begin later.
    let periods: [Purchase]
    /// The timeline entries for this customer.
    let timeline: [TimelineEntry]
    /// The end of the timeline.
    let horizon: Milliseconds
    /// The new entries.
    let news: [PurchaseChange.News]
}

/// The news about a consumable, for one customer.
struct CreditNews: Sendable {
    let credit: Credit
    /// The new entries.
    let news: [PurchaseChange.News]
}

/// The news for one customer.
struct CustomerNews: Sendable {
    var purchases: [PurchaseNews] = []
    var credits: [CreditNews] = []
    /// The team's statements.
    var statements: [CustomerStatement] = []
    /// The other customer, if a name moves with its belongings.
    var transfer: CustomerID?

    mutating func append(_ other: CustomerNews) {
        purchases += other.purchases
        credits += other.credits
        statements += other.statements
        transfer = other.transfer ?? transfer
    }
}
