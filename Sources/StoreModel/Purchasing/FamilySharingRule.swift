package import Foundation

/// Decides which purchases a customer's family, or the members of a group, may use.
package enum FamilySharingRule {
    /// Whether a purchase is shared with the purchaser's family.
    ///
    /// Source: Apple's documentation of Family Sharing. Non-consumables and auto-renewable
    /// subscriptions are shared if the developer has turned that on for the product, and if the
    /// purchaser shares purchases. Shared purchases are not shared again. That seats are for the
    /// members of the group alone is inference.
    package static func isShared(
        _ entry: LedgerEntry,
        of product: CatalogProduct?,
        by purchaser: Customer
    ) -> Bool {
        guard purchaser.sharesPurchases, purchaser.familyOrganizerID != nil,
            product?.isFamilyShareable == true, entry.seats == nil
        else { return false }
        return isShareable(entry)
    }

    /// Whether a purchase gives access to something that others can share.
    package static func isShareable(_ entry: LedgerEntry) -> Bool {
        // Access is to a period, and not to seats that were added in it.
        guard entry.state == .purchased, !entry.isShared, entry.revocationDate == nil,
            !entry.isUpgraded, !entry.isSeatAddition
        else { return false }
        switch entry.kind {
        case .nonConsumable: return entry.originalID == entry.id
        case .autoRenewableSubscription: return true
        case .consumable, .nonRenewingSubscription, nil: return false
        }
    }

    /// Whether a customer who joins the family at a date gets access to a purchase.
    ///
    /// That a member gets no transactions for periods before joining is inference.
    package static func isCurrent(_ entry: LedgerEntry, at date: Date) -> Bool {
        entry.expirationDate.map { date < $0 } ?? true
    }
}

extension CustomerSubscription {
    /// The subscription as a member of the family or group has it, by a transaction of their own.
    ///
    /// Without access to the current period it has ended for the member.
    package func shared(by access: LedgerEntry, isPresent: Bool) -> Self {
        var shared = self
        shared.id = access.originalID
        shared.entryID = access.id
        guard !isPresent || access.revocationDate != nil else { return shared }
        shared.productID = access.productID
        shared.expirationDate = access.expirationDate ?? access.purchaseDate
        shared.revocationDate = access.revocationDate
        shared.priceConsent = nil
        shared.end(because: .unknown)
        return shared
    }
}

extension LedgerEntry {
    /// Makes the transaction that gives a member of the family, or of a group, access to a
    /// purchase; it costs nothing.
    ///
    /// That it begins with the access, and not with the period, is inference. A member of a group
    /// has the purchaser's seats and quantity, by Apple's documentation of `purchasedQuantity`;
    /// taking them from the first transaction of a period is inference.
    package init(
        sharing entry: LedgerEntry,
        with member: FamilyMember,
        at date: Date
    ) {
        self.init(unchargedCopyOf: entry)
        let former = member.latestAccess
        isAssigned = member.isAssigned
        seats?.revokedQuantity = 0
        seats?.periodID = nil
        // Added seats may outlive the first transaction of a period.
        revocationDate = nil
        revocationReason = nil
        purchaseDate = max(entry.purchaseDate, date)
        originalID = former?.originalID ?? 0
        originalPurchaseDate = former?.originalPurchaseDate ?? purchaseDate
        sharedEntryID = entry.id
        applicationUsername = nil
        requestData = nil
    }
}
