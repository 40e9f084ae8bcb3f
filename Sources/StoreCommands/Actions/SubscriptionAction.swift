package import LocalAppStore
package import StrictJSON

/// An action on a subscription: by the customer or the App Store.
package enum SubscriptionAction: StoreAction {
    case renew
    case expire
    case consent(Consent)
    case setAutoRenew(Bool)
    /// The number of seats of the next period.
    case setRenewalSeats(Int)

    /// A request for consent to a price increase, or the response.
    package enum Consent: String, CaseIterable, Sendable {
        case ask
        case agree
        case decline
    }

    package enum Name: String, StoreActionName {
        case renew
        case expire
        case consent
        case setAutoRenew
        case setRenewalSeats

        package var members: [String] {
            switch self {
            case .consent: ["answer"]
            case .setAutoRenew: ["isEnabled"]
            case .setRenewalSeats: ["seats"]
            case .renew, .expire: []
            }
        }
    }

    package init(_ name: Name, _ node: JSONNode) throws(JSONMismatch) {
        switch name {
        case .renew: self = .renew
        case .expire: self = .expire
        case .consent: self = .consent(try node["answer"].choice(of: Consent.allCases))
        case .setAutoRenew: self = .setAutoRenew(try node["isEnabled"].flag())
        case .setRenewalSeats: self = .setRenewalSeats(try node["seats"].seatCount())
        }
    }

    /// Runs the action on the subscription of a transaction.
    package func run(on id: LedgerEntry.ID, in store: Store) throws(StoreError) {
        let subscriptions = store.subscriptions
        switch self {
        case .renew: try subscriptions.forceRenewal(of: id)
        case .expire: try subscriptions.forceExpiry(of: id)
        case .consent(.ask): try subscriptions.requestPriceIncreaseConsent(of: id)
        case .consent(.agree): try subscriptions.consentToPriceIncrease(of: id)
        case .consent(.decline): try subscriptions.declinePriceIncrease(of: id)
        case .setAutoRenew(let isEnabled): try subscriptions.setAutoRenew(isEnabled, of: id)
        case .setRenewalSeats(let count): try subscriptions.setRenewalSeatCount(count, of: id)
        }
    }

    /// Runs the action on the customer's own subscription to a product.
    ///
    /// - Throws: `.noSubscription` without a subscription, or if it has ended; `.unknownProduct` if
    ///   the catalog does not contain the product either.
    package func run(onProduct productID: String, in store: Store) throws(StoreError) {
        let subscription = try store.subscription(toProduct: productID)
        switch self {
        case .renew: try store.subscriptions.forceRenewal(ofProduct: productID)
        case .expire: try store.subscriptions.forceExpiry(ofProduct: productID)
        case .consent, .setAutoRenew, .setRenewalSeats:
            guard let subscription else { throw .noSubscription(productID: productID) }
            try run(on: subscription.id, in: store)
        }
    }
}

extension Store {
    /// The customer's own subscription to a product that has not ended; `nil` without one.
    ///
    /// - Throws: `.unknownProduct` if the catalog does not contain the product either.
    package func subscription(
        toProduct productID: String
    ) throws(StoreError) -> CustomerSubscription? {
        let subscription = try subscriptions.all().last {
            $0.productID == productID && $0.nextEventDate != nil
        }
        guard subscription != nil || catalog.product(withIdentifier: productID) != nil else {
            throw .unknownProduct(id: productID)
        }
        return subscription
    }

    /// The customer's own subscription to a product that has not ended.
    ///
    /// - Throws: `.noSubscription` without one; `.unknownProduct` if the catalog does not contain
    ///   the product either.
    package func activeSubscription(
        toProduct productID: String
    ) throws(StoreError) -> CustomerSubscription {
        guard let subscription = try subscription(toProduct: productID) else {
            throw .noSubscription(productID: productID)
        }
        return subscription
    }
}
