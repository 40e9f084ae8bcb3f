import AppReceipt
import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

/// An app that meets a fault, and what it sees of it, in words.
struct FaultedApp {
    let session: SKTestSession
    private let completed = Recorder<String>()

    init(_ session: SKTestSession) {
        self.session = session
    }

    /// The app's view of a failure at a point, in the words of the article.
    func outcome(at point: FaultPlan.Point) async throws -> String {
        launch()
        switch point {
        case .productRequest: return try await lookUp()
        case .payment, .confirmation, .commit, .delivery: return try await buy()
        case .receiptRefresh: return try await refresh()
        case .verifyReceipt: return try await verify()
        case .download: return try await download()
        case .serverRequest, .notification: return "nothing"
        }
    }

    /// Begins to observe, as an app does at its launch.
    func launch() {
        SwiftyStoreKit.completeTransactions { [completed] purchases in
            purchases.forEach { completed.record($0.productId) }
        }
    }

    private func lookUp() async throws -> String {
        do {
            let result = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
            let (found, invalid) = (result.retrievedProducts.count, result.invalidProductIDs.count)
            return "\(found) of 1 products, \(invalid) invalid identifiers"
        } catch {
            return Self.words(for: error)
        }
    }

    private func buy() async throws -> String {
        let end = await purchase()
        await session.deliveries()
        let delivered = completed.all.count
        let charged = try chargedCount == 0 ? "not charged" : "charged \(try chargedCount) time"
        session.relaunchApp()
        launch()
        await session.deliveries()
        try expectNothingLost()
        let again = completed.all.count - delivered
        return [end, charged, delivered > 0 ? "delivered to `completeTransactions`" : nil]
            .compactMap { $0 }.joined(separator: ", ")
            + (again > 0 ? ", delivered at the next launch" : "")
    }

    /// How a purchase of the colours ends.
    func purchase() async -> String {
        do {
            let products = try await ProductsLoader.products(SampleProducts.colours)
            guard let product = products.first else { return "no product" }
            let outcome = try await SwiftyStoreKit.purchaseProduct(product)
            guard case .purchased = outcome else { return "deferred" }
            return "purchased"
        } catch {
            return Self.words(for: error)
        }
    }

    private var chargedCount: Int {
        get throws { session.allTransactions().filter { $0.state == .purchased }.count }
    }

    /// The ledger has no unfinished transaction, no purchase twice, and the receipt has them all.
    func expectNothingLost() throws {
        let purchased = try session.store.entries().filter { $0.state == .purchased }
        #expect(try session.store.unfinishedEntries().isEmpty)
        let inReceipt = try session.store.receipt()?.unverifiedContent().inAppPurchases ?? []
        #expect(
            inReceipt.compactMap(\.transactionIdentifier).sorted()
                == purchased.map { String($0.id) }.sorted()
        )
        #expect(purchased.count <= 1)
    }

    private func refresh() async throws -> String {
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        do {
            let data = try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
            guard let content = try? SignedReceipt(data).unverifiedContent() else {
                return "a receipt that cannot be read"
            }
            return "a receipt with \(content.inAppPurchases.count) of 1 purchases"
        } catch {
            return Self.words(for: error)
        }
    }

    private func verify() async throws -> String {
        try session.buyProduct(productIdentifier: SampleProducts.colours)
        do {
            let info = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
            let purchases = (info["receipt"] as? [String: Any])?["in_app"] as? [Any]
            return "a response with \(purchases?.count ?? -1) of 1 purchases"
        } catch {
            return Self.words(for: error)
        }
    }

    private func download() async throws -> String {
        let ends = Recorder<String>()
        SwiftyStoreKit.updatedDownloadsHandler = { downloads in
            for download in downloads {
                switch download.state {
                case .finished: ends.record("finished")
                case .failed: ends.record(download.error.map(Self.words) ?? "failed")
                default: break
                }
            }
        }
        // It outlives the app, and is notified at the next launch.
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        let delivery = QueueEvent.updated(SampleProducts.colours, .purchased)
        let launched = "delivered again at the next launch"
        let launch = Task {
            await recorder.events.wait { $0.filter { $0 == delivery }.count == 2 }
            if !Task.isCancelled { ends.record(launched) }
        }
        defer { launch.cancel() }
        let products = try await ProductsLoader.products(SampleProducts.colours)
        let product = try #require(products.first)
        let outcome = try await SwiftyStoreKit.purchaseProduct(product, atomically: false)
        guard case .purchased(let details) = outcome else { return "not purchased" }
        SwiftyStoreKit.start(details.transaction.downloads)
        let end = await ends.first() ?? "cancelled"
        // The download continues after the launch, and may end before the task above runs.
        return recorder.events.all.filter { $0 == delivery }.count == 2 ? launched : end
    }

    /// The name of an error, and of the one below it.
    static func words(for error: any Error) -> String {
        let name: String
        switch error {
        case let error as ReceiptError:
            switch error {
            case .networkError(let cause):
                return "`ReceiptError.networkError`: " + words(for: cause)
            case .noReceiptData: return "`ReceiptError.noReceiptData`"
            case .noRemoteData: return "`ReceiptError.noRemoteData`"
            case .jsonDecodeError: return "`ReceiptError.jsonDecodeError`"
            default: return "`ReceiptError` \(error.errorCode)"
            }
        case let error as SKError where error._nsError.domain == SKErrorDomain:
            name = "`SKError.\(error.code)`"
        case let error as SwiftyStoreKitError: return "`SwiftyStoreKitError.\(error)`"
        case let error as ReceiptServerError: return "`ReceiptServerError.\(error)`"
        default:
            let error = error as NSError
            if error.domain == NSURLErrorDomain {
                return "`URLError` \(error.code)"
            }
            if error.domain == NSCocoaErrorDomain { return "`CocoaError` \(error.code)" }
            return "an error of the local store"
        }
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let cause, cause.domain.hasPrefix("NS") else { return name }
        return name + " because of " + words(for: cause)
    }
}
