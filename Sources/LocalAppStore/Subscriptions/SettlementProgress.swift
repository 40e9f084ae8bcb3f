import Foundation
import StoreModel

extension Store.Time {
    /// Calls `body` while the store settles due events, after each thousand events and at the end,
    /// until the returned observation is cancelled or released.
    ///
    /// It is called only for more than a thousand events, on the thread that settles, between two
    /// transactions; the call that waits for the settlement continues when `body` returns.
    package func observeSettlement(
        _ body: @escaping @Sendable (SettlementProgress) -> Void
    ) -> StoreObservation {
        store.core.settlementObservers.add(body)
    }

    /// Calls `body` as ``observeSettlement(_:)`` does, as long as a store has the ledger open.
    package func reportSettlement(
        to body: @escaping @Sendable (SettlementProgress) -> Void
    ) {
        store.core.settlementObservers.add(UUID(), body)
    }
}

/// The observers of a store's settlements.
final class SettlementObservers: Sendable {
    private let bodies = Locked<[UUID: @Sendable (SettlementProgress) -> Void]>([:])

    func add(_ body: @escaping @Sendable (SettlementProgress) -> Void) -> StoreObservation {
        let id = UUID()
        add(id, body)
        return StoreObservation { [weak self] in
            withExtendedLifetime(self?.bodies.withLock { $0.removeValue(forKey: id) }) {}
        }
    }

    func add(_ id: UUID, _ body: @escaping @Sendable (SettlementProgress) -> Void) {
        bodies.withLock { $0[id] = body }
    }

    func report(_ progress: SettlementProgress) {
        for body in bodies.withLock({ Array($0.values) }) { body(progress) }
    }
}
