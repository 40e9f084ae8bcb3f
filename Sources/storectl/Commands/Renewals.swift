import ArgumentParser
import LocalAppStore

struct Renew: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ends the present period of a subscription now and begins the next one."
    )

    @Argument(help: "The product of the subscription.", completion: .products)
    var product: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        try store.forceRenewal(ofProduct: product)
        return try SubscriptionReport(toProduct: product, in: store)
    }
}

struct Expire: StoreCommand {
    static let configuration = CommandConfiguration(abstract: "Ends a subscription now.")

    @Argument(help: "The product of the subscription.", completion: .products)
    var product: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        try store.expireSubscription(toProduct: product)
        return try SubscriptionReport(toProduct: product, in: store)
    }
}

extension SubscriptionReport {
    /// The subscriptions to a product, before or after a renewal.
    fileprivate init(toProduct product: String, in store: Store) throws {
        let subscriptions = try LedgerState(of: store, allCustomers: false).subscriptions
        self.init(
            subscriptions.filter {
                [$0.subscription.productID, $0.subscription.renewalProductID].contains(product)
            }
        )
    }
}

struct Consent: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Asks the customer to consent to a price increase, or answers for the customer."
    )

    /// What happens.
    enum Action: EnumerableFlag {
        case ask
        case agree
        case decline

        static func help(for value: Action) -> ArgumentHelp? {
            switch value {
            case .ask: "Ask; until the customer agrees, the subscription does not renew."
            case .agree: "Agree to the higher price."
            case .decline: "Decline, which also turns off auto-renew."
            }
        }
    }

    @Argument(help: "A transaction of the subscription.")
    var id: Int64

    @Flag
    var action: Action

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        switch action {
        case .ask: try store.requestPriceIncreaseConsent(of: id)
        case .agree: try store.consentToPriceIncrease(of: id)
        case .decline: try store.declinePriceIncrease(of: id)
        }
        return try SubscriptionReport(of: id, in: store)
    }
}

struct AutoRenew: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns auto-renew of a subscription on or off, as the customer does."
    )

    /// A switch as the command line names it.
    enum State: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @Argument(help: "A transaction of the subscription.")
    var id: Int64

    @Argument(help: "Whether it renews.")
    var state: State

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        try store.setAutoRenew(state == .on, of: id)
        return try SubscriptionReport(of: id, in: store)
    }
}
