import StoreKit

/// The third link: hands what is left to the app's handler and to the streams of purchases.
///
/// Without either it keeps the transactions for the first that comes.
struct CompleteTransactionsController: TransactionLink {
    typealias SubscriberID = Int

    private var handler: CompleteHandler?
    private var subscribers: [SubscriberID: AsyncStream<Purchase>.Continuation] = [:]
    private var unclaimed = UnclaimedTransactions()
    private var hasWarned = false
    private var hasToldKept = false

    private var hasReceiver: Bool { handler != nil || !subscribers.isEmpty }

    /// Says once that nobody will hear of what comes outside of a call.
    mutating func warnUnlessReceiving(_ effects: inout Effects) {
        guard !hasReceiver, !hasWarned else { return }
        hasWarned = true
        effects.log(.warning, "Call completeTransactions at launch, before anything is bought.")
    }

    mutating func setHandler(_ handler: CompleteHandler, effects: inout Effects) {
        if self.handler != nil {
            effects.log(.warning, "completeTransactions was called again; the new handler counts.")
        }
        effects.discard(self.handler)
        self.handler = handler
        replay(&effects)
    }

    mutating func subscribe(
        _ id: SubscriberID,
        _ continuation: AsyncStream<Purchase>.Continuation,
        effects: inout Effects
    ) {
        subscribers[id] = continuation
        replay(&effects)
    }

    mutating func unsubscribe(_ id: SubscriberID, effects: inout Effects) {
        effects.discard(subscribers.removeValue(forKey: id))
    }

    mutating func process(
        _ batch: [ObservedTransaction],
        in context: BatchContext,
        effects: inout Effects
    ) -> [ObservedTransaction] {
        guard !batch.isEmpty else { return [] }
        if hasReceiver {
            deliver(batch, &effects)
        } else {
            keep(batch, &effects)
        }
        return []
    }

    /// Drops kept transactions that have left the queue.
    mutating func drop(_ ids: [ObjectIdentifier], effects: inout Effects) {
        for id in ids { effects.discard(unclaimed.drop(id)) }
    }

    private mutating func keep(_ batch: [ObservedTransaction], _ effects: inout Effects) {
        for observed in batch { effects.discard(unclaimed.keep(observed)) }
        guard !hasToldKept else { return }
        hasToldKept = true
        effects.log(
            .warning,
            "Transactions kept until completeTransactions is called: \(batch.count)."
        )
    }

    private mutating func replay(_ effects: inout Effects) {
        guard !unclaimed.isEmpty else { return }
        let batch = unclaimed.takeAll()
        effects.discard(batch)
        deliver(batch, &effects)
    }

    private func deliver(_ batch: [ObservedTransaction], _ effects: inout Effects) {
        let finishesAll = handler?.atomically == true
        let finishing = batch.filter { $0.isFinished(atomically: finishesAll) }
        let purchases = batch.map { $0.purchase(needsFinish: $0.needsFinish(finishesAll)) }
        let streams = subscribers.sorted { $0.key < $1.key }.map(\.value)
        effects.deliver(finishing: finishing) { [handler] in
            handler?.callback(purchases)
            for stream in streams { purchases.forEach { stream.yield($0) } }
        }
    }
}

extension ObservedTransaction {
    /// Whether the library finishes the transaction: never one that waits for approval.
    fileprivate func isFinished(atomically: Bool) -> Bool {
        switch state {
        case .failed: true
        case .purchased, .restored: atomically
        default: false
        }
    }

    fileprivate func needsFinish(_ atomically: Bool) -> Bool {
        (state == .purchased || state == .restored) && !atomically
    }
}
