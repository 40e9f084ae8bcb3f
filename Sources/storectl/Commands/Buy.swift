import ArgumentParser
import Foundation
import LocalAppStore
import StoreCommands

struct Buy: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Buys a product for the customer.",
        discussion: """
            The app's observers are notified, and the app finishes the transaction. Offers are \
            named as `storectl products` does: promotional:ID is signed with the key of the \
            .storekit file, code:NAME and winBack:ID are what the customer does in the App Store.
            """
    )

    @Argument(help: "The product identifier.", completion: .products)
    var product: String

    @Option(help: "The quantity, from 1 to 10.")
    var quantity = 1

    @Option(
        help: ArgumentHelp("The offer, such as promotional:ID.", valueName: "kind:id"),
        transform: OfferArgument.reading("promotional:ID, code:NAME or winBack:ID")
    )
    var offer: OfferArgument?

    @Option(
        help: ArgumentHelp("The app's account of the customer.", valueName: "uuid"),
        transform: UUID.reading("a UUID")
    )
    var accountToken: UUID?

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func validate() throws {
        guard quantity > 0 else { throw ValidationError("The quantity is at least 1.") }
        if offer?.isRedeemed == true, quantity != 1 || accountToken != nil {
            throw ValidationError("A code or a win-back offer takes no quantity and no account.")
        }
    }

    func report(in store: Store) throws -> TransactionReport {
        var purchase = CustomerPurchase(productID: product)
        purchase.quantity = quantity
        purchase.offer = offer?.offer
        purchase.applicationUsername = accountToken?.uuidString.lowercased()
        return try TransactionReport(try store.buy(purchase), in: store)
    }
}

/// An offer as the command line names it, such as `code:Friends`.
struct OfferArgument: ExpressibleByArgument {
    let offer: CustomerPurchase.Offer

    init?(argument: String) {
        guard let offer = CustomerPurchase.Offer(argument) else { return nil }
        self.offer = offer
    }

    /// Whether the customer redeems it in the App Store.
    var isRedeemed: Bool {
        if case .promotional = offer { false } else { true }
    }
}
