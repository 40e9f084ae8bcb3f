import StoreKit

/// The transactions nobody has asked for yet, in the order of arrival and each once.
struct UnclaimedTransactions: Sendable {
    private typealias Place = Int

    private var transactions: [Place: ObservedTransaction] = [:]
    private var places: [ObjectIdentifier: Place] = [:]
    private var placesByIdentifier: [String: Place] = [:]
    private var lastPlace = 0

    var isEmpty: Bool { transactions.isEmpty }

    /// Keeps a transaction; one that is already kept is replaced, stays in its place and is
    /// returned.
    mutating func keep(_ observed: ObservedTransaction) -> ObservedTransaction? {
        let place = self.place(of: observed) ?? nextPlace()
        let old = remove(place)
        var kept = observed
        if old?.followsFailedPayment == true { kept.followsFailedPayment = true }
        transactions[place] = kept
        places[kept.id] = place
        if let identifier = kept.identifier { placesByIdentifier[identifier] = place }
        return old
    }

    /// Takes out a transaction that has left the queue.
    mutating func drop(_ id: ObjectIdentifier) -> ObservedTransaction? {
        places[id].flatMap { remove($0) }
    }

    /// Takes everything out.
    mutating func takeAll() -> [ObservedTransaction] {
        defer { self = UnclaimedTransactions() }
        return transactions.sorted { $0.key < $1.key }.map(\.value)
    }

    private func place(of observed: ObservedTransaction) -> Place? {
        places[observed.id] ?? observed.identifier.flatMap { placesByIdentifier[$0] }
    }

    private mutating func nextPlace() -> Place {
        lastPlace += 1
        return lastPlace
    }

    private mutating func remove(_ place: Place) -> ObservedTransaction? {
        guard let old = transactions.removeValue(forKey: place) else { return nil }
        places[old.id] = nil
        if let identifier = old.identifier { placesByIdentifier[identifier] = nil }
        return old
    }
}
