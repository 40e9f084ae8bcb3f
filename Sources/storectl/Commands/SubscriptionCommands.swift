import ArgumentParser
import LocalAppStore
import StoreCommands
import StrictJSON

/// The subscription of a command.
struct SubscriptionSubject: ActionSubject {
    @Argument(
        help: "The product of the subscription, or one of its transactions.",
        completion: .products
    )
    var subscription: String

    func open(_ options: StoreOptions) throws -> Store {
        let store = try options.open()
        return try transactionID(in: store).map { try options.acting(forEntry: $0, in: store) }
            ?? store
    }

    func report(
        after action: SubscriptionAction,
        in store: Store,
        _ output: OutputOptions
    ) throws -> SubscriptionReport {
        guard let id = transactionID(in: store) else {
            try action.run(onProduct: subscription, in: store)
            return try SubscriptionReport(toProduct: subscription, in: store)
        }
        try action.run(on: id, in: store)
        return try SubscriptionReport(of: id, in: store)
    }

    /// The number of the transaction; `nil` for a product, which may be named as a number is.
    private func transactionID(in store: Store) -> Int64? {
        store.catalog.product(withIdentifier: subscription) == nil ? Int64(subscription) : nil
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

protocol SubscriptionArguments: ActionArguments where Subject == SubscriptionSubject {}

struct Renew: SubscriptionArguments {
    static let name = SubscriptionAction.Name.renew
    static let abstract = "Ends the present period of a subscription now and begins the next one."
}

struct Expire: SubscriptionArguments {
    static let name = SubscriptionAction.Name.expire
    static let abstract = "Ends a subscription now."
}

struct Consent: SubscriptionArguments {
    static let name = SubscriptionAction.Name.consent
    static let abstract =
        "Asks the customer to consent to a price increase, or answers for the customer."

    @Flag
    var consent: SubscriptionAction.Consent

    func members(in store: Store) -> [String: JSONValue] { ["answer": .string(consent.rawValue)] }
}

extension SubscriptionAction.Consent: EnumerableFlag {
    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .ask: "Ask; until the customer agrees, the subscription does not renew."
        case .agree: "Agree to the higher price."
        case .decline: "Decline, which also turns off auto-renew."
        }
    }
}

struct AutoRenew: SubscriptionArguments {
    static let name = SubscriptionAction.Name.setAutoRenew
    static let abstract = "Turns auto-renew of a subscription on or off, as the customer does."

    @Argument(help: "Whether it renews.")
    var state: OnOff

    func members(in store: Store) -> [String: JSONValue] { ["isEnabled": .bool(state == .on)] }
}
