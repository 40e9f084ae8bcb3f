import Foundation
import LocalAppStore

/// What the app's process remembers by the habits of a system.
final class HabitMemory: StoreScopeMember {
    private let state = Locked(State())

    private struct State {
        var listingDates: [LedgerEntry.ID: Date] = [:]
        var eligibility: [String: Bool] = [:]
    }

    var isOfApp: Bool { true }

    func hide(_ id: LedgerEntry.ID, until date: Date) {
        state.withLock { $0.listingDates[id] = date }
    }

    func hides(_ id: LedgerEntry.ID, at date: Date) -> Bool {
        state.withLock { state in
            guard let listingDate = state.listingDates[id] else { return false }
            if listingDate <= date { state.listingDates[id] = nil }
            return date < listingDate
        }
    }

    /// The first answer about a group; `answer` if there was none.
    func firstEligibility(inGroup groupID: String, or answer: Bool) -> Bool {
        state.withLock { state in
            defer { state.eligibility[groupID] = state.eligibility[groupID] ?? answer }
            return state.eligibility[groupID] ?? answer
        }
    }
}

// Reading. Without habits, all is as the store says.
extension StoreScope {
    private var memory: HabitMemory { member { HabitMemory() } }

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
            if memory.hides(Int64(clamping: transaction.id), at: now) { return false }
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
        if memory.hides(status.entry.id, at: now) { return nil }
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
        return memory.firstEligibility(inGroup: groupID, or: isEligible)
    }
}

// Buying.
extension StoreScope {
    /// The old transaction that is returned in place of a new one; `nil` if the product is sold.
    func expiredTransaction(of productID: String, in store: Store) throws -> LedgerEntry? {
        guard store.faults.systemHabits?.returnsExpiredSubscription == true else { return nil }
        let product = ByteExactString(productID)
        return try store.subscriptions.statuses().first { status in
            status.subscription.status == .expired
                && ByteExactString(status.subscription.productID) == product
        }?.entry
    }

    /// Notes a purchase that the app has made.
    func noteOwnPurchase(_ entry: LedgerEntry, in store: Store) {
        guard let habits = store.faults.systemHabits else { return }
        if habits.listingDelay > 0 {
            memory.hide(entry.id, until: store.clock.now + habits.listingDelay)
        }
        guard entry.kind == .autoRenewableSubscription else { return }
        let launch = device.launchNumber
        for delay in habits.ownSubscriptionDelays {
            store.faults.after(delay) { [weak updates, weak store] in
                guard let store else { return }
                updates?.announce(entry.id, of: store, inLaunch: launch)
            }
        }
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
