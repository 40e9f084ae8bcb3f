import Foundation
import StoreLedger
import StoreModel

extension StoreCore {
    /// Begins or ends the sharing of purchases whose products became shareable, or stopped being
    /// so, since the ledger was last opened.
    func updateSharing() throws(StoreError) {
        guard try ledger.read({ try !$0.changedProducts(in: catalog).isEmpty }) else { return }
        try change(as: Customer.firstID) { writer, date in
            let changed = try writer.reader.changedProducts(in: catalog)
            for customer in try writer.reader.allCustomers()
            where customer.familyOrganizerID != nil {
                try writer.acting(for: customer.id)
                    .updateSharing(of: changed, catalog: catalog, at: date)
            }
            var products = try writer.reader.preference(default: SharedProducts())
            products.isShareable.merge(SharedProducts(catalog).isShareable) { $1 }
            try writer.save(products)
        }
    }
}

/// The shareable products when a store last decided about the families' access.
struct SharedProducts: Preference {
    static let preferenceName = "sharedProducts"

    /// Whether each product was shareable; others are unknown.
    var isShareable: [String: Bool] = [:]

    enum CodingKeys: CodingKey {
        case isShareable
    }

    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.isShareable, into: &isShareable)
    }
}

extension SharedProducts {
    init(_ catalog: Catalog) {
        isShareable = Dictionary(
            catalog.products.map { ($0.id, $0.isFamilyShareable) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension LedgerReader {
    /// The products of the catalog whose shareability has changed, or was unknown.
    fileprivate func changedProducts(in catalog: Catalog) throws -> Set<String> {
        guard try hasFamilies() else { return [] }
        let known = try preference(default: SharedProducts()).isShareable
        return Set(SharedProducts(catalog).isShareable.filter { known[$0] != $1 }.keys)
    }
}

extension LedgerWriter {
    /// Begins or ends the sharing of the customer's purchases of some products.
    fileprivate func updateSharing(
        of productIDs: Set<String>,
        catalog: Catalog,
        at date: Date
    ) throws {
        let purchases = try reader.restorableEntries(applicationUsername: nil)
        for entry in purchases where !entry.isFamilyShared && productIDs.contains(entry.productID) {
            guard try reader.isPresent(entry) else { continue }
            let recipients = try reader.recipients(of: entry, catalog: catalog)
            if recipients.isEmpty { try revokeAccess(to: entry.id, at: date) }
            for member in recipients where FamilySharingRule.isCurrent(entry, at: date) {
                let writer = acting(for: member.id)
                let access = try writer.reader.sharedPurchase(of: entry.id)
                guard access == nil || access?.revocationDate != nil else { continue }
                try writer.addAccess(to: entry, from: date, at: date)
            }
        }
    }
}
