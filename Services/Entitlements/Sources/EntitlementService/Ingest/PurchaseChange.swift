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
    /// Folds facts into a purchase that is locked; `nil` if they are known.
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
        horizon = Self.horizon(facts.newestSigningDate, at: now)
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

    /// The date until which a timeline is told: the present, or a little later if a document is
    /// signed by a clock that is ahead of the database's.
    private static func horizon(_ date: Milliseconds, at now: Milliseconds) -> Milliseconds {
        max(now, min(date, now.adding(greatestLead)))
    }

    /// How far ahead a clock of the App Store may be.
    private static let greatestLead: Milliseconds = 300_000

    /// Reads a change again, of which the outbox has notes.
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
    /// A question about a refund is for the present owners alone.
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

/// What a customer has to know of a consumable.
struct CreditNews: Sendable {
    let credit: Credit
    /// What is new.
    let news: [PurchaseChange.News]
}

/// What a customer has to know.
struct CustomerNews: Sendable {
    var purchases: [PurchaseNews] = []
    var credits: [CreditNews] = []
    /// What the team states.
    var statements: [CustomerStatement] = []
    /// The other customer, if a name is moved with what it has.
    var transfer: CustomerID?

    mutating func append(_ other: CustomerNews) {
        purchases += other.purchases
        credits += other.credits
        statements += other.statements
        transfer = other.transfer ?? transfer
    }
}
