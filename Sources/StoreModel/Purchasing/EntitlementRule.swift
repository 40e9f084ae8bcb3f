/// Decides which transactions entitle a customer, by Apple's documentation of
/// `currentEntitlements`.
///
/// That a purchase of the customer's own and one that the family shares both count is inference.
package struct EntitlementRule {
    /// The statuses of subscriptions with access.
    package static let statuses: [CustomerSubscription.Status] = [.subscribed, .inGracePeriod]

    private let entries: [LedgerEntry]
    /// The first transactions of the current periods of subscriptions with access.
    private let periods: Set<LedgerEntry.ID>

    /// Makes the rule for settled transactions and subscriptions, with those that a family shares.
    package init(
        _ entries: [LedgerEntry],
        subscriptions: [CustomerSubscription],
        in statuses: [CustomerSubscription.Status] = statuses
    ) {
        self.entries = entries.filter { $0.isListed && $0.revocationDate == nil }
        periods = Set(subscriptions.filter { statuses.contains($0.status) }.map(\.entryID))
    }

    /// The transactions: the current period of each subscription, and the newest purchase of each
    /// other product but consumables.
    ///
    /// A period with added seats has several. This is inference.
    package var entitlements: [LedgerEntry] {
        let present = entries.filter { periods.contains($0.periodID) && !$0.isUpgraded }
        return present + newestPurchases
    }

    private var newestPurchases: some Collection<LedgerEntry> {
        let owned = entries.filter {
            $0.kind == .nonConsumable || $0.kind == .nonRenewingSubscription
        }
        return Dictionary(owned.map { (Ownership($0), $0) }) { first, second in
            let isNewer = (first.purchaseDate, first.id) > (second.purchaseDate, second.id)
            return isNewer ? first : second
        }
        .values
    }
}

/// A product that a customer has, by a purchase of their own or of another customer.
private struct Ownership: Hashable {
    let productID: ByteExactString
    let ownership: LedgerEntry.Ownership

    init(_ entry: LedgerEntry) {
        productID = ByteExactString(entry.productID)
        ownership = entry.ownership
    }
}
