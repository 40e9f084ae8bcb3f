// Apple's session sells no seats.
#if !canImport(Darwin)
import LocalAppStore
public import StoreKitTest

// Seats are bought by `Product.purchase(options:)` and `buyProduct(identifier:options:)` with the
// option `.seats(_:)`.
extension SKTestSession {
    /// Chooses the number of seats that renew, as the customer does in Manage Subscriptions.
    ///
    /// It can be changed again until the renewal. More seats than the present ones are a purchase.
    ///
    /// - Parameters:
    ///   - count: The number of seats, at most the present ones.
    ///   - transactionIdentifier: Any transaction of the subscription.
    /// - Throws: An error if the subscription has no seats, or not as many.
    public func setRenewalSeats(_ count: Int, for transactionIdentifier: UInt) throws {
        try store.subscriptions.setRenewalSeatCount(count, of: try id(transactionIdentifier))
    }

    /// Refunds seats of a transaction and, if it has too few, of the newest others of its period.
    ///
    /// A transaction is revoked when all its seats are refunded.
    ///
    /// - Throws: An error if the period doesn't have as many seats.
    public func refundSeats(_ count: Int, of transactionIdentifier: UInt) throws {
        try store.refunds.refundSeats(count, of: try id(transactionIdentifier))
    }

    /// The party that invites the members of groups to subscriptions that begin from now on;
    /// `.apple` unless the configuration has another one.
    public var invitationManagement: InvitationManagement {
        get {
            let party = reporting { try $0.settings }?.invitationManagement
            return party.flatMap { InvitationManagement(rawValue: $0.rawValue) } ?? .apple
        }
        set {
            let party = Seats.InvitationManagement(rawValue: newValue.rawValue)
            reporting { store in
                try store.updateSettings { $0.invitationManagement = party ?? .apple }
            }
        }
    }
}
#endif
