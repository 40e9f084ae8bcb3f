// The calls of tools and servers, by subject.
extension Store {
    /// The subscriptions of the customer.
    public var subscriptions: Subscriptions { Subscriptions(store: self) }
    /// The refunds of the customer's purchases.
    public var refunds: Refunds { Refunds(store: self) }
    /// The customers of the ledger.
    public var customers: Customers { Customers(store: self) }
    /// The family of the customer.
    public var family: Family { Family(store: self) }
    /// The groups with seats of subscriptions.
    public var seatGroups: SeatGroups { SeatGroups(store: self) }
    /// The notifications of the App Store Server, about all customers.
    public var notifications: Notifications { Notifications(store: self) }
    /// The retention messages of the app.
    package var retention: Retention { Retention(store: self) }
    /// The downloads of hosted content.
    public var downloads: Downloads { Downloads(store: self) }
    /// The time of the ledger.
    public var time: Time { Time(store: self) }

    /// Subscriptions of the customer, and the customer's or App Store's actions on them.
    public struct Subscriptions: Sendable {
        let store: Store
    }

    /// Refunds and the requests for them.
    public struct Refunds: Sendable {
        let store: Store
    }

    /// The customers of a ledger.
    public struct Customers: Sendable {
        let store: Store
    }

    /// Family Sharing of a customer.
    public struct Family: Sendable {
        let store: Store
    }

    /// Seats of the customer's subscriptions for others, and of others' for the customer.
    public struct SeatGroups: Sendable {
        let store: Store
    }

    /// Notifications to an app's server.
    public struct Notifications: Sendable {
        let store: Store
    }

    /// Retention messages, shown to customers who choose to cancel a subscription.
    package struct Retention: Sendable {
        let store: Store
    }

    /// Downloads of hosted content.
    public struct Downloads: Sendable {
        let store: Store
    }

    /// The time of a ledger.
    public struct Time: Sendable {
        let store: Store
    }
}
