import StoreKit

/// The third link: hands what is left to the app's handler and to the streams of purchases.
///
/// Without either it keeps the transactions for the first that comes.
struct CompleteTransactionsController: TransactionLink {
    typealias SubscriberID = Int

    private var handler: CompleteHandler?
    private var subscribers: [SubscriberID: AsyncStream<Purchase>.Continuation] = [:]
    private var unclaimed = UnclaimedTransactions()

    var hasReceiver: Bool { handler != nil || !subscribers.isEmpty }

    mutating func setHandler(_ handler: CompleteHandler, effects: inout Effects) {
        if self.handler != nil {
            effects.log(.warning, "completeTransactions was called again; the new handler counts.")
        }
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

    mutating func unsubscribe(_ id: SubscriberID) {
        subscribers[id] = nil
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
    mutating func drop(_ transactions: [SKPaymentTransaction]) {
        transactions.forEach { unclaimed.drop($0) }
    }

    private mutating func keep(_ batch: [ObservedTransaction], _ effects: inout Effects) {
        batch.forEach { unclaimed.keep($0) }
        effects.log(
            .warning,
            "Transactions kept until completeTransactions is called: \(batch.count)."
        )
    }

    private mutating func replay(_ effects: inout Effects) {
        guard !unclaimed.isEmpty else { return }
        deliver(unclaimed.takeAll(), &effects)
    }

    private func deliver(_ batch: [ObservedTransaction], _ effects: inout Effects) {
        let finishesAll = handler?.atomically == true
        let finishing = batch.filter { $0.isFinished(atomically: finishesAll) }
        let purchases = batch.map { $0.purchase(needsFinish: $0.needsFinish(finishesAll)) }
        let streams = subscribers.sorted { $0.key < $1.key }.map(\.value)
        effects.deliver(finishing: finishing.map(\.transaction)) { [handler] in
            handler?.callback(purchases)
            for stream in streams { purchases.forEach { stream.yield($0) } }
        }
        for observed in finishing {
            effects.log(.info, "Finishing a transaction of \(observed.key.productId).")
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
