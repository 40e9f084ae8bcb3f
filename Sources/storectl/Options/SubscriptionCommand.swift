import ArgumentParser
import LocalAppStore
import StoreCommands

/// A command about a subscription, which is named by its product or by one of its transactions.
protocol SubscriptionCommand: StoreCommand where Output == SubscriptionReport {
    /// The product or the transaction.
    var subscription: String { get }

    func run(ofProduct productID: String, in store: Store) throws
    func run(of id: Int64, in store: Store) throws
}

extension SubscriptionCommand {
    func report() throws -> SubscriptionReport {
        // A product may be named as a number is.
        let isProduct = try options.catalog().product(withIdentifier: subscription) != nil
        guard !isProduct, let id = Int64(subscription) else {
            return try report(suggestingIn: try options.open())
        }
        let store = try options.open(forEntry: id)
        try run(of: id, in: store)
        return try SubscriptionReport(of: id, in: store)
    }

    func report(in store: Store) throws -> SubscriptionReport {
        try run(ofProduct: subscription, in: store)
        return try SubscriptionReport(toProduct: subscription, in: store)
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
        self.init(try statuses.map { try SubscriptionRow($0, in: store) })
    }
}
