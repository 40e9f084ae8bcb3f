package import Foundation
import StoreModel

extension Store {
    /// Changes the price of a product for purchases and renewals from now on.
    ///
    /// Events that were due before are settled first, at the former price. The change belongs to
    /// the open store and not to its ledger: other processes sell at their files' prices, and so
    /// does this one after ``resetSettings()``.
    ///
    /// - Throws: `.unknownProduct` if the catalog has no such product.
    package func setPrice(_ price: Decimal, ofProduct productID: String) throws(StoreError) {
        try time.settle()
        let isKnown = core.currentCatalog.withLock { catalog in
            guard let index = catalog.position(of: productID) else { return false }
            catalog.products[index].price = price
            return true
        }
        guard isKnown else { throw .unknownProduct(id: productID) }
        core.version.renew()
    }
}
