package import Foundation

extension CustomerSubscription {
    /// The subscription after a renewal.
    package func renewed(for period: BillingPeriod, by entry: LedgerEntry) -> Self {
        var renewed = self
        renewed.entryID = entry.id
        renewed.expirationDate = period.end
        renewed.commitment = period.commitment
        renewed.billingIssue = nil
        renewed.anchor = period.anchor
        // The customer's choices take effect at the end of the commitment.
        if isWithinCommitment { return renewed }
        renewed.productID = period.productID
        renewed.billingPlan = period.plan
        renewed.renewalProductID = period.productID
        renewed.renewalOffers = period.remainingOffers
        renewed.suspendedOffers = []
        renewed.priceConsent = nil
        renewed.renewalSeatCount = period.seatPrices?.quantity
        return renewed
    }

    /// Ends the subscription; nothing more happens to it until the customer subscribes again.
    package mutating func end(because reason: ExpirationReason) {
        expirationReason = reason
        isAutoRenewEnabled = false
        billingIssue = nil
        renewalOffers = []
        suspendedOffers = []
        renewalProductID = productID
        renewalSeatCount = nil
        renewalPlan = billingPlan
        commitment = nil
    }
}

extension LedgerEntry {
    /// Makes the entry of a renewal; the ledger assigns its `id`.
    package init(renewing last: LedgerEntry, for period: BillingPeriod, settings: StoreSettings) {
        self.init(unchargedCopyOf: last)
        productID = period.productID
        purchaseDate = period.start
        expirationDate = period.end
        revocationDate = nil
        revocationReason = nil
        isUpgraded = false
        upgradeDate = nil
        isRenewal = true
        price = period.price
        // The seats of a period are of one transaction after a renewal. This is inference.
        quantity = period.seatPrices?.quantity ?? 1
        seats = period.seatPrices.map {
            Seats(
                invitationManagement: seats?.invitationManagement ?? settings.invitationManagement,
                priceTiers: $0
            )
        }
        plan = period.plan
        commitment = period.commitment
        currencyCode = settings.storefrontCountry.currencyCode
        storefront = settings.storefrontCountry.code
        offer = period.offer
        requestedOffer = period.requestedOffer
        requestData = nil
    }
}

/// The progress of settling due events in several transactions.
package struct SettlementProgress: Sendable, Equatable {
    /// The number of renewals and other events that were settled.
    package var count: Int
    /// The date of the next event; at the end it is ``end``.
    package var date: Date
    /// The date up to which events are due.
    package var end: Date

    package init(count: Int, date: Date, end: Date) {
        self.count = count
        self.date = date
        self.end = end
    }
}
