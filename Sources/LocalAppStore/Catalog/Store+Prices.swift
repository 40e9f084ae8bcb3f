package import Foundation
import StoreModel

extension Store {
    /// Changes the price of a product, or of its monthly payments, for purchases and renewals from
    /// now on; a commitment keeps its price until its end.
    ///
    /// Events that were due before are settled first, at the former price. The change belongs to
    /// the open store and not to its ledger: other processes sell at their files' prices, and so
    /// does this one after ``resetSettings()``.
    ///
    /// - Throws: `.unknownProduct` if the catalog has no such product, or not by the plan.
    package func setPrice(
        _ price: Decimal,
        ofProduct productID: String,
        billingPlan: BillingPlan = .upFront
    ) throws(StoreError) {
        try time.settle()
        let isKnown = core.currentCatalog.withLock { catalog in
            guard let index = catalog.position(of: productID),
                catalog.products[index].sold(by: billingPlan) != nil
            else { return false }
            switch billingPlan {
            case .upFront: catalog.products[index].price = price
            case .monthly: catalog.products[index].subscription?.monthlyPlan?.price = price
            }
            return true
        }
        guard isKnown else { throw .unknownProduct(id: productID) }
        core.version.renew()
    }
}
