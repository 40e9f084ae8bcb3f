import Foundation
import StoreKit
import StoreKitTest

/// The interactive demo: you choose, confirm, and approve as the parent.
@MainActor
struct InteractiveDemo {
    private let session: SKTestSession

    init() throws {
        setenv("STOREKIT_DIALOGS", "terminal", 1)
        session = try SKTestSession(contentsOf: try GuidedDemo.configurationFile())
    }

    func run() async throws {
        Terminal.write("Teacup Bay, a cosy little shop in your terminal")
        let list = try await ProductList()
        show(list)
        while let answer = Terminal.ask("\nWhat would you like?"), answer != "q" {
            try await handle(answer, from: list)
        }
        Terminal.write("\nGoodbye, and mind the tide.")
    }

    private func show(_ list: ProductList) {
        Terminal.heading("The shelf")
        for (number, line) in zip(1..., list.lines()) { Terminal.write("  \(number)\(line)") }
        Terminal.write("  a    turn Ask to Buy \(session.askToBuyEnabled ? "off" : "on")")
        Terminal.write("  r    restore purchases")
        Terminal.write("  o    what you own, by StoreKit 2")
        Terminal.write("  q    leave")
    }

    private func handle(_ answer: String, from list: ProductList) async throws {
        switch answer {
        case "r": try await PurchaseManager.restore()
        case "o":
            let names = try await SignedShop().ownedNames()
            Terminal.say(.app, names.map { "Yours: \($0)." } ?? "Nothing is yours yet.")
        case "a":
            session.askToBuyEnabled.toggle()
            show(list)
        default:
            guard let number = Int(answer), list.products.indices.contains(number - 1) else {
                return show(list)
            }
            await PurchaseManager.purchase(list.products[number - 1].productIdentifier)
            try await askParent()
        }
    }

    private func askParent() async throws {
        for request in session.allTransactions() where request.pendingAskToBuyConfirmation {
            if Terminal.ask("  parent    Approve this purchase? (y/n)") == "y" {
                try session.approveAskToBuyTransaction(identifier: request.identifier)
                await PurchaseManager.awaitPurchase()
            } else {
                try session.declineAskToBuyTransaction(identifier: request.identifier)
                Terminal.say(.app, "Not this time. Nothing was charged.")
            }
        }
    }
}
