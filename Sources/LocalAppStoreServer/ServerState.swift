import Foundation

/// The progress of a server, and the tasks that wait for it.
struct ServerState {
    private var phase = Phase.created
    /// The seconds that requests may take after the server was stopped; `nil` if it was not.
    private(set) var stopLimit: TimeInterval?
    private var accepting: Task<Void, any Error>?
    private var addressWaiters: [AsyncStream<StoreServer.Address>.Continuation] = []
    private var endWaiters: [AsyncStream<Void>.Continuation] = []

    private enum Phase {
        case created
        case starting
        case listening(StoreServer.Address)
        case ended
    }

    var address: StoreServer.Address? {
        if case .listening(let address) = phase { address } else { nil }
    }

    mutating func begin() throws(StoreServer.Error) {
        guard case .created = phase else { throw .alreadyRun }
        phase = .starting
    }

    /// Records that the server listens; if it was stopped before, it accepts nothing.
    mutating func listen(at address: StoreServer.Address, _ accepting: Task<Void, any Error>) {
        guard stopLimit == nil else { return accepting.cancel() }
        phase = .listening(address)
        self.accepting = accepting
        for waiter in addressWaiters { waiter.yield(address) }
        addressWaiters = []
    }

    mutating func end() {
        phase = .ended
        accepting = nil
        addressWaiters.forEach { $0.finish() }
        endWaiters.forEach { $0.finish() }
        addressWaiters = []
        endWaiters = []
    }

    mutating func notify(_ waiter: AsyncStream<StoreServer.Address>.Continuation) {
        switch phase {
        case .listening(let address): waiter.yield(address)
        case .ended: waiter.finish()
        default: addressWaiters.append(waiter)
        }
    }

    /// Records that the server is to stop, and a waiter for its end; returns the task to cancel.
    ///
    /// A server that has not run never will.
    mutating func stop(
        within seconds: TimeInterval,
        _ waiter: AsyncStream<Void>.Continuation
    ) -> Task<Void, any Error>? {
        stopLimit = stopLimit ?? seconds
        switch phase {
        case .created:
            end()
            waiter.finish()
        case .ended: waiter.finish()
        default: endWaiters.append(waiter)
        }
        return accepting
    }
}
