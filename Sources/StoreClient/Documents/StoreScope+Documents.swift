package import AppReceipt
import Foundation
package import LocalAppStore

// Documents as a system of Apple's lists them. Without habits, all is as the store says.
extension StoreScope {
    /// The transactions of a selection; blocks.
    package func listing(
        _ selection: TransactionSelection,
        in store: Store
    ) throws -> [SignedDocument<TransactionPayload>] {
        guard let habits = store.faults.systemHabits else {
            return try documents.transactions(selection, of: store)
        }
        let isOfAccess = selection == .entitlements
        let lists = isOfAccess && habits.entitlesInBillingRetry
        let transactions = try documents.transactions(
            lists ? .entitlementsInBillingRetry : selection,
            of: store
        )
        let now = store.clock.now
        let stale = try staleTransactions(in: store)
        let listed = transactions.filter { document in
            let transaction = document.payload
            let id = transaction.transactionIdentifier.flatMap { LedgerEntry.ID($0) }
            if let id, habitMemory.hides(id, at: now) || stale.missing.contains(id) { return false }
            guard isOfAccess, transaction.reason == .renewal,
                let date = transaction.purchaseDate
            else { return true }
            return habits.renewalGap?.contains(now, after: date) != true
        }
        guard selection == .unfinished else { return listed }
        return listed + (try documents.transactions(of: stale.remaining, in: store))
    }

    /// The status of a subscription, `nil` if it is not listed yet; blocks.
    package func listedStatus(
        _ status: SubscriptionPeriodStatus,
        in store: Store
    ) throws -> SignedStatus? {
        guard let habits = store.faults.systemHabits else {
            return try documents.status(status, in: store)
        }
        let now = store.clock.now
        let id = status.entry.id
        if habitMemory.hides(id, at: now) { return nil }
        if try staleTransactions(in: store).missing.contains(id) { return nil }
        guard let gap = habits.renewalGap, status.entry.isRenewal,
            gap.contains(now, after: status.entry.purchaseDate)
        else { return try documents.status(status, in: store) }
        var subscription = status.subscription
        subscription.isAutoRenewEnabled = subscription.isAutoRenewEnabled && gap.willAutoRenew
        let seeming = SubscriptionPeriodStatus(subscription: subscription, entry: status.entry)
        var signed = try documents.status(seeming, in: store)
        signed?.status = .expired
        return signed
    }

    /// Whether the customer may have an introductory offer in a group; blocks.
    package func isEligibleForIntroOffer(inGroup groupID: String, in store: Store) throws -> Bool {
        if store.faults.keepsIneligible(inGroup: groupID, at: store.clock.now) { return false }
        let isEligible = try store.isEligibleForIntroductoryOffer(inGroup: groupID)
        guard store.faults.systemHabits?.keepsOfferEligibility == true else { return isEligible }
        return habitMemory.firstEligibility(inGroup: groupID, or: isEligible)
    }
}
