import Dispatch
package import LocalAppStore

/// The steps and requests on their way between the app and its store, which a test waits for.
package final class QueueActivity: Sendable {
    private let state = Locked(State())

    package init() {}

    private struct State {
        var eventCount = 0
        var requestCount = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// The number of steps that were sent on their way so far.
    package var eventCount: Int { state.withLock { $0.eventCount } }

    /// Whether no request is under way, and no step was sent on its way since there were `count`.
    package func isQuiet(since count: Int) -> Bool {
        state.withLock { $0.requestCount == 0 && $0.eventCount == count }
    }

    /// Counts a step that is sent on its way to another queue.
    package func noteEvent() {
        state.withLock { $0.eventCount += 1 }
    }

    /// Counts a request that is under way until ``endRequest()``.
    package func beginRequest() {
        state.withLock { state in
            state.eventCount += 1
            state.requestCount += 1
        }
    }

    /// Ends a request: its answer was delivered, or waits for the store's clock.
    package func endRequest() {
        let waiting = state.withLock { state in
            state.requestCount -= 1
            guard state.requestCount == 0 else { return [@Sendable () -> Void]() }
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0() }
    }

    /// Calls `body` once, now or on the thread that ends the last request.
    package func afterRequests(_ body: @escaping @Sendable () -> Void) {
        let isFree = state.withLock { state in
            if state.requestCount > 0 { state.waiting.append(body) }
            return state.requestCount == 0
        }
        if isFree { body() }
    }
}

extension StoreScope {
    /// Returns work for a background queue.
    ///
    /// It runs in the scope, and counts as a request until its end.
    package func background(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let activity = device.activity
        activity.beginRequest()
        return {
            self.run(body)
            activity.endRequest()
        }
    }
}

// Waiting until nothing is on its way.
extension StoreDevice {
    /// Calls `body` on the main queue when nothing is on its way between the app and the store.
    ///
    /// Neither calls that wait for the store's clock count, nor tasks of the app.
    package func whenQuiet(_ store: Store, _ body: @escaping @Sendable () -> Void) {
        activity.afterRequests {
            let count = self.activity.eventCount
            self.passQueues(of: store) {
                if self.activity.isQuiet(since: count) { return body() }
                self.whenQuiet(store, body)
            }
        }
    }

    /// Calls `body` on the main queue after all work that is on a queue now, and after the work
    /// that it appends to the main queue.
    private func passQueues(of store: Store, _ body: @escaping @Sendable () -> Void) {
        // These steps are not counted, because they are the test's.
        work.async { [scope] in
            self.payments.async {
                store.afterNotifying {
                    self.work.async {
                        DispatchQueue.main.async {
                            DispatchQueue.main.async { (scope ?? .ended).run(body) }
                        }
                    }
                }
            }
        }
    }
}
