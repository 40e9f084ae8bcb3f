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
                let writer = writer.acting(for: customer.id)
                try updateSharing(of: changed, at: date, in: writer)
            }
            var products = try writer.reader.preference(default: SharedProducts())
            products.isShareable.merge(SharedProducts(catalog).isShareable) { $1 }
            try writer.save(products)
        }
    }

    /// Begins or ends the sharing of a customer's purchases of some products.
    private func updateSharing(
        of productIDs: Set<String>,
        at date: Date,
        in writer: LedgerWriter
    ) throws {
        let reader = writer.reader
        let rule = FamilyRule(at: date)
        let purchases = rule.presentPurchases(
            among: try reader.restorableEntries(applicationUsername: nil),
            subscriptions: try reader.allSubscriptions()
        )
        var numbers = try writer.entryNumbers()
        for entry in purchases where !entry.isShared && productIDs.contains(entry.productID) {
            let product = catalog.product(withIdentifier: entry.productID)
            let edits = rule.updateSharing(
                of: entry,
                with: try reader.recipients(of: product, withAccessTo: entry),
                shared: try reader.sharedPurchases(of: entry.id),
                numbers: &numbers
            )
            try writer.apply(edits)
        }
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
