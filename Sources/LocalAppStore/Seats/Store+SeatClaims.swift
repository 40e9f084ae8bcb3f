public import Foundation
import StoreLedger
import StoreModel

// Groups that the developer's server hosts. Members have no transactions.
extension Store.SeatGroups {
    /// Claims a seat of a subscription of the customer for a member of the developer's group.
    ///
    /// A repeated request returns the claim of the first one.
    ///
    /// - Throws: `.refusedRequest` with `.noAvailableSeats` without a free seat, or with
    ///   `.transactionNotDevManagedGroup` if the server doesn't claim the seats, or while the
    ///   customer isn't entitled to the subscription.
    @discardableResult
    public func claim(
        _ requestIdentifier: UUID,
        for customerID: Customer.ID? = nil,
        of id: Int64
    ) throws(StoreError) -> SeatClaim {
        try store.change { writer, date in
            if let customerID { _ = try writer.reader.acting(for: customerID).customer() }
            let (rule, group, subscription) = try writer.reader.claims(of: id, at: date)
            let (claim, edits) = try rule.claim(
                requestIdentifier,
                of: subscription,
                for: customerID,
                former: writer.reader.seatClaim(
                    ofRequest: requestIdentifier,
                    in: group.subscriptionID
                )
            )
            try writer.apply(edits)
            return claim
        }
    }

    /// The group of a subscription of the customer whose seats the developer's server claims.
    ///
    /// - Throws: `.refusedRequest` with `.transactionNotDevManagedGroup` for another subscription.
    package func claimedGroup(of id: Int64) throws(StoreError) -> SeatGroup {
        try store.readSettled { try $0.claims(of: id, at: store.clock.now).group }
    }

    /// Ends a claim, so that its seat is free.
    ///
    /// - Throws: `.refusedRequest` with `.unknownSeatClaim`, or with
    ///   `.transactionNotDevManagedGroup` if the server doesn't claim the seats.
    public func unclaim(_ claimID: UUID, of id: Int64) throws(StoreError) {
        try store.change { writer, date in
            try writer.apply(try writer.reader.claims(of: id, at: date).rule.unclaim(claimID))
        }
    }

    /// Associates a claim with the customer who has the seat.
    ///
    /// - Throws: `.refusedRequest` with `.unknownSeatClaim`, or with
    ///   `.transactionNotDevManagedGroup` if the server doesn't claim the seats.
    public func associate(
        _ claimID: UUID,
        with customerID: Customer.ID,
        of id: Int64
    ) throws(StoreError) {
        try store.change { writer, date in
            _ = try writer.reader.acting(for: customerID).customer()
            let rule = try writer.reader.claims(of: id, at: date).rule
            try writer.apply(try rule.associate(claimID, with: customerID))
        }
    }
}

extension LedgerReader {
    /// - Throws: `.refusedRequest` also for a transaction that isn't of a subscription with seats.
    fileprivate func claims(
        of id: LedgerEntry.ID,
        at date: Date
    ) throws -> (rule: SeatClaimRule, group: SeatGroup, subscription: CustomerSubscription) {
        guard let subscription = try subscription(try requiredEntry(id).originalID),
            let group = try seatGroup(of: subscription)
        else { throw StoreError.refusedRequest(.transactionNotDevManagedGroup) }
        return (try SeatClaimRule(group, at: date), group, subscription)
    }
}
