import StoreKit

/// The first link: gives a transaction to the payment it came from.
///
/// A payment is bound to the transaction object that StoreKit makes for it as soon as that object
/// is seen. Only a payment without one is matched by what payment and transaction have in common.
struct PaymentsController: TransactionLink {
    private var payments: [QueuedPayment.ID: QueuedPayment] = [:]
    private var unbound = PaymentIndex()
    private var bound = PaymentIndex()
    private var boundByObject: [ObjectIdentifier: QueuedPayment.ID] = [:]
    private var failedKeys: Set<PaymentKey> = []

    /// Whether matching needs to know what the queue holds.
    var needsHeldTransactions: Bool { !boundByObject.isEmpty }

    mutating func add(_ payment: QueuedPayment, id: QueuedPayment.ID) {
        payments[id] = payment
        unbound.append(id, key: payment.key)
    }

    /// Forgets a payment, so that its transaction goes to the complete link; false if it has ended.
    mutating func abandon(_ id: QueuedPayment.ID, effects: inout Effects) -> Bool {
        remove(id, &effects) != nil
    }

    /// Ends the payments whose transactions have left the queue before they were told to have
    /// ended.
    ///
    /// A transaction that was paid for by then is delivered: the customer must not be told an
    /// error.
    mutating func remove(_ batch: [ObservedTransaction], effects: inout Effects) {
        for observed in batch {
            guard let id = boundByObject[observed.id] else { continue }
            if case .bought = observed.news {
                succeed(id, observed, &effects)
            } else {
                lose(id, observed, &effects)
            }
        }
    }

    /// Binds a transaction that StoreKit just began to the oldest payment like it.
    mutating func bind(_ observed: ObservedTransaction) {
        guard boundByObject[observed.id] == nil else { return }
        let known = payments
        let id = unbound.take(observed.key) { known[$0]?.knows(observed.transaction) == false }
        if let id { bind(id, to: observed.transaction) }
    }

    mutating func process(
        _ batch: [ObservedTransaction],
        in context: BatchContext,
        effects: inout Effects
    ) -> [ObservedTransaction] {
        batch.compactMap { observed in
            guard let news = observed.news, let id = match(observed, in: context, &effects) else {
                return marked(observed)
            }
            settle(id, news, observed, &effects)
            return nil
        }
    }

    private mutating func bind(_ id: QueuedPayment.ID, to transaction: SKPaymentTransaction) {
        guard let key = payments[id]?.key else { return }
        payments[id]?.bound = transaction
        boundByObject[ObjectIdentifier(transaction)] = id
        bound.append(id, key: key)
    }

    private mutating func remove(
        _ id: QueuedPayment.ID,
        _ effects: inout Effects
    ) -> QueuedPayment? {
        guard let payment = payments.removeValue(forKey: id) else { return nil }
        effects.discard(payment)
        unbind(id, payment)
        unbound.remove(id, key: payment.key)
        return payment
    }

    private mutating func unbind(_ id: QueuedPayment.ID, _ payment: QueuedPayment) {
        guard let transaction = payment.bound else { return }
        boundByObject[ObjectIdentifier(transaction)] = nil
        bound.remove(id, key: payment.key)
    }

    private mutating func match(
        _ observed: ObservedTransaction,
        in context: BatchContext,
        _ effects: inout Effects
    ) -> QueuedPayment.ID? {
        if let id = boundByObject[observed.id] { return id }
        if observed.state == .restored, context.isRestoring { return nil }
        return matchUnbound(observed) ?? matchOrphan(observed, in: context, &effects)
    }

    /// A payment whose transaction was never seen to begin.
    private mutating func matchUnbound(_ observed: ObservedTransaction) -> QueuedPayment.ID? {
        let known = payments
        return unbound.take(observed.key) { known[$0]?.mayHaveMade(observed) == true }
    }

    /// A payment whose transaction has left the queue before it ended, without a word of the queue.
    private mutating func matchOrphan(
        _ observed: ObservedTransaction,
        in context: BatchContext,
        _ effects: inout Effects
    ) -> QueuedPayment.ID? {
        guard let held = context.held else { return nil }
        let known = payments
        let id = bound.take(observed.key) { id in
            guard let payment = known[id], let bound = payment.bound else { return false }
            return !held.contains(ObjectIdentifier(bound)) && payment.mayHaveMade(observed)
        }
        if let id, let payment = payments[id] {
            effects.discard(payment.bound)
            unbind(id, payment)
            payments[id]?.bound = nil
        }
        return id
    }

    private mutating func settle(
        _ id: QueuedPayment.ID,
        _ news: PaymentNews,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        switch news {
        case .bought: succeed(id, observed, &effects)
        case .failed(let error): fail(id, error, observed, &effects)
        case .deferred: wait(id, observed, &effects)
        }
    }

    private mutating func succeed(
        _ id: QueuedPayment.ID,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        guard let payment = remove(id, &effects) else { return }
        failedKeys.remove(payment.key)
        let details = payment.details(of: observed)
        effects.deliver(finishing: payment.atomically ? [observed] : []) {
            payment.answer.completion(.success(purchase: details))
        }
        guard observed.state == .restored else { return }
        effects.log(.info, "\(payment.key.productId) was already owned and is handed out again.")
    }

    private mutating func fail(
        _ id: QueuedPayment.ID,
        _ error: SKError,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        guard let payment = remove(id, &effects) else { return }
        if error.code != .paymentCancelled { failedKeys.insert(payment.key) }
        effects.deliver(finishing: [observed]) {
            payment.answer.completion(.error(error: error))
        }
    }

    private mutating func lose(
        _ id: QueuedPayment.ID,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        guard let payment = remove(id, &effects) else { return }
        let error: SKError
        if case .failed(let reason) = observed.news {
            error = reason
        } else {
            error = StoreError.make(
                .unknown,
                "The purchase of \(payment.key.productId) left the payment queue before it ended."
            )
        }
        effects.deliver { payment.answer.completion(.error(error: error)) }
    }

    private mutating func wait(
        _ id: QueuedPayment.ID,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        guard let payment = payments[id] else { return }
        failedKeys.remove(payment.key)
        tellDeferred(payment, observed, &effects)
        guard !payment.answer.endsWhenDeferred else { return _ = remove(id, &effects) }
        payments[id]?.hasToldDeferred = true
        if boundByObject[observed.id] == nil { bind(id, to: observed.transaction) }
    }

    private func tellDeferred(
        _ payment: QueuedPayment,
        _ observed: ObservedTransaction,
        _ effects: inout Effects
    ) {
        guard !payment.hasToldDeferred, let onDeferred = payment.answer.onDeferred else { return }
        let details = payment.details(of: observed)
        effects.deliver { onDeferred(details) }
    }

    /// Tells the later links that a purchase takes back an earlier failure.
    private mutating func marked(_ observed: ObservedTransaction) -> ObservedTransaction {
        guard observed.state == .purchased, failedKeys.remove(observed.key) != nil else {
            return observed
        }
        var marked = observed
        marked.followsFailedPayment = true
        return marked
    }
}
