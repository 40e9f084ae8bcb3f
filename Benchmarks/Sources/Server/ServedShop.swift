import Foundation
import LedgerFilling
import LocalAppStore

/// A folder with the ledgers of one measurement.
///
/// Their customer owns ten things, which are in the receipt, and bought coins all the other times.
struct ServedShop {
    let folder: URL

    private static let coins = "coins"
    private static let tools = (0..<10).map { "tool\($0)" }

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("server-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Opens the store of a ledger.
    static func store(at ledger: URL) throws -> Store {
        let products =
            [CatalogProduct(id: coins, kind: .consumable, price: 0.99)]
            + tools.map { CatalogProduct(id: $0, kind: .nonConsumable, price: 4.99) }
        return try Store(
            catalog: Catalog(products: products),
            at: .file(ledger),
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
    }

    /// Makes a ledger of so many entries: the store buys the first, SQL copies the last of them.
    func ledger(of count: Int) throws -> URL {
        let ledger = folder.appendingPathComponent("\(count).ledger")
        let store = try Self.store(at: ledger)
        let entries = try (Self.tools + [Self.coins]).map {
            try store.pay(PaymentRequest(productID: $0))
        }
        try store.finish(entries.map(\.id))
        try LedgerFiller(ledger: ledger).addCopies(count - entries.count, unfinished: 0)
        // From now on the receipt is without the coins, which are finished.
        try store.refreshReceipt()
        return ledger
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
