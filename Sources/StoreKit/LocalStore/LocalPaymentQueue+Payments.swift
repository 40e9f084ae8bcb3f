import Dispatch
import Foundation
import LocalAppStore

extension LocalPaymentQueue {
    /// Sends a copy of a payment to the store in use, after all earlier payments.
    ///
    /// When another store comes into use before the customer is asked, nothing is charged, and the
    /// transaction is removed together with those of its store.
    func add(_ payment: SKPayment) {
        let copy = SKPayment(detachedFrom: payment)
        let token = UUID()
        let request = PaymentRequest(copy, token: token)
        let transaction = SKPaymentTransaction(payment: copy)
        let opened = connection.openedStore
        let storefront = Result { try opened?.settings.storefront }
        let launch = device.launchNumber
        let audience = audience
        device.onWork {
            guard self.device.launchNumber == launch else { return }
            // A purchase that could not be delivered must not be charged.
            let followed = Result { try self.requireStoreInUse() }
            let store = opened ?? (try? followed.get())
            let (isSameLaunch, isAdded) = self.state.withLock { state in
                guard self.device.launchNumber == launch else { return (false, false) }
                guard state.followedStore == nil || state.followedStore === store else {
                    return (true, false)
                }
                state.transactions.add(transaction, token: token)
                return (true, true)
            }
            guard isSameLaunch else { return }
            self.announce(transaction, of: store, to: audience)
            guard isAdded else { return self.notifyWithdrawn(transaction, from: audience) }
            let payment = QueuedPayment(
                request: request,
                transaction: transaction,
                store: store,
                launch: launch,
                audience: audience
            )
            self.device.onPayments {
                guard !self.device.isReplaced(store) else { return self.withdraw(payment) }
                do {
                    let target = try followed.get()
                    self.pay(payment, to: opened ?? target, addedIn: try storefront.get())
                } catch {
                    self.fail(payment, with: error)
                }
            }
        }
    }

    /// Shows that a transaction begins.
    ///
    /// When another store is in use by then, only the observers from when the payment was added see
    /// it: an observer that waits for its end has to know the transaction.
    private func announce(
        _ transaction: SKPaymentTransaction,
        of store: Store?,
        to audience: [ObserverList.Reference]
    ) {
        device.onMainQueue {
            self.callObservers(among: self.device.isReplaced(store) ? audience : nil) {
                $1.paymentQueue($0, updatedTransactions: [transaction])
            }
        }
    }

    /// Removes a transaction that belongs to a store no longer in use, unless it was removed
    /// together with the others of that store.
    private func withdraw(_ payment: QueuedPayment) {
        device.onWork {
            let isRemoved = self.state.withLock { state in
                guard state.transactions.remove(payment.transaction) else { return false }
                state.transactions.hide([payment.transaction])
                return true
            }
            if isRemoved { self.notifyWithdrawn(payment.transaction, from: payment.audience) }
        }
    }

    private func notifyWithdrawn(
        _ transaction: SKPaymentTransaction,
        from audience: [ObserverList.Reference]
    ) {
        device.onMainQueue {
            self.callObservers(among: audience) {
                $1.paymentQueue($0, removedTransactions: [transaction])
            }
        }
    }

    /// Runs on the device's `payments`.
    private func pay(_ payment: QueuedPayment, to store: Store, addedIn storefront: String?) {
        device.purchase(
            in: store,
            launch: payment.launch,
            storefront: storefront,
            shouldContinue: { self.shouldContinue(payment.transaction, in: $0) },
            request: { _ in payment.request }
        ) { outcome in
            switch outcome {
            case .recorded(let entry): self.deliver(entry, of: store, paidBy: payment)
            case .storefrontChanged: self.fail(payment, with: Self.storefrontChanged)
            case .planned(let failure): self.fail(payment, with: SKError.ofPayment(failure))
            case .failed(let error): self.fail(payment, with: error)
            case .withdrawn: self.withdraw(payment)
            }
        }
    }

    private func deliver(_ entry: LedgerEntry, of store: Store, paidBy payment: QueuedPayment) {
        let request = payment.request
        if let failure = entry.failure {
            diagnostics.report(SKError(failure), paying: request)
        } else if request.discount != nil, store.catalog.promotionalOfferKey == nil {
            diagnostics.reportUncheckedOffer()
        }
        device.onWork {
            do {
                try self.notify(about: entry, of: store)
            } catch {
                // It is delivered when the store can be read again, as a new transaction.
                self.state.withLock { $0.transactions.forget(request.token) }
                self.fail(payment, with: UndeliveredPurchase(cause: error))
            }
        }
    }

    /// Redeems the code that the customer enters, after the payments that were added before.
    func presentCodeRedemptionSheet() {
        let store = connection.openedStore
        device.onWork {
            self.device.onPayments { self.redeemEnteredCode(in: store) }
        }
    }

    /// Runs on `payments`.
    private func redeemEnteredCode(in storeAtPresenting: Store?) {
        do {
            let store = try storeAtPresenting ?? connection.store()
            guard device.isInUse(store) else { return }
            guard let entry = try store.redeemEnteredOfferCode() else {
                return diagnostics.report(.info, Self.noCode)
            }
            device.onWork { try? self.notify(about: entry, of: store) }
        } catch {
            diagnostics.report(
                .warning,
                "The offer code was not redeemed: \(error.explanation)"
            )
        }
    }

    private static let noCode =
        "The customer closed the redemption sheet without a code. A test names the offer to redeem "
        + "in offerCodeToRedeem of its session."

    private static let storefrontChanged = SKError(
        .storeProductNotAvailable,
        because: "The storefront changed after the payment was added, and the queue's delegate "
            + "declined to continue."
    )

    private func notify(about entry: LedgerEntry, of store: Store) throws {
        let launch = device.launchNumber
        followStoreInUse()
        // When another store came into use meanwhile, the entry is not one of its transactions.
        guard device.isInUse(store),
            let update = try read({ try self.update(for: entry, of: store) })
        else { return }
        // The app gets the result even if another process, or the store's page, has finished the
        // entry since.
        let isRemoved = state.withLock { $0.transactions.isRemoved(entry) }
        deliver([update], of: store, in: launch)
        if isRemoved { notifyRemoved(remove(entries: [entry.id], of: store)) }
    }

    /// Fails a payment that has no entry in the ledger; nothing was charged.
    private func fail(_ payment: QueuedPayment, with cause: any Error) {
        let error = cause as? SKError ?? .wrapping(cause)
        diagnostics.report(error, paying: payment.request, isOfStore: !(cause is SKError))
        let snapshot = SKPaymentTransaction.Snapshot(state: .failed, error: error)
        let update = TransactionUpdate(transaction: payment.transaction, snapshot: snapshot)
        device.onWork {
            // It may have been removed together with the transactions of its store.
            guard self.state.withLock({ $0.transactions.contains(payment.transaction) }) else {
                return
            }
            self.notifyUpdated([update], of: payment.store)
        }
    }

    /// Asks the delegate whether a payment continues in another storefront; runs on the main queue.
    private func shouldContinue(
        _ transaction: SKPaymentTransaction,
        in settings: StoreSettings
    ) -> Bool {
        guard let owner, let delegate else { return true }
        let country = SKStorefront(settings.storefrontCountry)
        return delegate.paymentQueue(owner, shouldContinue: transaction, in: country)
    }

    /// Delivers again what the customer owns, and then reports the end exactly once.
    ///
    /// Copies of an earlier restore that are still in the queue are delivered again too.
    func restore(applicationUsername: String?) {
        let opened = connection.openedStore
        let audience = audience
        device.onWork {
            do {
                try self.requireStoreInUse()
                let store = try self.connection.store(asOf: opened)
                let entries = try store.restore(applicationUsername: applicationUsername)
                let updates = try self.read {
                    try entries.compactMap { try self.update(restoring: $0, of: store) }
                }
                self.notifyUpdated(updates, of: store)
                self.device.onMainQueue { self.endRestore(from: store, for: audience) }
            } catch {
                self.device.onMainQueue { self.failRestore(with: error, for: audience) }
            }
        }
    }

    /// Reports the end of a restore; runs on the main queue.
    private func endRestore(from store: Store, for audience: [ObserverList.Reference]) {
        guard !device.isReplaced(store) else {
            // That nothing was restored would be wrong.
            return failRestore(with: StoreScopeError.anotherStore, for: audience)
        }
        callObservers { $1.paymentQueueRestoreCompletedTransactionsFinished($0) }
    }

    /// Reports a failure to those who were there when the restore began; runs on the main queue.
    private func failRestore(with error: any Error, for audience: [ObserverList.Reference]) {
        let error = SKError.wrapping(error)
        callObservers(among: audience) {
            $1.paymentQueue($0, restoreCompletedTransactionsFailedWithError: error)
        }
    }

    /// The update for a restored entry, also when its transaction shows it already.
    private func update(restoring entry: LedgerEntry, of store: Store) throws -> TransactionUpdate?
    {
        try update(for: entry, of: store)
            ?? state.withLock { $0.transactions.transaction(showing: entry) }
            .map { TransactionUpdate(transaction: $0) }
    }

    /// Finishes a transaction in the store that it came from, asynchronously.
    ///
    /// Transactions that are finished in a row become durable together. When the ledger cannot be
    /// written, the transaction stays in the queue and is delivered at the next launch.
    func finish(_ transaction: SKPaymentTransaction) {
        let snapshot = transaction.snapshot
        switch snapshot.state {
        case .purchasing, .deferred: return
        case .purchased, .failed, .restored: break
        @unknown default: return
        }
        guard let id = snapshot.entryID, let source = snapshot.source else {
            // A transaction that the queue does not have may be a client's own.
            guard state.withLock({ $0.transactions.contains(transaction) }) else { return }
            return device.onWork { self.remove(transaction) }
        }
        // A ledger in memory ends with its store, so there is nothing left to finish.
        guard let store = source.store else { return }
        let isFirst = state.withLock { state in
            state.finishing.append(FinishedEntry(id: id, store: store))
            return state.finishing.count == 1
        }
        if isFirst { device.onWork { self.finishPending() } }
    }

    private func finishPending() {
        var pending = state.withLock { state in
            defer { state.finishing = [] }
            return state.finishing
        }
        while let store = pending.first?.store {
            finish(pending.filter { $0.store === store }.map(\.id), of: store)
            pending.removeAll { $0.store === store }
        }
    }

    private func finish(_ ids: [Int64], of store: Store) {
        do {
            try store.finish(ids, with: .storeKit1)
            store.faults.noteFinish(of: ids)
        } catch {
            return diagnostics.report(
                .warning,
                "Transactions will be delivered again: \(error.explanation)"
            )
        }
        guard isFollowed(store) else { return }
        notifyRemoved(remove(entries: ids, of: store))
    }

    /// Runs on `work`.
    private func remove(_ transaction: SKPaymentTransaction) {
        if state.withLock({ $0.transactions.remove(transaction) }) { notifyRemoved([transaction]) }
    }

    /// A payment that the app has added, with those who observed the queue then.
    private struct QueuedPayment: Sendable {
        let request: PaymentRequest
        let transaction: SKPaymentTransaction
        let store: Store?
        let launch: Int
        let audience: [ObserverList.Reference]
    }

    /// An entry that the app has finished, and its store.
    struct FinishedEntry: Sendable {
        let id: Int64
        let store: Store
    }
}
