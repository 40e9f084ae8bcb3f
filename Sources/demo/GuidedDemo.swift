import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit

/// The automatic demo, from the first look at the products to a subscription's year.
@MainActor
struct GuidedDemo {
    private let session: SKTestSession

    init() throws {
        session = try SKTestSession(contentsOf: try Self.configurationFile())
        session.disableDialogs = true
        session.receiptBundleIdentifier = OwnedProducts.app
    }

    /// The StoreKit configuration file, which takes the place of App Store Connect.
    static func configurationFile() throws -> URL {
        guard let url = Bundle.module.url(forResource: "Shop", withExtension: "storekit") else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "Shop.storekit"])
        }
        return url
    }

    func run() async throws {
        Terminal.write("Teacup Bay, a cosy little shop in your terminal")
        prepareReceipts()
        try await browse()
        await purchaseEachProduct()
        await cancelPurchase()
        try await askParent()
        await purchaseOffline()
        Terminal.heading("The battery dies between payment and delivery")
        Terminal.say(.customer, "taps Pouch of Shells on an old phone")
        try await InterruptedPurchase.run()
        Terminal.heading("A new phone")
        Terminal.say(.customer, "taps Restore Purchases")
        try await PurchaseManager.restore()
        try await useStoreKit2()
        Terminal.heading("What is yours, without asking a server")
        try await OwnedProducts(trusting: try session.receiptRootCertificate).show()
        var year = try SubscriptionYear()
        try await year.run()
        Terminal.write("\nYour turn: run it again with --interactive.")
    }

    /// The key that signs receipts takes as long to make as half of the tour, so it is made
    /// meanwhile.
    private func prepareReceipts() {
        DispatchQueue.global().async { [session] in _ = try? session.receiptRootCertificate }
    }

    private func browse() async throws {
        try await show("The shelf, in New York", in: "USA", "en_US", free: "free")
        try await show("In Berlin", in: "DEU", "de_DE", free: "gratis")
        try await show("For a Japanese reader in New York", in: "USA", "ja_JP", free: "無料")
        session.locale = Locale(identifier: "en_US")
    }

    private func show(
        _ title: String,
        in storefront: String,
        _ locale: String,
        free: String
    ) async throws {
        session.storefront = storefront
        session.locale = Locale(identifier: locale)
        Terminal.heading(title)
        for line in try await ProductList().lines(free: free) { Terminal.write("  " + line) }
    }

    private func purchaseEachProduct() async {
        Terminal.heading("One of each, please")
        Terminal.say(.customer, "taps Pouch of Shells, two of them")
        await PurchaseManager.purchase(Item.shells.rawValue, quantity: 2)
        Terminal.say(.customer, "taps Winter Harbor")
        await PurchaseManager.purchase(Item.harbor.rawValue)
        Terminal.say(.customer, "taps Summer Season Pass")
        await PurchaseManager.purchase(Item.summerPass.rawValue)
        Terminal.say(.customer, "taps The Teacup Gazette, by the month")
        await PurchaseManager.purchase(Item.gazette.rawValue)
    }

    private func cancelPurchase() async {
        Terminal.heading("Second thoughts")
        Terminal.say(.customer, "taps Pouch of Shells, then Cancel")
        await failing(with: .paymentCancelled) {
            await PurchaseManager.purchase(Item.shells.rawValue)
        }
    }

    private func askParent() async throws {
        Terminal.heading("Ask to Buy")
        session.askToBuyEnabled = true
        defer { session.askToBuyEnabled = false }
        Terminal.say(.customer, "is nine years old and taps Pouch of Shells")
        await PurchaseManager.purchase(Item.shells.rawValue)
        for request in session.allTransactions() where request.pendingAskToBuyConfirmation {
            Terminal.say(.parent, "sees the request on the sofa and approves it")
            try session.approveAskToBuyTransaction(identifier: request.identifier)
        }
        await PurchaseManager.awaitApprovedPurchase()
    }

    private func purchaseOffline() async {
        Terminal.heading("On the train")
        Terminal.say(.customer, "taps Pouch of Shells inside a tunnel")
        await failing(with: .cloudServiceNetworkConnectionFailed) {
            await PurchaseManager.purchase(Item.shells.rawValue)
        }
    }

    private func useStoreKit2() async throws {
        Terminal.heading("One ledger, two APIs")
        let shop = try await SignedShop()
        Terminal.say(.narrator, "From here on the app uses StoreKit 2. Not yours yet:")
        await shop.showShelf()
        Terminal.say(.customer, "taps Lighthouse")
        let bought = try await shop.purchase(.lighthouse)
        Terminal.write("")
        await shop.showOwned { transaction in
            let isNew = transaction.id == bought
            return "verified, bought by \(isNew ? "Product.purchase()" : "SKPaymentQueue")"
        }
        Terminal.write("")
        Terminal.say(.customer, "is cold, and gets a refund for Winter Harbor")
        try await shop.awaitRefund { try await refund(.harbor) }
        Terminal.say(.app, "Still yours: \(await shop.ownedNames() ?? "nothing").")
    }

    private func refund(_ item: Item) async throws {
        guard let transaction = await Transaction.latest(for: item.rawValue) else { return }
        try session.refundTransaction(identifier: UInt(transaction.unsafePayloadValue.id))
    }

    private func failing(with code: SKError.Code, _ body: () async -> Void) async {
        session.failureError = code
        session.failTransactionsEnabled = true
        await body()
        session.failTransactionsEnabled = false
    }
}
