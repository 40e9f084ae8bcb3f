import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest

/// What `Tests/Fixtures/Products.storekit` sells.
enum Wares {
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
    /// A session that sells the wares and whose time stands still.
    static func make(
        _ file: URL = Wares.file,
        at date: Date = .opening
    ) throws -> SKTestSession {
        try SKTestSession(contentsOf: file, clock: .manual(startingAt: date))
    }

    /// Buys outside of the app and says what the session then knows of it.
    func bought(_ product: String) throws -> SKTestTransaction {
        try buyProduct(productIdentifier: product)
        return try newest()
    }

    /// The transaction that came last.
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
