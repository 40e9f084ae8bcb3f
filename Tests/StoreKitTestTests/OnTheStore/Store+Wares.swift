import Foundation
import GRDB

@testable import LocalAppStore

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

    /// Limits the size of the ledger as a full disk does; the present size is the minimum.
    func limitPages(to count: Int) throws {
        try ledger.queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }
}
