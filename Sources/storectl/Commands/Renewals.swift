import ArgumentParser
import LocalAppStore

struct Renew: SubscriptionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ends the present period of a subscription now and begins the next one."
    )

    @Argument(
        help: "The product of the subscription, or one of its transactions.",
        completion: .products
    )
    var subscription: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run(ofProduct productID: String, in store: Store) throws {
        try store.subscriptions.forceRenewal(ofProduct: productID)
    }

    func run(of id: Int64, in store: Store) throws { try store.subscriptions.forceRenewal(of: id) }
}

struct Expire: SubscriptionCommand {
    static let configuration = CommandConfiguration(abstract: "Ends a subscription now.")

    @Argument(
        help: "The product of the subscription, or one of its transactions.",
        completion: .products
    )
    var subscription: String

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func run(ofProduct productID: String, in store: Store) throws {
        try store.subscriptions.forceExpiry(ofProduct: productID)
    }

    func run(of id: Int64, in store: Store) throws { try store.subscriptions.forceExpiry(of: id) }
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
        case .ask: try store.subscriptions.requestPriceIncreaseConsent(of: id)
        case .agree: try store.subscriptions.consentToPriceIncrease(of: id)
        case .decline: try store.subscriptions.declinePriceIncrease(of: id)
        }
        return try SubscriptionReport(of: id, in: store)
    }
}

struct AutoRenew: EntryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Turns auto-renew of a subscription on or off, as the customer does."
    )

    @Argument(help: "A transaction of the subscription.")
    var id: Int64

    @Argument(help: "Whether it renews.")
    var state: OnOff

    @OptionGroup var options: StoreOptions
    @OptionGroup var output: OutputOptions

    func report(in store: Store) throws -> SubscriptionReport {
        try store.subscriptions.setAutoRenew(state == .on, of: id)
        return try SubscriptionReport(of: id, in: store)
    }
}
