import LocalAppStore

/// The notifications that are being sent, each by a task.
final class DeliveryList: Sendable {
    private let limit: Int
    private let state = Locked(State())

    private struct State {
        var tasks: [Int64: Task<Void, Never>] = [:]
        /// The purchases of the attempts that count.
        var sending: [Int64: LedgerEntry.ID?] = [:]
    }

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Whether another notification may be sent.
    var hasRoom: Bool { state.withLock { $0.sending.count < limit } }

    /// The original transactions of which no other notification may be sent.
    var purchases: Set<LedgerEntry.ID> {
        state.withLock { Set($0.sending.values.compactMap { $0 }) }
    }

    func start(_ attempt: NotificationAttempt, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.sending[attempt.id] = .some(attempt.notification.originalID)
            state.tasks[attempt.id] = Task {
                await body()
                self.state.withLock { _ = $0.tasks.removeValue(forKey: attempt.id) }
            }
        }
    }

    /// Records the end or a long wait of an attempt, and makes room for others.
    func makeRoom(for attempt: NotificationAttempt) {
        state.withLock { _ = $0.sending.removeValue(forKey: attempt.id) }
    }

    /// Cancels the running deliveries, and returns when they have ended.
    func cancelAll() async {
        let tasks = state.withLock { Array($0.tasks.values) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
