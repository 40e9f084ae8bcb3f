import Foundation
import LocalAppStore

/// The use of a hosted content file by an app; only that nothing traps matters, not the results.
struct HostedContentUse {
    private let catalog: URL

    /// Makes the catalog beside which the files are.
    init(in folder: URL) throws {
        catalog = folder.appendingPathComponent("hosting.storekit")
        try Data(Self.products.utf8).write(to: catalog)
    }

    /// A file with every key, to begin with.
    static let seed = """
        {"bytesPerSecond":100,"content":[
        {"productID":"book","contentIdentifier":"pages","version":"1.0","size":1000,
        "failure":"timedOut","failsAfter":10},
        {"productID":"book","files":["hosting.storekit"]},{"productID":"map","folder":"."}]}
        """

    /// Decodes a file, and downloads what it declares without files.
    ///
    /// - Returns: Whether the file was accepted.
    func take(_ text: Data) throws -> Bool {
        try text.write(to: catalog.deletingPathExtension().appendingPathExtension("hosted.json"))
        guard let catalog = try? Catalog(contentsOf: catalog) else { return false }
        let clock = StoreClock.manual(startingAt: Date(timeIntervalSince1970: 1_700_000_000))
        let store = try Store(catalog: catalog.withoutFiles, at: .memory, clock: clock)
        for product in catalog.products {
            let entry = try store.pay(PaymentRequest(productID: product.id))
            for command in ContentDownload.Command.allCases + [.start] {
                let downloads = try store.downloads.all(ofEntry: entry.id)
                try store.downloads.perform(command, on: downloads.map(\.id))
                clock.advance(by: 5)
                _ = try store.downloads.all(ofEntry: entry.id).map(\.progress)
            }
            clock.advance(by: 1e12)
            _ = try store.downloads.content(ofProduct: product.id)
        }
        return true
    }

    private static let products = """
        {"products":[{"productID":"book","type":"NonConsumable","displayPrice":"1"},
        {"productID":"map","type":"NonConsumable","displayPrice":"2"}]}
        """
}

extension Catalog {
    /// The catalog without the files of its content: a random path may be that of a large folder.
    fileprivate var withoutFiles: Catalog {
        var catalog = self
        var products = products
        for product in products.indices {
            for content in products[product].hostedContent.indices {
                products[product].hostedContent[content].source = .none
            }
        }
        catalog.products = products
        return catalog
    }
}
