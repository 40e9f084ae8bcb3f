import StoreKit

/// Everything the coordinator remembers, changed only while it is locked.
struct CoordinatorState: Sendable {
    var payments = PaymentsController()
    var restores = RestorePurchasesController()
    var completion = CompleteTransactionsController()
    /// The transactions that will be finished as soon as their callback has returned.
    var scheduledToFinish: Set<ObjectIdentifier> = []
    var finished = FinishedTransactions()
    var revocations = RevocationState()
    var handlers = PlatformHandlers()
    /// The store of the state that is kept here; nil until one is known.
    var store: StoreReference?
    /// Whether the store has ended, after which no purchase is delivered outside of a call.
    var hasEnded = false
    /// The reason to make no more payments; nil if payments reach the queue.
    var errorOfLaterPayments: SKError?
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Passes a batch through the three controllers: payments, restore, complete.
    ///
    /// Each returns the transactions that are not its own, in order. `held` are the transactions
    /// that the queue holds; nil when no controller needs them.
    mutating func process(
        _ batch: [ObservedTransaction],
        held: Set<ObjectIdentifier>?,
        actions: inout PendingActions
    ) {
        // A transaction may be delivered twice. One whose content the app has is not new.
        let fresh = batch.filter { observed in
            !scheduledToFinish.contains(observed.id) && !finished.contains(observed.id)
                && observed.hasProduct
        }
        if batch.contains(where: { !$0.hasProduct }) {
            let text = "StoreKit reported a transaction without a product; it stays in the queue."
            actions.log(.warning, text)
        }
        fresh.filter { $0.state == .purchasing }.forEach { payments.bind($0) }
        var rest = payments.process(
            fresh.filter { $0.state != .purchasing },
            held: held,
            isRestoring: restores.isRestoring,
            actions: &actions
        )
        rest = restores.collect(rest)
        completion.deliver(rest, actions: &actions)
    }

    /// Forgets transactions that have left the queue; a payment that waited for one has ended.
    mutating func remove(_ batch: [ObservedTransaction], actions: inout PendingActions) {
        let ids = batch.map(\.id)
        completion.remove(ids, actions: &actions)
        finished.remove(ids, actions: &actions)
        payments.remove(batch, actions: &actions)
    }

    /// Records which transactions the library will finish, so that none is delivered again before.
    mutating func scheduleFinishing(_ actions: inout PendingActions) {
        for delivery in actions.deliveries {
            let ids = delivery.finishing.map(\.id)
            scheduledToFinish.formUnion(ids)
            completion.remove(ids, actions: &actions)
        }
    }
}

/// A store, held weakly.
// Unchecked because the coordinator sets the reference only under its lock.
struct StoreReference: @unchecked Sendable {
    weak var store: (any AnyObject & Sendable)?
}

/// The transactions that were finished and that the queue may hold until it reports their removal.
struct FinishedTransactions: Sendable {
    private static let minimumLimit = 64

    // Retained, because an identity compares only while its object lives.
    private var transactions: [ObjectIdentifier: SKPaymentTransaction] = [:]
    private var limit = FinishedTransactions.minimumLimit

    var ids: Set<ObjectIdentifier> { Set(transactions.keys) }

    func contains(_ id: ObjectIdentifier) -> Bool { transactions[id] != nil }

    /// Whether there are so many that the queue should be asked which of them it still holds.
    ///
    /// A queue of a client's own may never report a removal.
    var exceedsLimit: Bool { transactions.count >= limit }

    mutating func insert(_ finished: [SKPaymentTransaction]) {
        for transaction in finished { transactions[ObjectIdentifier(transaction)] = transaction }
    }

    mutating func remove(_ ids: some Sequence<ObjectIdentifier>, actions: inout PendingActions) {
        for id in ids { actions.discard(transactions.removeValue(forKey: id)) }
        limit = max(Self.minimumLimit, 2 * transactions.count)
    }
}

/// The handler of revocations, and the revocations that came before there was one.
struct RevocationState: Sendable {
    private var handler: Callback<[String]>?
    private var backlog: [[String]] = []

    mutating func setHandler(_ handler: Callback<[String]>, actions: inout PendingActions) {
        if self.handler != nil {
            actions.log(.warning, "onEntitlementRevocation was called again, with another handler.")
        }
        actions.discard(self.handler)
        self.handler = handler
        for productIDs in backlog { actions.deliver { handler(productIDs) } }
        backlog = []
    }

    mutating func forgetBacklog() {
        backlog = []
    }

    mutating func revoke(_ productIDs: [String], actions: inout PendingActions) {
        guard let handler else { return backlog.append(productIDs) }
        actions.deliver { handler(productIDs) }
    }
}

/// The actions of a decision, performed after the state is unlocked.
struct PendingActions {
    /// A callback and the transactions that are finished after it has returned.
    struct Delivery: Sendable {
        var finishing: [ObservedTransaction] = []
        let callback: @Sendable () -> Void
    }

    private(set) var deliveries: [Delivery] = []
    private(set) var messages: [(LogLevel, String)] = []
    private var discarded: [any Sendable] = []

    mutating func deliver(
        finishing: [ObservedTransaction] = [],
        _ callback: @escaping @Sendable () -> Void
    ) {
        deliveries.append(Delivery(finishing: finishing, callback: callback))
    }

    mutating func log(_ level: LogLevel, _ text: String) {
        messages.append((level, text))
    }

    /// Retains a value that the state no longer needs until the state is unlocked; it may own
    /// objects of a client.
    mutating func discard(_ value: some Sendable) {
        discarded.append(value)
    }
}
