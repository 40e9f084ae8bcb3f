/// Who waits for the receipt: for its file to be read, or for a refresh that runs.
struct RefreshState: Sendable {
    typealias WaiterID = Int

    struct Waiter: Sendable {
        let id: WaiterID
        let callback: Callback<FetchReceiptResult>
    }

    struct Running: Sendable {
        let id: Int
        var waiters: [Waiter]
        /// Held until the answer comes: StoreKit does not hold its requests.
        var request: (any InAppRequest)?
    }

    private var reading: [WaiterID: Waiter] = [:]
    private var running: Running?
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Notes who waits for the file.
    mutating func read(_ waiter: Waiter) {
        reading[waiter.id] = waiter
    }

    /// Takes out who waited for the file; nil if it was cancelled.
    mutating func endReading(_ id: WaiterID) -> Waiter? {
        reading.removeValue(forKey: id)
    }

    /// Lets who waited for the file wait for a refresh; see `join`.
    mutating func refresh(_ id: WaiterID) -> Int? {
        endReading(id).flatMap { join($0) }
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
    mutating func hold(_ request: any InAppRequest, runningID: Int) -> Bool {
        guard running?.id == runningID else { return false }
        running?.request = request
        return true
    }

    /// Takes out the refresh that has ended; nil if it was cancelled.
    mutating func end(runningID: Int) -> Running? {
        guard let ended = running, ended.id == runningID else { return nil }
        running = nil
        return ended
    }

    /// Takes out a waiter; the last one also gives the request back to be cancelled.
    mutating func leave(_ id: WaiterID) -> (waiter: Waiter, request: (any InAppRequest)?)? {
        if let waiter = endReading(id) { return (waiter, nil) }
        guard let index = running?.waiters.firstIndex(where: { $0.id == id }),
            let waiter = running?.waiters.remove(at: index)
        else { return nil }
        guard running?.waiters.isEmpty == true else { return (waiter, nil) }
        defer { running = nil }
        return (waiter, running?.request)
    }
}
