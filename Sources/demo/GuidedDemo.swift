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
        // The key that signs receipts takes as long to make as half of the tour.
        DispatchQueue.global().async { [session] in _ = try? session.receiptRootCertificate }
        try await browse()
        await purchaseEachProduct()
        await fail("Second thoughts", "taps Pouch of Shells, then Cancel", with: .paymentCancelled)
        try await askParent()
        await fail(
            "On the train",
            "taps Pouch of Shells inside a tunnel",
            with: .cloudServiceNetworkConnectionFailed
        )
        Terminal.heading("The battery dies between payment and delivery")
        Terminal.say(.customer, "taps Pouch of Shells on an old phone")
        try InterruptedPurchase.run()
        Terminal.heading("A new phone")
        Terminal.say(.customer, "taps Restore Purchases")
        try await PurchaseManager.restore()
        try await useStoreKit2()
        Terminal.heading("What is yours, without asking a server")
        try await OwnedProducts(trusting: try session.receiptRootCertificate).show()
        try await SubscriptionYear().run()
        Terminal.write("\nYour turn: run it again with --interactive.")
    }

    private func browse() async throws {
        for (title, storefront, locale, free) in [
            ("The shelf, in New York", "USA", "en_US", "free"),
            ("In Berlin", "DEU", "de_DE", "gratis"),
            ("For a Japanese reader in New York", "USA", "ja_JP", "無料"),
        ] {
            session.storefront = storefront
            session.locale = Locale(identifier: locale)
            Terminal.heading(title)
            for line in try await ProductList().lines(free: free) { Terminal.write("  " + line) }
        }
        session.locale = Locale(identifier: "en_US")
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

    private func fail(_ title: String, _ action: String, with code: SKError.Code) async {
        Terminal.heading(title)
        Terminal.say(.customer, action)
        session.failureError = code
        session.failTransactionsEnabled = true
        await PurchaseManager.purchase(Item.shells.rawValue)
        session.failTransactionsEnabled = false
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
        await PurchaseManager.awaitPurchase()
    }

    private func useStoreKit2() async throws {
        Terminal.heading("One ledger, two APIs")
        let shop = try await SignedShop()
        Terminal.say(.narrator, "From here on the app uses StoreKit 2. Not yours yet:")
        await shop.showShelf()
        Terminal.say(.customer, "taps Lighthouse")
        let bought = try await shop.purchase(.lighthouse)
        Terminal.write("")
        await shop.showOwned {
            "verified, bought by \($0.id == bought ? "Product.purchase()" : "SKPaymentQueue")"
        }
        Terminal.write("")
        Terminal.say(.customer, "is cold, and gets a refund for Winter Harbor")
        try await shop.awaitRefund { try session.refundLatest(.harbor) }
        Terminal.say(.app, "Still yours: \(await shop.ownedNames() ?? "nothing").")
    }
}

extension SKTestSession {
    /// Refunds the newest transaction of a product.
    func refundLatest(_ item: Item) throws {
        let latest = allTransactions().last { $0.productIdentifier == item.rawValue }
        if let latest { try refundTransaction(identifier: latest.identifier) }
    }
}
