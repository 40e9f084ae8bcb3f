import StoreModel

extension Store.Subscriptions {
    /// The customer's response to the sheet about a price increase.
    ///
    /// `.later`, the default, leaves the consent pending. It is not stored in the ledger, and does
    /// not depend on ``StoreSettings/disablesDialogs``: no person is asked.
    package var priceConsentAnswer: PriceConsentAnswer {
        get { store.consentAnswer.withLock { $0 } }
        nonmutating set { store.consentAnswer.withLock { $0 = newValue } }
    }

    /// Shows the customer the sheet about each price increase that waits for consent.
    package func showPriceConsent() throws(StoreError) {
        let answer = priceConsentAnswer
        guard answer != .later else { return }
        for subscription in try all() where subscription.waitsForConsent {
            do throws(StoreError) {
                if answer == .agree {
                    try consentToPriceIncrease(of: subscription.entryID)
                } else {
                    try declinePriceIncrease(of: subscription.entryID)
                }
            } catch .unsuitableEntry, .unknownEntry {
                // The customer responded elsewhere, or the subscription ended, meanwhile.
            }
        }
    }
}
