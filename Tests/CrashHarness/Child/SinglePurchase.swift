import Foundation
import LocalAppStore

/// Opens a ledger when its input ends, buys once, prints the number of entries, and closes the
/// ledger.
struct SinglePurchase {
    let catalog: URL
    let ledger: URL

    func run() throws -> Int32 {
        let catalog = try Catalog(contentsOf: catalog)
        let product = catalog.products.first { $0.kind == .consumable }
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        // Children with the same input open the ledger at the same time.
        while !FileHandle.standardInput.availableData.isEmpty {}
        let store = try Store(catalog: catalog, at: .file(ledger))
        try store.pay(PaymentRequest(productID: product?.id ?? ""))
        let count = try store.entries().count
        try store.close()
        FileHandle.standardOutput.write(Data("\(count)\n".utf8))
        return 0
    }
}
