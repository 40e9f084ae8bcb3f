import StoreKit

/// The first controller: matches a transaction with the payment that it came from.
///
/// A payment is bound to the transaction object that StoreKit makes for it as soon as that object
/// is seen. Only a payment without one is matched by its key and date.
struct PaymentsController: Sendable {
    private var payments: [QueuedPayment.ID: QueuedPayment] = [:]
    /// The payments of each key, in the order in which they were queued.
    private var idsByKey: [PaymentKey: [QueuedPayment.ID]] = [:]
    private var boundByObject: [ObjectIdentifier: QueuedPayment.ID] = [:]
    private var failedKeys: Set<PaymentKey> = []

    var needsHeldTransactions: Bool { !boundByObject.isEmpty }

    mutating func add(_ payment: QueuedPayment, id: QueuedPayment.ID) {
        payments[id] = payment
        idsByKey[payment.key, default: []].append(id)
    }

    /// Forgets a payment, whose transaction is then delivered to the complete controller; false if
    /// it has ended.
    mutating func abandon(_ id: QueuedPayment.ID, actions: inout PendingActions) -> Bool {
        remove(id, &actions) != nil
    }

    /// Ends the payments whose transactions have left the queue before StoreKit reported an end.
    ///
    /// A transaction that was paid for by then is a success: a charge must not be reported as an
    /// error.
    mutating func remove(_ batch: [ObservedTransaction], actions: inout PendingActions) {
        for observed in batch {
            guard let id = boundByObject[observed.id] else { continue }
            switch observed.event {
            case .purchased: succeed(id, observed, &actions)
            case .failed(let error): fail(id, error, &actions)
            case .deferred, nil:
                let product = observed.key.productID
                let reason = "The purchase of \(product) left the payment queue before it ended."
                fail(id, StoreError.make(.unknown, reason), &actions)
            }
        }
    }

    mutating func forgetFailures() {
        failedKeys = []
    }

    /// Ends every payment with an error, the oldest first.
    mutating func failAll(_ error: SKError, actions: inout PendingActions) {
        for id in payments.keys.sorted() { fail(id, error, &actions) }
    }

    /// Binds a transaction that StoreKit just began to the oldest payment with its key.
    mutating func bind(_ observed: ObservedTransaction) {
        guard boundByObject[observed.id] == nil else { return }
        let id = first(observed.key) { !$0.isBound && !$0.isEarlier(observed.transaction) }
        if let id { bind(id, to: observed.transaction) }
    }

    /// Ends the payments of the batch and returns the transactions without one, in order.
    mutating func process(
        _ batch: [ObservedTransaction],
        held: Set<ObjectIdentifier>?,
        isRestoring: Bool,
        actions: inout PendingActions
    ) -> [ObservedTransaction] {
        batch.compactMap { observed in
            guard let event = observed.event,
                let id = match(observed, held: held, isRestoring: isRestoring, &actions)
            else { return markFollowingFailure(observed) }
            switch event {
            case .purchased: succeed(id, observed, &actions)
            case .failed(let error): fail(id, error, finishing: observed, &actions)
            case .deferred: deferPayment(id, observed, &actions)
            }
            return nil
        }
    }

    private mutating func bind(_ id: QueuedPayment.ID, to transaction: SKPaymentTransaction) {
        payments[id]?.boundTransaction = transaction
        boundByObject[ObjectIdentifier(transaction)] = id
    }

    private mutating func remove(
        _ id: QueuedPayment.ID,
        _ actions: inout PendingActions
    ) -> QueuedPayment? {
        guard let payment = payments.removeValue(forKey: id) else { return nil }
        actions.discard(payment)
        if let bound = payment.boundTransaction { boundByObject[ObjectIdentifier(bound)] = nil }
        idsByKey[payment.key]?.removeAll { $0 == id }
        if idsByKey[payment.key]?.isEmpty == true { idsByKey[payment.key] = nil }
        return payment
    }

    /// The oldest payment of `key` that satisfies `condition`.
    private func first(
        _ key: PaymentKey,
        where condition: (QueuedPayment) -> Bool
    ) -> QueuedPayment.ID? {
        idsByKey[key]?.first { payments[$0].map(condition) == true }
    }

    private mutating func match(
        _ observed: ObservedTransaction,
        held: Set<ObjectIdentifier>?,
        isRestoring: Bool,
        _ actions: inout PendingActions
    ) -> QueuedPayment.ID? {
        if let id = boundByObject[observed.id] { return id }
        if observed.state == .restored, isRestoring { return nil }
        // A payment whose transaction was never seen to begin.
        let unbound = first(observed.key) { !$0.isBound && $0.canMatch(observed) }
        return unbound ?? held.flatMap { matchOrphaned(observed, held: $0, &actions) }
    }

    /// A payment whose transaction has left the queue before it ended, unreported by the queue.
    private mutating func matchOrphaned(
        _ observed: ObservedTransaction,
        held: Set<ObjectIdentifier>,
        _ actions: inout PendingActions
    ) -> QueuedPayment.ID? {
        let id = first(observed.key) { payment in
            payment.boundTransaction.map { !held.contains(ObjectIdentifier($0)) } == true
                && payment.canMatch(observed)
        }
        guard let id, let bound = payments[id]?.boundTransaction else { return nil }
        actions.discard(bound)
        boundByObject[ObjectIdentifier(bound)] = nil
        payments[id]?.boundTransaction = nil
        return id
    }

    private mutating func succeed(
        _ id: QueuedPayment.ID,
        _ observed: ObservedTransaction,
        _ actions: inout PendingActions
    ) {
        guard let payment = remove(id, &actions) else { return }
        failedKeys.remove(payment.key)
        let details = payment.details(of: observed)
        actions.deliver(finishing: payment.atomically ? [observed] : []) {
            payment.callbacks.completion(.success(purchase: details))
        }
        guard observed.state == .restored else { return }
        actions.log(.info, "\(payment.key.productID) was already owned and is delivered again.")
    }

    /// Fails a payment; a transaction that failed is finished, whatever the app does.
    private mutating func fail(
        _ id: QueuedPayment.ID,
        _ error: SKError,
        finishing failed: ObservedTransaction? = nil,
        _ actions: inout PendingActions
    ) {
        guard let payment = remove(id, &actions) else { return }
        if failed != nil, error.code != .paymentCancelled { failedKeys.insert(payment.key) }
        actions.deliver(finishing: failed.map { [$0] } ?? []) {
            payment.callbacks.completion(.error(error: error))
        }
    }

    private mutating func deferPayment(
        _ id: QueuedPayment.ID,
        _ observed: ObservedTransaction,
        _ actions: inout PendingActions
    ) {
        guard let payment = payments[id] else { return }
        failedKeys.remove(payment.key)
        if !payment.hasReportedDeferral, let onDeferred = payment.callbacks.onDeferred {
            let details = payment.details(of: observed)
            actions.deliver { onDeferred(details) }
        }
        guard !payment.callbacks.endsWhenDeferred else { return _ = remove(id, &actions) }
        payments[id]?.hasReportedDeferral = true
        if boundByObject[observed.id] == nil { bind(id, to: observed.transaction) }
    }

    /// Marks a purchase that follows the failure of a payment with the same key.
    private mutating func markFollowingFailure(
        _ observed: ObservedTransaction
    ) -> ObservedTransaction {
        guard observed.state == .purchased, failedKeys.remove(observed.key) != nil else {
            return observed
        }
        var marked = observed
        marked.followsFailedPayment = true
        return marked
    }
}
