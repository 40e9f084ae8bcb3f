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
            .storekit file, code:NAME and winBack:ID are redeemed in the App Store.
            """
    )

    @Argument(help: "The product identifier.", completion: .products)
    var product: String

    @Option(help: "The quantity, from 1 to 10.")
    var quantity = 1

    @Option(help: "The seats of a subscription in all; more than the present ones are added.")
    var seats: Int?

    @Option(
        help: .value("kind:id", "The offer, such as promotional:ID."),
        transform: reading("promotional:ID, code:NAME or winBack:ID") { text in
            CustomerPurchase.Offer(text)
        }
    )
    var offer: CustomerPurchase.Offer?

    @Option(
        help: .value("plan", "How a subscription is paid: upFront, or monthly for a year."),
        transform: reading("upFront or monthly", BillingPlan.init(named:))
    )
    var billingPlan = BillingPlan.upFront

    @Option(
        help: .value("uuid", "The app's account of the customer."),
        transform: reading("a UUID", UUID.init(uuidString:))
    )
    var accountToken: UUID?

    @OptionGroup var common: CommonOptions

    var missingLedger: StoreOptions.MissingLedger { .made }

    func validate() throws {
        guard quantity > 0 else { throw ValidationError("The quantity is at least 1.") }
        guard seats.map({ $0 > 0 }) ?? true else {
            throw ValidationError("The number of seats is at least 1.")
        }
        if offer?.isRedeemed == true, quantity != 1 || seats != nil || accountToken != nil {
            throw ValidationError(
                "A code or a win-back offer takes no quantity, no seats and no account."
            )
        }
    }

    func report(in store: Store) throws -> TransactionReport {
        var purchase = CustomerPurchase(productID: product)
        purchase.quantity = quantity
        purchase.seatCount = seats
        purchase.billingPlan = billingPlan
        purchase.offer = offer
        purchase.applicationUsername = accountToken?.uuidString.lowercased()
        return try TransactionReport(try store.buy(purchase), in: store)
    }
}

extension CustomerPurchase.Offer {
    /// Whether the customer redeems it in the App Store.
    fileprivate var isRedeemed: Bool {
        if case .promotional = self { false } else { true }
    }
}
