import Foundation
import LocalAppStore

/// Opens a ledger, removes what killed processes left, brings downloads and the receipt's file up
/// to date, and closes the ledger.
struct CleanLaunch {
    let catalog: URL
    let ledger: URL

    func run() throws -> Int32 {
        let catalog = try Catalog.forHarness(catalog, beside: ledger)
        let store = try Store(catalog: catalog, at: .file(ledger))
        _ = try store.receiptFile()
        // Leftovers are removed on the same queue, before.
        try store.downloads.update()
        try store.close()
        return 0
    }
}
