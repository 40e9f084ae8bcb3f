import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit

/// The demo that plays by itself: a customer's visit from the first look to the new phone.
@MainActor
struct Tour {
    private let session: SKTestSession

    init() throws {
        session = try SKTestSession(contentsOf: try Self.shop())
        session.disableDialogs = true
        session.receiptBundleIdentifier = Receipts.app
    }

    /// The file that stands in for App Store Connect.
    static func shop() throws -> URL {
        guard let url = Bundle.module.url(forResource: "Shop", withExtension: "storekit") else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "Shop.storekit"])
        }
        return url
    }

    func play() async throws {
        Screen.write("Teacup Bay, a cosy little shop in your terminal")
        try await browse()
        await buyOneOfEach()
        await changeMind()
        try await askParent()
        await loseConnection()
        Screen.heading("The battery dies between payment and delivery")
        Screen.say(.customer, "taps Pouch of Shells on an old phone")
        try await PowerCut.play()
        Screen.heading("A new phone")
        Screen.say(.customer, "taps Restore Purchases")
        try await Till.restore()
        Screen.heading("What is yours, without asking a server")
        try await Receipts(trusting: try session.receiptRootCertificate).show()
        Screen.write("\nYour turn: run it again with --interactive.")
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
        Screen.heading(title)
        for line in try await Shelf().lines(free: free) { Screen.write("  " + line) }
    }

    private func buyOneOfEach() async {
        Screen.heading("One of each, please")
        Screen.say(.customer, "taps Pouch of Shells, two of them")
        await Till.buy(Item.shells.rawValue, quantity: 2)
        Screen.say(.customer, "taps Winter Harbor")
        await Till.buy(Item.harbor.rawValue)
        Screen.say(.customer, "taps Summer Season Pass")
        await Till.buy(Item.summerPass.rawValue)
        Screen.say(.customer, "taps The Teacup Gazette, by the month")
        await Till.buy(Item.gazette.rawValue)
    }

    private func changeMind() async {
        Screen.heading("Second thoughts")
        Screen.say(.customer, "taps Pouch of Shells, then Cancel")
        await failing(with: .paymentCancelled) { await Till.buy(Item.shells.rawValue) }
    }

    private func askParent() async throws {
        Screen.heading("Ask to Buy")
        session.askToBuyEnabled = true
        defer { session.askToBuyEnabled = false }
        Screen.say(.customer, "is nine years old and taps Pouch of Shells")
        await Till.buy(Item.shells.rawValue)
        for request in session.allTransactions() where request.pendingAskToBuyConfirmation {
            Screen.say(.parent, "sees the request on the sofa and approves it")
            try session.approveAskToBuyTransaction(identifier: request.identifier)
        }
        await Till.receiveApproved()
    }

    private func loseConnection() async {
        Screen.heading("On the train")
        Screen.say(.customer, "taps Pouch of Shells inside a tunnel")
        await failing(with: .cloudServiceNetworkConnectionFailed) {
            await Till.buy(Item.shells.rawValue)
        }
    }

    private func failing(with code: SKError.Code, _ body: () async -> Void) async {
        session.failureError = code
        session.failTransactionsEnabled = true
        await body()
        session.failTransactionsEnabled = false
    }
}
