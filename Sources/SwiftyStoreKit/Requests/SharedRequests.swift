/// Requests that callers share: a caller with the key of a running request gets its result.
///
/// Each caller can leave on its own. When the last one leaves, the request is cancelled, and a
/// later result is dropped. Callbacks are called on the callback queue; they are neither called nor
/// released under the lock.
final class SharedRequests<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias CallerID = Int

    /// A request that callers have joined.
    struct RequestID: Sendable {
        let key: Key
        fileprivate let number: Int
    }

    private struct Caller: Sendable {
        let callback: Callback<Value>
        /// The request that the caller has joined.
        var key: Key?
    }

    private struct Running: Sendable {
        let number: Int
        var callers: [CallerID]
        /// Retained until the result: StoreKit does not retain its requests.
        var request: (any InAppRequest)?
    }

    private struct State: Sendable {
        var callers: [CallerID: Caller] = [:]
        var running: [Key: Running] = [:]
        private var lastID = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }
    }

    private let state = Locked(State())
    private let callbackQueue: CallbackQueue
    private let cancellation: Value

    /// Creates an empty set of requests; `cancellation` is the result for callers that cancel.
    init(callbackQueue: CallbackQueue, cancellation: Value) {
        self.callbackQueue = callbackQueue
        self.cancellation = cancellation
    }

    /// Adds a caller, who waits for `complete` or joins a request.
    func add(_ callback: Callback<Value>) -> CallerID {
        state.withLock { state in
            let id = state.makeID()
            state.callers[id] = Caller(callback: callback)
            return id
        }
    }

    /// Makes the handle with which a caller cancels; it retains `owner`, without which there would
    /// be no result.
    func handle(
        for caller: CallerID,
        retaining owner: some AnyObject & Sendable
    ) -> SharedRequestHandle {
        SharedRequestHandle(
            onCancel: { [self, owner] in
                withExtendedLifetime(owner) { complete(caller, with: cancellation) }
            },
            onAbandon: { [self] in leave(caller) != nil }
        )
    }

    /// Ends the wait of one caller; does nothing if the caller has left.
    func complete(_ caller: CallerID, with value: Value) {
        guard let callback = leave(caller) else { return }
        callbackQueue.enqueue { callback(value) }
    }

    /// Adds a caller to the request for `key`.
    ///
    /// Returns a new request, which the caller must `start`; nil if one runs, or if the caller has
    /// left.
    func join(_ caller: CallerID, _ key: Key) -> RequestID? {
        state.withLock { state in
            guard state.callers[caller] != nil else { return nil }
            state.callers[caller]?.key = key
            guard state.running[key] == nil else {
                state.running[key]?.callers.append(caller)
                return nil
            }
            let number = state.makeID()
            state.running[key] = Running(number: number, callers: [caller])
            return RequestID(key: key, number: number)
        }
    }

    /// Makes a new request and starts it, unless all of its callers have left meanwhile.
    func start(_ id: RequestID, _ makeRequest: () -> any InAppRequest) {
        let request = makeRequest()
        let isWanted = state.withLock { state in
            guard state.running[id.key]?.number == id.number else { return false }
            state.running[id.key]?.request = request
            return true
        }
        if isWanted { request.start() }
    }

    /// Ends a request and settles the order of its callbacks; nil if it was cancelled.
    ///
    /// Its key is free before any callback runs, so a callback may make the same request again. The
    /// result schedules the callbacks and must not be called or released under a lock.
    func end(_ id: RequestID, with value: Value) -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard let running = state.running[id.key], running.number == id.number else {
                return nil
            }
            state.running[id.key] = nil
            let callbacks = running.callers.compactMap {
                state.callers.removeValue(forKey: $0)?.callback
            }
            callbackQueue.append(callbacks.map { callback in { callback(value) } })
            return { [callbackQueue] in
                withExtendedLifetime(running) { callbackQueue.schedule(callbacks.count) }
            }
        }
    }

    /// Removes a caller, and cancels its request if that was the last one.
    ///
    /// Nil if the caller has left before.
    private func leave(_ caller: CallerID) -> Callback<Value>? {
        let (left, ended) = state.withLock { state -> (Caller?, Running?) in
            let left = state.callers.removeValue(forKey: caller)
            guard let key = left?.key else { return (left, nil) }
            state.running[key]?.callers.removeAll { $0 == caller }
            guard state.running[key]?.callers.isEmpty == true else { return (left, nil) }
            return (left, state.running.removeValue(forKey: key))
        }
        ended?.request?.cancel()
        return left?.callback
    }
}
