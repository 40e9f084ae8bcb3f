import Foundation
import StoreKit
import StoreKitTest

/// The demo that asks: you choose, confirm, and approve as the parent.
@MainActor
struct Counter {
    private let session: SKTestSession

    init() throws {
        setenv("STOREKIT_DIALOGS", "terminal", 1)
        session = try SKTestSession(contentsOf: try Tour.shop())
    }

    func open() async throws {
        Screen.write("Teacup Bay, a cosy little shop in your terminal")
        let shelf = try await Shelf()
        show(shelf)
        while let answer = Screen.ask("\nWhat would you like?"), answer != "q" {
            try await serve(answer, from: shelf)
        }
        Screen.write("\nGoodbye, and mind the tide.")
    }

    private func show(_ shelf: Shelf) {
        Screen.heading("The shelf")
        for (number, line) in zip(1..., shelf.lines()) { Screen.write("  \(number)\(line)") }
        Screen.write("  a    turn Ask to Buy \(session.askToBuyEnabled ? "off" : "on")")
        Screen.write("  r    restore purchases")
        Screen.write("  q    leave")
    }

    private func serve(_ answer: String, from shelf: Shelf) async throws {
        switch answer {
        case "r": try await Till.restore()
        case "a":
            session.askToBuyEnabled.toggle()
            show(shelf)
        default:
            guard let number = Int(answer), shelf.products.indices.contains(number - 1) else {
                return show(shelf)
            }
            await Till.buy(shelf.products[number - 1].productIdentifier)
            try await askParent()
        }
    }

    private func askParent() async throws {
        for request in session.allTransactions() where request.pendingAskToBuyConfirmation {
            if Screen.ask("  parent    Approve this purchase? (y/n)") == "y" {
                try session.approveAskToBuyTransaction(identifier: request.identifier)
                await Till.receiveApproved()
            } else {
                try session.declineAskToBuyTransaction(identifier: request.identifier)
                Screen.say(.app, "Not this time. Nothing was charged.")
            }
        }
    }
}
