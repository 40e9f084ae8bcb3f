/// Which refresh of the receipt is running and who waits for it.
struct RefreshState: Sendable {
    typealias WaiterID = Int

    struct Waiter: Sendable {
        let id: WaiterID
        let callback: Callback<FetchReceiptResult>
    }

    private struct Running: Sendable {
        let id: Int
        var waiters: [Waiter]
        /// Held until the answer comes: StoreKit does not hold its requests.
        var request: (any InAppRequest & Sendable)?
    }

    private var running: Running?
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Joins the refresh that runs; if none does, the identifier of the one to start is returned.
    mutating func join(_ waiter: Waiter) -> Int? {
        guard running == nil else {
            running?.waiters.append(waiter)
            return nil
        }
        let id = makeID()
        running = Running(id: id, waiters: [waiter])
        return id
    }

    /// Holds the request; false if nobody waits for it any more.
    mutating func hold(_ request: any InAppRequest & Sendable, runningID: Int) -> Bool {
        guard running?.id == runningID else { return false }
        running?.request = request
        return true
    }

    /// Takes out those who waited; none if the refresh was cancelled.
    mutating func end(runningID: Int) -> [Waiter] {
        guard let ended = running, ended.id == runningID else { return [] }
        running = nil
        return ended.waiters
    }

    /// Takes out a waiter; the last one also gives the request back to be cancelled.
    mutating func leave(
        _ id: WaiterID
    ) -> (waiter: Waiter, request: (any InAppRequest & Sendable)?)? {
        guard let index = running?.waiters.firstIndex(where: { $0.id == id }),
            let waiter = running?.waiters.remove(at: index)
        else { return nil }
        guard running?.waiters.isEmpty == true else { return (waiter, nil) }
        defer { running = nil }
        return (waiter, running?.request)
    }
}
