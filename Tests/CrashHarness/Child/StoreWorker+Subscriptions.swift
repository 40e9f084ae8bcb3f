import LocalAppStore

// Changes to subscriptions by customers and the App Store.
extension StoreWorker {
    mutating func changeSubscription() throws {
        let subscriptions = try store.subscriptions.all().filter { $0.nextEventDate != nil }
        guard let subscription = subscriptions.randomElement(using: &random) else { return }
        let ids = [subscription.entryID]
        let id = subscription.entryID
        if subscription.billingIssue != nil, random.happens(50) {
            return try report(record(.resolve, ids) { try store.resolveIssue(id) })
        }
        if subscription.priceConsent == .pending {
            return random.happens(70)
                ? try record(.consent, ids) {
                    try store.subscriptions.consentToPriceIncrease(of: id)
                }
                : try record(.declineIncrease, ids) {
                    try store.subscriptions.declinePriceIncrease(of: id)
                }
        }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40:
            let isEnabled = random.happens(70)
            try record(.setAutoRenew, ids) {
                try store.subscriptions.setAutoRenew(isEnabled, of: id)
            }
        case 40..<60:
            try record(.expire, ids) {
                try store.subscriptions.forceExpiry(ofProduct: subscription.productID)
            }
        case 60..<80:
            try record(.forceRenewal, ids) {
                try store.subscriptions.forceRenewal(ofProduct: subscription.productID)
            }
        default:
            try record(.requestConsent, ids) {
                try store.subscriptions.requestPriceIncreaseConsent(of: id)
            }
        }
    }
}
