import Foundation

/// A subscription after a renewal, with the entry of the period that it began.
package struct RenewedSubscription {
    package let subscription: CustomerSubscription
    package let entry: LedgerEntry

    package init(subscription: CustomerSubscription, entry: LedgerEntry) {
        self.subscription = subscription
        self.entry = entry
    }
}

extension CustomerSubscription {
    /// The subscription after a renewal.
    package func renewed(for period: BillingPeriod, by entry: LedgerEntry) -> Self {
        var renewed = self
        renewed.productID = period.productID
        renewed.renewalProductID = period.productID
        renewed.entryID = entry.id
        renewed.expirationDate = period.end
        renewed.renewalOffers = period.remainingOffers
        renewed.suspendedOffers = []
        renewed.billingIssue = nil
        renewed.priceConsent = nil
        renewed.anchor = period.anchor
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
    }
}

extension LedgerEntry {
    /// Makes the entry of a renewal; the ledger assigns its `id`.
    package init(
        renewing last: LedgerEntry,
        for period: BillingPeriod,
        settings: StoreSettings
    ) {
        self = last
        id = 0
        paymentToken = UUID()
        productID = period.productID
        isFinished = false
        purchaseDate = period.start
        expirationDate = period.end
        revocationDate = nil
        revocationReason = nil
        isRevocationUndelivered = false
        isUpgraded = false
        upgradeDate = nil
        isRenewal = true
        amountRefunded = 0
        price = period.price
        currencyCode = settings.storefrontCountry.currencyCode
        storefront = settings.storefrontCountry.code
        offer = period.offer
        requestedOffer = period.requestedOffer
        requestData = nil
        purchaseAPI = nil
        finishAPI = nil
    }
}
