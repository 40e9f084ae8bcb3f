import StoreKit

/// The last controller: delivers the remaining transactions to the app's handler and the streams.
///
/// Without either, transactions wait in a backlog for the first of them.
struct CompleteTransactionsController: Sendable {
    typealias SubscriberID = Int

    struct Handler: Sendable {
        let atomically: Bool
        let callback: Callback<[Purchase]>
    }

    private var handler: Handler?
    private var subscribers: [SubscriberID: AsyncStream<Purchase>.Continuation] = [:]
    private var backlog = TransactionBacklog()
    private var hasWarnedOfMissingHandler = false
    private var hasWarnedOfBacklog = false

    private var hasReceiver: Bool { handler != nil || !subscribers.isEmpty }

    /// Warns once if the app has no handler for purchases outside of a call.
    mutating func warnUnlessReceiving(_ actions: inout PendingActions) {
        guard !hasReceiver, !hasWarnedOfMissingHandler else { return }
        hasWarnedOfMissingHandler = true
        actions.log(.warning, "Call completeTransactions at launch, before anything is bought.")
    }

    mutating func setHandler(_ handler: Handler, actions: inout PendingActions) {
        if self.handler != nil {
            actions.log(.warning, "completeTransactions was called again, with another handler.")
        }
        actions.discard(self.handler)
        self.handler = handler
        deliverBacklog(&actions)
    }

    mutating func subscribe(
        _ id: SubscriberID,
        _ continuation: AsyncStream<Purchase>.Continuation,
        actions: inout PendingActions
    ) {
        subscribers[id] = continuation
        deliverBacklog(&actions)
    }

    mutating func unsubscribe(_ id: SubscriberID, actions: inout PendingActions) {
        actions.discard(subscribers.removeValue(forKey: id))
    }

    /// Ends the streams and forgets the handler and the backlog.
    mutating func end(_ actions: inout PendingActions) {
        let streams = subscribers.values.map(\.self)
        // Finished by a callback: that runs a client's code.
        actions.deliver { streams.forEach { $0.finish() } }
        forgetBacklog(&actions)
        actions.discard(handler)
        handler = nil
        subscribers = [:]
    }

    mutating func forgetBacklog(_ actions: inout PendingActions) {
        actions.discard(backlog.removeAll())
    }

    /// Delivers transactions to handler and streams; without either, they wait in the backlog.
    mutating func deliver(_ batch: [ObservedTransaction], actions: inout PendingActions) {
        guard !batch.isEmpty else { return }
        guard hasReceiver else { return addToBacklog(batch, &actions) }
        let finishesAll = handler?.atomically == true
        let finishing = batch.filter { $0.state == .failed || finishesAll && $0.isPaid }
        let purchases = batch.map { $0.purchase(needsFinish: $0.isPaid && !finishesAll) }
        let streams = subscribers.sorted { $0.key < $1.key }.map(\.value)
        actions.deliver(finishing: finishing) { [handler] in
            handler?.callback(purchases)
            for stream in streams { purchases.forEach { stream.yield($0) } }
        }
    }

    /// Removes transactions from the backlog that have left the queue.
    mutating func remove(_ ids: [ObjectIdentifier], actions: inout PendingActions) {
        for id in ids { actions.discard(backlog.remove(id)) }
    }

    private mutating func addToBacklog(
        _ batch: [ObservedTransaction],
        _ actions: inout PendingActions
    ) {
        for observed in batch { actions.discard(backlog.insert(observed)) }
        guard !hasWarnedOfBacklog else { return }
        hasWarnedOfBacklog = true
        let text = "Transactions kept until completeTransactions is called: \(batch.count)."
        actions.log(.warning, text)
    }

    private mutating func deliverBacklog(_ actions: inout PendingActions) {
        let batch = backlog.removeAll()
        actions.discard(batch)
        deliver(batch, actions: &actions)
    }
}

extension ObservedTransaction {
    /// Whether there is content to deliver, after which the transaction is finished.
    fileprivate var isPaid: Bool { state == .purchased || state == .restored }
}

/// The transactions that wait for a handler, in the order of arrival and each once.
struct TransactionBacklog: Sendable {
    private typealias Position = Int

    private var transactions: [Position: ObservedTransaction] = [:]
    private var positions: [ObjectIdentifier: Position] = [:]
    private var positionsByIdentifier: [String: Position] = [:]
    private var lastPosition = 0

    /// Inserts a transaction at the end.
    ///
    /// An existing one is replaced at its position and returned.
    mutating func insert(_ observed: ObservedTransaction) -> ObservedTransaction? {
        let known =
            positions[observed.id] ?? observed.identifier.flatMap { positionsByIdentifier[$0] }
        let position = known ?? lastPosition + 1
        lastPosition = max(lastPosition, position)
        let old = remove(at: position)
        var new = observed
        if old?.followsFailedPayment == true { new.followsFailedPayment = true }
        transactions[position] = new
        positions[new.id] = position
        if let identifier = new.identifier { positionsByIdentifier[identifier] = position }
        return old
    }

    mutating func remove(_ id: ObjectIdentifier) -> ObservedTransaction? {
        positions[id].flatMap { remove(at: $0) }
    }

    mutating func removeAll() -> [ObservedTransaction] {
        defer { self = TransactionBacklog() }
        return transactions.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func remove(at position: Position) -> ObservedTransaction? {
        guard let old = transactions.removeValue(forKey: position) else { return nil }
        positions[old.id] = nil
        if let identifier = old.identifier { positionsByIdentifier[identifier] = nil }
        return old
    }
}
