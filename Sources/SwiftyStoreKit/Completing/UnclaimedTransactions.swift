import StoreKit

/// The transactions nobody has asked for yet, in the order of arrival and each once.
struct UnclaimedTransactions: Sendable {
    private var slots: [ObservedTransaction?] = []
    private var slotByObject: [ObjectIdentifier: Int] = [:]
    private var slotByIdentifier: [String: Int] = [:]

    var isEmpty: Bool { slotByObject.isEmpty }

    /// Keeps a transaction; one that is already kept is replaced and stays in its place.
    mutating func keep(_ observed: ObservedTransaction) {
        let slot = self.slot(of: observed) ?? slots.count
        if slot == slots.count { slots.append(nil) }
        let flagged = slots[slot]?.followsFailedPayment == true
        forget(slot)
        slots[slot] = observed
        if flagged { slots[slot]?.followsFailedPayment = true }
        slotByObject[observed.id] = slot
        if let identifier = observed.identifier { slotByIdentifier[identifier] = slot }
    }

    /// Drops a transaction that has left the queue.
    mutating func drop(_ transaction: SKPaymentTransaction) {
        guard let slot = slotByObject[ObjectIdentifier(transaction)] else { return }
        forget(slot)
        if isEmpty { self = UnclaimedTransactions() }
    }

    /// Takes everything out.
    mutating func takeAll() -> [ObservedTransaction] {
        defer { self = UnclaimedTransactions() }
        return slots.compactMap { $0 }
    }

    private func slot(of observed: ObservedTransaction) -> Int? {
        slotByObject[observed.id] ?? observed.identifier.flatMap { slotByIdentifier[$0] }
    }

    private mutating func forget(_ slot: Int) {
        guard let old = slots[slot] else { return }
        slots[slot] = nil
        slotByObject[old.id] = nil
        if let identifier = old.identifier { slotByIdentifier[identifier] = nil }
    }
}
