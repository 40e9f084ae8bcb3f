import Foundation
import LocalAppStore

// Reading. Without habits, all is as the store says.
extension StoreScope {
    /// The transactions of a selection; blocks.
    func listing(
        _ selection: TransactionSelection,
        in store: Store
    ) throws -> [VerificationResult<Transaction>] {
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
        return transactions.filter { result in
            let transaction = result.unsafePayloadValue
            if habitMemory.hides(Int64(clamping: transaction.id), at: now) { return false }
            guard isOfAccess, transaction.reason == .renewal else { return true }
            return habits.renewalGap?.contains(now, after: transaction.purchaseDate) != true
        }
    }

    /// The status of a subscription, `nil` if it is not listed yet; blocks.
    func listedStatus(
        _ status: SubscriptionPeriodStatus,
        in store: Store
    ) throws -> SubscriptionStatus? {
        guard let habits = store.faults.systemHabits else {
            return try documents.status(status, in: store)
        }
        let now = store.clock.now
        if habitMemory.hides(status.entry.id, at: now) { return nil }
        guard let gap = habits.renewalGap, status.entry.isRenewal,
            gap.contains(now, after: status.entry.purchaseDate)
        else { return try documents.status(status, in: store) }
        var subscription = status.subscription
        subscription.isAutoRenewEnabled = subscription.isAutoRenewEnabled && gap.willAutoRenew
        let seeming = SubscriptionPeriodStatus(subscription: subscription, entry: status.entry)
        return try documents.status(seeming, in: store).map {
            SubscriptionStatus(
                state: .expired,
                transaction: $0.transaction,
                renewalInfo: $0.renewalInfo
            )
        }
    }

    /// Whether the customer may have an introductory offer in a group; blocks.
    func isEligibleForIntroOffer(inGroup groupID: String, in store: Store) throws -> Bool {
        let isEligible = try store.isEligibleForIntroductoryOffer(inGroup: groupID)
        guard store.faults.systemHabits?.keepsOfferEligibility == true else { return isEligible }
        return habitMemory.firstEligibility(inGroup: groupID, or: isEligible)
    }
}

extension SystemHabits {
    /// The error that a call throws for a simulated one.
    func error(for error: any Error, of api: SimulatedFailures.API) -> any Error {
        guard replacesSimulatedErrors else { return error }
        return switch api {
        case .loadProducts, .appStoreSync: StoreKitError.systemError(error)
        case .purchase: StoreKitError.unknown
        default: error
        }
    }
}
