import ArgumentParser
import Foundation
import LocalAppStore

struct Buy: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Buys a product for the customer.",
        discussion: """
            The app's observers are notified, and the app finishes the transaction. Offers are \
            named as `storectl products` does: promotional:ID is signed with the key of the \
            .storekit file, code:NAME and win-back:ID are what the customer does in the App Store.
            """
    )

    @Argument(help: "The product identifier.", completion: .products)
    var product: String

    @Option(help: "The quantity, from 1 to 10.")
    var quantity = 1

    @Option(help: ArgumentHelp("The offer, such as promotional:ID.", valueName: "kind:id"))
    var offer: OfferArgument?

    @Option(help: ArgumentHelp("The app's account of the customer.", valueName: "uuid"))
    var accountToken: UUID?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard quantity > 0 else { throw ValidationError("The quantity is at least 1.") }
        if offer?.kind.isRedeemed == true, quantity != 1 || accountToken != nil {
            throw ValidationError("A code or a win-back offer takes no quantity and no account.")
        }
    }

    func report(in store: Store) throws -> TransactionReport {
        let purchase = Purchase(
            product: product,
            quantity: quantity,
            offer: offer,
            account: accountToken?.uuidString.lowercased()
        )
        return try TransactionReport(try purchase.make(in: store), in: store)
    }
}

/// A purchase that a customer makes.
struct Purchase {
    var product: String
    var quantity = 1
    var offer: OfferArgument?
    var account: String?

    /// Makes the purchase; an error says why it was refused.
    func make(in store: Store) throws -> LedgerEntry {
        var request = PaymentRequest(
            productID: product,
            quantity: quantity,
            applicationUsername: account
        )
        switch offer?.kind {
        case nil: break
        case .promotional(let id):
            request.discount = try store.signedDiscount(
                offerID: id,
                productID: product,
                applicationUsername: account
            )
        case .code(let name):
            return try store.redeemOfferCode(referenceName: name, productID: product)
        case .winBack(let id):
            return try store.acceptWinBackOffer(id: id, productID: product)
        }
        return try store.buy(request)
    }
}

/// An offer as the command line names it, such as `code:Friends`.
struct OfferArgument: ExpressibleByArgument {
    enum Kind {
        case promotional(String)
        case code(String)
        case winBack(String)

        /// Whether the customer redeems it in the App Store.
        var isRedeemed: Bool {
            if case .promotional = self { false } else { true }
        }
    }

    let kind: Kind

    init?(argument: String) {
        let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count) {
        case ("promotional", 2): kind = .promotional(parts[1])
        case ("code", 2): kind = .code(parts[1])
        case ("win-back", 2): kind = .winBack(parts[1])
        default: return nil
        }
    }
}
