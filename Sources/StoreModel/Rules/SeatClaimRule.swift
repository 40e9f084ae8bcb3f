package import Foundation

/// Claims seats of a subscription for the developer's server.
///
/// Source: Apple's documentation of Claim Seat, Unclaim Seat, Associate Seat and `UNCLAIM_SEATS`.
package struct SeatClaimRule {
    private let group: SeatGroup
    private let date: Date

    /// - Throws: `.refusedRequest` unless the developer's server claims the seats of the group.
    ///
    /// That a subscription which has ended is refused with the same error is inference.
    package init(_ group: SeatGroup, at date: Date) throws(StoreError) {
        guard group.isActive, group.isClaimed else {
            throw .refusedRequest(.transactionNotDevManagedGroup)
        }
        self.group = group
        self.date = date
    }

    /// Claims a seat of the subscription, unless `former` is the claim of the same request.
    ///
    /// - Throws: `.refusedRequest` with `.noAvailableSeats` without a free seat, or with
    ///   `.transactionNotDevManagedGroup` while the customer isn't entitled to the subscription.
    ///
    /// A repeated request returns its claim, even if that was unclaimed since then, and makes no
    /// other. This and the refusal without access are inference.
    package func claim(
        _ requestIdentifier: UUID,
        of subscription: CustomerSubscription,
        for customerID: Customer.ID?,
        former: SeatClaim?
    ) throws(StoreError) -> (claim: SeatClaim, edits: [LedgerEdit]) {
        guard subscription.isEntitled(at: date) else {
            throw .refusedRequest(.transactionNotDevManagedGroup)
        }
        if let former { return (former, []) }
        guard group.availableSeatCount > 0 else { throw .refusedRequest(.noAvailableSeats) }
        let claim = SeatClaim(
            requestIdentifier: requestIdentifier,
            customerID: customerID,
            claimDate: date
        )
        return (claim, [.insertSeatClaim(claim, of: group.subscriptionID)])
    }

    package func unclaim(_ id: SeatClaim.ID) throws(StoreError) -> [LedgerEdit] {
        var claim = try claim(id)
        claim.unclaimDate = date
        return [.saveSeatClaim(claim)]
    }

    /// Associates a claim with a customer, in place of a former one.
    package func associate(
        _ id: SeatClaim.ID,
        with customerID: Customer.ID
    ) throws(StoreError) -> [LedgerEdit] {
        var claim = try claim(id)
        claim.customerID = customerID
        return [.saveSeatClaim(claim)]
    }

    private func claim(_ id: SeatClaim.ID) throws(StoreError) -> SeatClaim {
        guard let claim = group.claims.first(where: { $0.id == id }) else {
            throw .refusedRequest(.unknownSeatClaim)
        }
        return claim
    }

    /// Unclaims the newest claims beyond the seats that a refund left, and reports them.
    ///
    /// A renewal with fewer seats unclaims none. That the newest ones end is inference.
    package static func limit(
        _ group: SeatGroup,
        of period: LedgerEntry,
        at date: Date
    ) -> [LedgerEdit] {
        let unclaimed = group.claims.dropFirst(group.memberLimit).map { claim in
            var claim = claim
            claim.unclaimDate = date
            return claim
        }
        guard !unclaimed.isEmpty else { return [] }
        return unclaimed.map { .saveSeatClaim($0) }
            + [.notifyUnclaimed(unclaimed.map(\.id), about: period, at: date)]
    }
}
