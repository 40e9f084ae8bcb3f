import Foundation
public import LocalAppStore

/// The invariants of families in every ledger: each member has the others' shared purchases, and
/// nothing else of theirs.
///
/// They don't hold after a member has deleted a transaction.
public struct FamilyInvariants {
    private let catalog: Catalog
    private let date: Date
    private let customers: [Customer.ID: Customer]
    private let entries: [LedgerEntry]
    private let byID: [Int64: LedgerEntry]
    /// The transaction of each subscription's present period.
    private let presentPeriods: Set<Int64>
    private let changedOriginals: Set<Int64>

    /// Reads what all customers of a store have.
    ///
    /// A period that returns because a later one was deleted is not shared anew: purchases with
    /// these original transactions may lack what the family should have.
    public init(_ store: Store, ignoringOriginals changed: Set<Int64> = []) throws {
        changedOriginals = changed
        catalog = store.catalog
        date = store.clock.now
        let all = try store.customers.all()
        customers = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
        entries = try all.flatMap { try store.customers.acting(for: $0.id).entries() }
        byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let subscriptions = try all.flatMap {
            try store.customers.acting(for: $0.id).subscriptions.all()
        }
        presentPeriods = Set(subscriptions.map(\.entryID))
    }

    /// The invariants that are broken; each is a sentence without its end.
    public var violations: [String] {
        missingAccess.map { "transaction \($0) is not shared" }
            + unjustifiedAccess.map { "transaction \($0) is no longer shared" }
            + formerAccess.map { "transaction \($0) is of a former period" }
    }

    private var missingAccess: [Int64] {
        let members = Dictionary(grouping: entries.filter(\.givesSharedAccess)) {
            $0.sharedEntryID ?? 0
        }
        .mapValues { Set($0.map(\.customerID)) }
        return entries.filter { entry in
            guard let purchaser = customers[entry.customerID],
                let product = catalog.product(withIdentifier: entry.productID),
                FamilySharingRule.isShared(entry, of: product, by: purchaser),
                !entry.isSubscription || presentPeriods.contains(entry.id),
                FamilySharingRule.isCurrent(entry, at: date),
                !changedOriginals.contains(entry.originalID)
            else { return false }
            return !family(of: purchaser).isSubset(of: members[entry.id] ?? [])
        }
        .map(\.id)
    }

    private var unjustifiedAccess: [Int64] {
        entries.filter(\.givesSharedAccess).filter { shared in
            guard let entry = shared.sharedEntryID.flatMap({ byID[$0] }),
                isPaid(entry), let purchaser = customers[entry.customerID],
                purchaser.sharesPurchases
            else { return true }
            let product = catalog.product(withIdentifier: entry.productID)
            if FamilySharingRule.isCurrent(entry, at: date), product?.isFamilyShareable == false {
                return true
            }
            return !family(of: purchaser).contains(shared.customerID)
                || entry.expirationDate != shared.expirationDate
        }
        .map(\.id)
    }

    /// The transactions of members who lack the period after it, and have lost none.
    private var formerAccess: [Int64] {
        let shared = entries.filter {
            $0.isFamilyShared && $0.isSubscription && $0.state == .purchased
        }
        return Dictionary(grouping: shared, by: \.originalID).values
            .compactMap { $0.max { $0.id < $1.id } }
            .filter { newest in
                guard newest.revocationDate == nil, let id = newest.sharedEntryID,
                    let entry = byID[id], !changedOriginals.contains(entry.originalID)
                else { return false }
                return !presentPeriods.contains(id)
            }
            .map(\.id)
    }

    /// Whether a transaction of the period of an entry was not refunded.
    private func isPaid(_ entry: LedgerEntry) -> Bool {
        entry.revocationDate == nil
            || entry.seats != nil
                && entries.contains { $0.periodID == entry.id && $0.revocationDate == nil }
    }

    /// The other members of a customer's family.
    private func family(of customer: Customer) -> Set<Customer.ID> {
        guard let organizerID = customer.familyOrganizerID else { return [] }
        let members = customers.values.filter { $0.familyOrganizerID == organizerID }
        return Set(members.map(\.id)).subtracting([customer.id])
    }
}

extension LedgerEntry {
    fileprivate var givesSharedAccess: Bool {
        isFamilyShared && state == .purchased && revocationDate == nil && !isUpgraded
    }
}
