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
    ) throws -> ListReport<SubscriptionRow> {
        let statuses: [SubscriptionPeriodStatus]
        if let id = transactionID(in: store) {
            try action.run(on: id, in: store)
            statuses = [try store.subscriptions.status(of: id)].compactMap { $0 }
        } else {
            try action.run(onProduct: subscription, in: store)
            statuses = try ownStatuses(in: store)
        }
        return ListReport(rows: Excerpt(try statuses.map { try SubscriptionRow($0, in: store) }))
    }

    /// The customer's own subscriptions to the product, before or after a renewal.
    private func ownStatuses(in store: Store) throws -> [SubscriptionPeriodStatus] {
        let all = try store.subscriptions(ofCustomer: store.customer.id, periodLimit: 0)
        return all.map(\.status).filter {
            !$0.entry.isShared
                && [$0.subscription.productID, $0.subscription.renewalProductID]
                    .contains(subscription)
        }
    }

    /// The identifier of a transaction of the subscription.
    func anyTransactionID(in store: Store) throws -> LedgerEntry.ID {
        try transactionID(in: store) ?? store.activeSubscription(toProduct: subscription).id
    }

    /// The identifier of the transaction; `nil` for a product, whose identifier may be an integer.
    private func transactionID(in store: Store) -> Int64? {
        store.catalog.product(withIdentifier: subscription) == nil ? Int64(subscription) : nil
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

struct RenewalSeats: SubscriptionArguments {
    static let name = SubscriptionAction.Name.setRenewalSeats
    static let abstract = "Chooses the number of seats that renew, as the customer does."
    static let discussion = "At most the present ones; more are a purchase."

    @Argument(help: "The number of seats of the next period.")
    var seats: Int

    func members(in store: Store) -> [String: JSONValue] { ["seats": .number(seats)] }
}

struct AutoRenew: SubscriptionArguments, SwitchArguments {
    static let name = SubscriptionAction.Name.setAutoRenew
    static let abstract = "Turns auto-renew of a subscription on or off, as the customer does."

    @Argument(help: "Whether it renews.")
    var state: OnOff
}
