import Driving
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import Synchronization

/// Takes octets for a catalog and does with it what an app can do; a trap anywhere is what is
/// looked for.
struct CatalogTarget {
    private let file: URL

    init(_ folder: FuzzFolder) {
        file = folder.url.appendingPathComponent("catalog.storekit")
    }

    func take(_ text: Data) {
        guard let use = CatalogUse(text) else { return }
        use.show()
        do {
            try use.buy()
            try text.write(to: file)
            let session = try SKTestSession(contentsOf: file)
            use.show(products(of: use.catalog))
            withExtendedLifetime(session) {}
        } catch {
            fatalError("broken: what loads can be sold, \(error)")
        }
    }

    /// Waits for the answer of the store in use, on the main thread, whose queue brings it.
    private func products(of catalog: Catalog) -> [SKProduct] {
        let request = SKProductsRequest(productIdentifiers: Set(catalog.products.map(\.id)))
        let asker = Asker()
        request.delegate = asker
        request.start()
        while true {
            if let products = asker.answer.withLock({ $0 }) { return products }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
    }
}

private final class Asker: NSObject, SKProductsRequestDelegate, Sendable {
    let answer = Mutex<[SKProduct]?>(nil)

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        answer.withLock { $0 = response.products }
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        fatalError("broken: a store that was opened has products, \(error)")
    }
}
