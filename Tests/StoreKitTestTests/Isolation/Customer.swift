import AppReceipt
import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

/// A customer who does everything that an app can, and expects no other in the session.
///
/// The customers buy the same products, so that anything shared would look like their own. A number
/// distinguishes them.
struct Customer: Sendable {
    private let number: Int
    private let session: SKTestSession
    private let completed = Recorder<Purchase>()
    private let messages = Recorder<String>()

    init(_ number: Int, _ session: SKTestSession) {
        self.number = number
        self.session = session
    }

    func live() async throws {
        prepare()
        let product = try await lookUp()
        try await buyWithCallback()
        try await buyAwaiting()
        try await receive()
        try await restore()
        try await lookUpAgain()
        try await verify()
        try await promote(product)
        try sumUp()
    }

    private var user: String { "user \(number)" }
    private var secret: String { "secret \(number)" }
    private var bundle: String { "com.example.app\(number)" }

    private var country: (code: String, currency: String) {
        [("USA", "USD"), ("DEU", "EUR"), ("JPN", "JPY"), ("GBR", "GBP")][number % 4]
    }

    private func prepare() {
        session.storefront = country.code
        session.sharedSecret = secret
        session.receiptBundleIdentifier = bundle
        SwiftyStoreKit.logger = { messages.record($1) }
        SwiftyStoreKit.completeTransactions { purchases in
            purchases.forEach { completed.record($0) }
        }
        SwiftyStoreKit.clearProductsCache()
    }

    private func lookUp() async throws -> SKProduct {
        let results = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        let product = try #require(results.retrievedProducts.first)
        #expect(product.priceLocale.currency?.identifier == country.currency)
        #expect(SKPaymentQueue.default().storefront?.countryCode == country.code)
        return product
    }

    /// The cache belongs to one customer: no other fills or clears it.
    private func lookUpAgain() async throws {
        let first = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        let product = try #require(first.retrievedProducts.first)
        for _ in 0..<10 {
            let again = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
            #expect(again.retrievedProducts.first === product)
        }
        let other = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.hints])
        #expect(other.retrievedProducts.first?.priceLocale.currency?.identifier == country.currency)
        SwiftyStoreKit.clearProductsCache()
    }

    private func buyWithCallback() async throws {
        let (queue, scope) = (SKPaymentQueue.default(), StoreScope.local)
        let ends = Recorder<PurchaseDetails?>()
        SwiftyStoreKit.purchaseProduct(
            SampleProducts.colours,
            atomically: false,
            applicationUsername: user
        ) { result in
            #expect(SKPaymentQueue.default() === queue)
            #expect(StoreScope.local === scope)
            #expect(SwiftyStoreKit.pendingTransactions.map(\.applicationUsername) == [user])
            if let details = result.details {
                SwiftyStoreKit.finishTransaction(details.transaction)
            }
            ends.record(result.details)
        }
        let ended = try #require(await ends.first())
        let details = try #require(ended)
        #expect(details.applicationUsername == user)
        #expect(try details.transaction.transactionIdentifier == newest())
    }

    private func buyAwaiting() async throws {
        let outcome = try await SwiftyStoreKit.purchaseProduct(SampleProducts.monthly)
        guard case .purchased(let details) = outcome else { throw CocoaError(.featureUnsupported) }
        #expect(try details.transaction.transactionIdentifier == newest())
    }

    /// A purchase outside of a call comes to one's own handler.
    private func receive() async throws {
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let purchase = try #require(await completed.first())
        #expect(purchase.productId == SampleProducts.hints)
        #expect(try purchase.transaction.transactionIdentifier == newest())
    }

    private func restore() async throws {
        let results = try await SwiftyStoreKit.restorePurchases()
        #expect(
            Set(results.restoredPurchases.map(\.productId)) == [
                SampleProducts.colours, SampleProducts.monthly,
            ]
        )
        #expect(results.restoredPurchases.count == 2)
    }

    private func verify() async throws {
        let receipt = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
        #expect(SwiftyStoreKit.localReceiptData == receipt)
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([try session.receiptRootCertificate]),
            rules: [.bundleIdentifier(bundle)]
        )
        let content = try verifier.verify(SignedReceipt(receipt))
        #expect(
            Set(content.inAppPurchases.map(\.productIdentifier)).isSubset(of: [
                SampleProducts.colours, SampleProducts.monthly, SampleProducts.hints,
            ])
        )
        // Another session has another secret.
        let validator = AppleReceiptValidator(sharedSecret: secret)
        let info = try await SwiftyStoreKit.verifyReceipt(using: validator)
        #expect((info["receipt"] as? [String: Any])?["bundle_id"] as? String == bundle)
    }

    private func promote(_ product: SKProduct) async throws {
        let controller = SKProductStorePromotionController.default()
        let chosen = number.isMultiple(of: 2) ? [product] : []
        await withCheckedContinuation { continuation in
            controller.update(storePromotionOrder: chosen) { _ in continuation.resume() }
        }
        let order = await withCheckedContinuation { continuation in
            controller.fetchStorePromotionOrder { products, _ in
                continuation.resume(returning: products.map(\.productIdentifier))
            }
        }
        #expect(order == chosen.map(\.productIdentifier))
        for _ in 0..<number % 3 { SKStoreReviewController.requestReview() }
        #expect(session.reviewRequestCount == number % 3)
    }

    /// Nothing came that is another's.
    private func sumUp() throws {
        let purchased = session.allTransactions().filter { $0.state == .purchased }
        #expect(
            purchased.map(\.productIdentifier) == [
                SampleProducts.colours, SampleProducts.monthly, SampleProducts.hints,
            ]
        )
        #expect(completed.all.map(\.productId) == [SampleProducts.hints])
        #expect(messages.all.filter { $0.hasPrefix("Finishing") }.count >= 3)
        #expect(try SKTestSession.current === session)
    }

    private func newest() throws -> String {
        "\(try session.newest().identifier)"
    }
}
