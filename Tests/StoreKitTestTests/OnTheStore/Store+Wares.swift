import Foundation
import LocalAppStore

extension Store {
    /// A store that sells the wares, and whose time stands still.
    static func wares(at location: Location = .memory, on date: Date = .opening) throws -> Store {
        let catalog = try Catalog(contentsOf: Wares.file)
        return try Store(catalog: catalog, at: location, clock: .manual(startingAt: date))
    }

    /// Pays as an app of an earlier launch did, which did not get to finish it.
    @discardableResult
    func leave(_ product: String, user: String? = nil) throws -> LedgerEntry {
        try pay(PaymentRequest(productID: product, applicationUsername: user))
    }
}
