import ArgumentParser
import LocalAppStore
import StoreCommands

/// The subscription of a command.
struct SubscriptionName: ParsableArguments {
    @Argument(
        help: "The product of the subscription, or one of its transactions.",
        completion: .products
    )
    var subscription: String
}

/// A command that runs one action on a subscription.
protocol SubscriptionCommand: StoreCommand where Output == SubscriptionReport {
    var name: SubscriptionName { get }
    var action: SubscriptionAction { get }
}

extension SubscriptionCommand {
    func report() throws -> SubscriptionReport {
        // A product may be named as a number is.
        let isProduct = try options.catalog().product(withIdentifier: name.subscription) != nil
        guard !isProduct, let id = Int64(name.subscription) else {
            return try report(suggestingIn: try options.open())
        }
        let store = try options.open(forEntry: id)
        try action.run(on: id, in: store)
        return try SubscriptionReport(of: id, in: store)
    }

    func report(in store: Store) throws -> SubscriptionReport {
        try action.run(onProduct: name.subscription, in: store)
        return try SubscriptionReport(toProduct: name.subscription, in: store)
    }
}

extension SubscriptionReport {
    /// The customer's own subscriptions to a product, before or after a renewal.
    fileprivate init(toProduct product: String, in store: Store) throws {
        let own = try store.subscriptions(ofCustomer: store.customer.id, periodLimit: 0)
        let statuses = own.map(\.status).filter {
            !$0.entry.isFamilyShared
                && [$0.subscription.productID, $0.subscription.renewalProductID].contains(product)
        }
        self.init(Excerpt(try statuses.map { try SubscriptionRow($0, in: store) }))
    }
}
