import Foundation
import GRDB
import StoreKit
import StoreKitTest

@testable import LocalAppStore
@testable import StoreLedger

/// The products of `Tests/Fixtures/Products.storekit`.
enum SampleProducts {
    static let hints = "com.musevisions.SwiftyStoreKit.Purchase2"
    static let colours = "com.musevisions.SwiftyStoreKit.Purchase1"
    static let pass = "com.musevisions.SwiftyStoreKit.Pass"
    static let weekly = "com.musevisions.SwiftyStoreKit.Weekly"
    static let monthly = "com.musevisions.SwiftyStoreKit.Monthly"
    static let yearly = "com.musevisions.SwiftyStoreKit.Yearly"

    static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Products.storekit")
}

extension SKTestSession {
    /// A session that sells the sample products, with a clock that does not run.
    static func make(
        _ file: URL = SampleProducts.file,
        at date: Date = .opening
    ) throws -> SKTestSession {
        try SKTestSession(contentsOf: file, clock: .manual(startingAt: date))
    }

    /// Buys outside of the app, and returns the transaction of the purchase.
    func bought(_ product: String) throws -> SKTestTransaction {
        try buyProduct(productIdentifier: product)
        return try newest()
    }

    /// The last transaction.
    func newest() throws -> SKTestTransaction {
        guard let newest = allTransactions().last else { throw CocoaError(.keyValueValidation) }
        return newest
    }
}

extension SKPayment {
    static func make(_ productIdentifier: String, user: String? = nil) -> SKPayment {
        let payment = SKMutablePayment()
        payment.productIdentifier = productIdentifier
        payment.applicationUsername = user
        return payment
    }
}

extension Date {
    /// 1 March 2024 at noon, UTC: the moment at which the tests' stores open.
    static let opening = Date(timeIntervalSince1970: 1_709_294_400)
}

extension Store {
    /// A store that sells the sample products, with a clock that does not run.
    static func sample(
        at location: StoreLocation = .memory,
        on date: Date = .opening
    ) throws -> Store {
        let catalog = try Catalog(contentsOf: SampleProducts.file)
        return try Store(catalog: catalog, at: location, clock: .manual(startingAt: date))
    }

    /// Pays for a product without finishing it, as in an earlier launch of the app.
    @discardableResult
    func payWithoutFinishing(_ product: String, user: String? = nil) throws -> LedgerEntry {
        try pay(PaymentRequest(productID: product, applicationUsername: user))
    }

    /// Limits the size of the ledger as a full disk does; the present size is the minimum.
    func limitPages(to count: Int) throws {
        try core.ledger.queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(count)") }
    }
}

/// A folder that is removed when the object is released.
final class TemporaryFolder: Sendable {
    let url: URL

    init(in parent: URL = FileManager.default.temporaryDirectory, suffix: String = "") throws {
        url = parent.appendingPathComponent(UUID().uuidString + suffix)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL {
        url.appendingPathComponent(name)
    }
}
