package import Foundation
package import LocalAppStore

/// The memory of the app's process that the habits of a system need.
package final class HabitMemory: StoreScopeMember {
    private let state = Locked(State())

    private struct State {
        var listingDates: [LedgerEntry.ID: Date] = [:]
        var eligibility: [String: Bool] = [:]
        /// The purchases of StoreKit 2, in order.
        var purchases: [LedgerEntry.ID] = []
    }

    package var isOfApp: Bool { true }

    func hide(_ id: LedgerEntry.ID, until date: Date) {
        state.withLock { $0.listingDates[id] = date }
    }

    package func hides(_ id: LedgerEntry.ID, at date: Date) -> Bool {
        state.withLock { state in
            guard let listingDate = state.listingDates[id] else { return false }
            if listingDate <= date { state.listingDates[id] = nil }
            return date < listingDate
        }
    }

    var purchases: [LedgerEntry.ID] { state.withLock { $0.purchases } }

    func notePurchase(_ id: LedgerEntry.ID) {
        state.withLock { $0.purchases.append(id) }
    }

    /// The first answer about a group; `answer` if there was none.
    package func firstEligibility(inGroup groupID: String, or answer: Bool) -> Bool {
        state.withLock { state in
            defer { state.eligibility[groupID] = state.eligibility[groupID] ?? answer }
            return state.eligibility[groupID] ?? answer
        }
    }
}

// Buying by the habits of a system.
extension StoreScope {
    package var habitMemory: HabitMemory { member { HabitMemory() } }

    /// The old transaction that is returned in place of a new one; `nil` if the product is sold.
    func expiredTransaction(of productID: String, in store: Store) throws -> LedgerEntry? {
        guard store.faults.systemHabits?.returnsExpiredSubscription == true else { return nil }
        let product = ByteExactString(productID)
        return try store.subscriptions.statuses().first { status in
            status.subscription.status == .expired
                && ByteExactString(status.subscription.productID) == product
        }?.entry
    }

    /// The unfinished transactions that queries miss, and the finished ones that are still listed
    /// as unfinished.
    func staleTransactions(
        in store: Store
    ) throws -> (missing: Set<LedgerEntry.ID>, remaining: [LedgerEntry]) {
        guard store.faults.systemHabits?.followsFirstPurchaseOnly == true else { return ([], []) }
        let purchases = try habitMemory.purchases.compactMap(store.transaction)
        let missing = purchases.dropFirst().filter { !$0.isFinished }
        let remaining = purchases.prefix(1).filter { $0.isFinished && $0.kind == .consumable }
        return (Set(missing.map(\.id)), remaining)
    }

    /// Notes a purchase that the app has made.
    func noteOwnPurchase(_ entry: LedgerEntry, in store: Store) {
        guard let habits = store.faults.systemHabits else { return }
        if habits.listingDelay > 0 {
            habitMemory.hide(entry.id, until: store.clock.now + habits.listingDelay)
        }
        if habits.followsFirstPurchaseOnly { habitMemory.notePurchase(entry.id) }
        guard entry.kind == .autoRenewableSubscription else { return }
        let launch = device.launchNumber
        for delay in habits.ownSubscriptionDelays {
            store.faults.after(delay) { [weak self, weak store] in
                guard let self, let store else { return }
                updates.announce(entry.id, of: store, inLaunch: launch)
            }
        }
    }
}
