import StoreKit

/// The first controller: matches a transaction with the payment that it came from.
///
/// A payment is bound to the transaction object that StoreKit makes for it as soon as that object
/// is seen. Only a payment without one is matched by its key and date.
struct PaymentsController: Sendable {
    private var payments: [QueuedPayment.ID: QueuedPayment] = [:]
    private var unbound = PaymentIndex()
    private var bound = PaymentIndex()
    private var boundByObject: [ObjectIdentifier: QueuedPayment.ID] = [:]
    private var failedKeys: Set<PaymentKey> = []

    /// Whether matching needs the queue's transactions.
    var needsHeldTransactions: Bool { !boundByObject.isEmpty }

    mutating func add(_ payment: QueuedPayment, id: QueuedPayment.ID) {
        payments[id] = payment
        unbound.append(id, key: payment.key)
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
            case .deferred, nil: fail(id, .removed(observed), &actions)
            }
        }
    }

    /// Forgets which payments failed.
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
        let id = unbound.removeFirst(observed.key) { [payments] in
            payments[$0]?.isEarlier(observed.transaction) == false
        }
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
        guard let key = payments[id]?.key else { return }
        payments[id]?.boundTransaction = transaction
        boundByObject[ObjectIdentifier(transaction)] = id
        bound.append(id, key: key)
    }

    private mutating func remove(
        _ id: QueuedPayment.ID,
        _ actions: inout PendingActions
    ) -> QueuedPayment? {
        guard let payment = payments.removeValue(forKey: id) else { return nil }
        actions.discard(payment)
        unbind(id, payment)
        unbound.remove(id, key: payment.key)
        return payment
    }

    private mutating func unbind(_ id: QueuedPayment.ID, _ payment: QueuedPayment) {
        guard let transaction = payment.boundTransaction else { return }
        boundByObject[ObjectIdentifier(transaction)] = nil
        bound.remove(id, key: payment.key)
    }

    private mutating func match(
        _ observed: ObservedTransaction,
        held: Set<ObjectIdentifier>?,
        isRestoring: Bool,
        _ actions: inout PendingActions
    ) -> QueuedPayment.ID? {
        if let id = boundByObject[observed.id] { return id }
        if observed.state == .restored, isRestoring { return nil }
        return matchUnbound(observed)
            ?? held.flatMap { matchOrphaned(observed, held: $0, &actions) }
    }

    /// A payment whose transaction was never seen to begin.
    private mutating func matchUnbound(_ observed: ObservedTransaction) -> QueuedPayment.ID? {
        unbound.removeFirst(observed.key) { [payments] in
            payments[$0]?.canMatch(observed) == true
        }
    }

    /// A payment whose transaction has left the queue before it ended, unreported by the queue.
    private mutating func matchOrphaned(
        _ observed: ObservedTransaction,
        held: Set<ObjectIdentifier>,
        _ actions: inout PendingActions
    ) -> QueuedPayment.ID? {
        let id = bound.removeFirst(observed.key) { [payments] id in
            guard let payment = payments[id], let bound = payment.boundTransaction else {
                return false
            }
            return !held.contains(ObjectIdentifier(bound)) && payment.canMatch(observed)
        }
        if let id, let payment = payments[id] {
            actions.discard(payment.boundTransaction)
            unbind(id, payment)
            payments[id]?.boundTransaction = nil
        }
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

extension SKError {
    /// The error of a payment whose transaction has left the queue unended.
    fileprivate static func removed(_ observed: ObservedTransaction) -> SKError {
        let productID = observed.key.productID
        let reason = "The purchase of \(productID) left the payment queue before it ended."
        return StoreError.make(.unknown, reason)
    }
}
