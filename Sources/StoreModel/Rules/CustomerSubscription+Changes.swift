import Foundation

extension CustomerSubscription {
    /// Makes the subscription of a first period; `nil` if the entry isn't a period of a
    /// subscription.
    init?(startedBy entry: LedgerEntry, _ terms: PurchaseTerms) {
        guard let groupID = entry.subscriptionGroupID, let end = entry.expirationDate else {
            return nil
        }
        self.init(
            id: entry.originalID,
            customerID: entry.customerID,
            groupID: groupID,
            productID: entry.productID,
            entryID: entry.id,
            expirationDate: end,
            renewalProductID: entry.productID,
            isAutoRenewEnabled: true,
            renewalOffers: [
                RenewalOffer(
                    after: terms.offer,
                    terms.catalogOffer,
                    request: entry.requestedOffer
                ),
                terms.followingOffer,
            ].compactMap { $0 },
            startDate: entry.purchaseDate,
            anchor: BillingAnchor(after: terms, from: entry.purchaseDate, to: end)
        )
        renewalSeatCount = entry.seats.map { _ in entry.quantity }
        billingPlan = entry.plan
        renewalPlan = entry.plan
        commitment = entry.commitment
    }

    /// Takes another product, or offers, for the next renewal; the rest of an offer for the present
    /// product is kept for a customer who takes that back.
    mutating func changeRenewal(
        to productID: String,
        by plan: BillingPlan,
        with offers: [RenewalOffer]
    ) {
        suspendedOffers = isOf(productID, by: plan) ? [] : presentOffers
        renewalProductID = productID
        renewalPlan = plan
        renewalOffers = offers
        isAutoRenewEnabled = true
        priceConsent = nil
    }

    /// Shorter gaps do not interrupt the service, even in accelerated time.
    private static let longestGap: TimeInterval = 60 * 86_400

    /// Takes the start of the subscription before, unless the service was interrupted.
    mutating func continueService(of former: CustomerSubscription?) {
        guard let former, startDate < former.expirationDate + Self.longestGap else { return }
        startDate = former.startDate
    }

    /// The changes when some transactions of a period remain after a refund; none unless it is the
    /// current period.
    func keeping(
        _ remaining: [LedgerEntry],
        ofPeriod id: LedgerEntry.ID,
        at date: Date
    ) -> [LedgerEdit] {
        guard entryID == id else { return [] }
        var changed = self
        changed.keep(remaining, at: date)
        return changed.saved(changedFrom: self, at: date)
    }

    /// Takes the transactions of the current period that remain after a refund; without any, the
    /// subscription ends.
    ///
    /// That no more seats renew than remain is inference.
    private mutating func keep(_ remaining: [LedgerEntry], at date: Date) {
        guard !remaining.isEmpty else {
            revocationDate = date
            end(because: .unknown)
            return
        }
        let count = LedgerEntry.seatCount(ofPeriod: remaining)
        renewalSeatCount = renewalSeatCount.map { min($0, count) }
    }

    /// Makes a period of an entry the current one; a period that has ended ends the subscription.
    ///
    /// A period that was ended at its start counts as ended, even if its start is ahead of the
    /// clock.
    ///
    /// `additions` are the transactions of seats that were added to it.
    mutating func reset(to entry: LedgerEntry, additions: [LedgerEntry], at date: Date) {
        let end = entry.expirationDate ?? entry.purchaseDate
        productID = entry.productID
        billingPlan = entry.plan
        commitment = entry.commitment
        renewalProductID = entry.productID
        renewalPlan = entry.plan
        entryID = entry.id
        expirationDate = end
        renewalOffers = []
        suspendedOffers = []
        billingIssue = nil
        priceConsent = nil
        revocationDate = entry.revocationDate
        expirationReason = nil
        renewalSeatCount = entry.seats.map { _ in
            LedgerEntry.seatCount(ofPeriod: [entry] + additions)
        }
        anchor = BillingAnchor(after: entry, to: end)
        if end <= max(date, entry.purchaseDate) { self.end(because: .customerCancelled) }
    }
}
