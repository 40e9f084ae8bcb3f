import Dispatch
import Foundation
import LocalAppStore

extension LocalPaymentQueue {
    /// Brings a copy of a payment to the store in use, after the payments that were added before.
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
        let launch = launchNumber
        let audience = audience
        onWork {
            guard self.launchNumber == launch else { return }
            // A purchase that could not be delivered must not be charged.
            let followed = Result { try self.requireStoreInUse() }
            let store = opened ?? (try? followed.get())
            let (isSameLaunch, isAdded) = self.state.withLock { state in
                guard state.launch.number == launch else { return (false, false) }
                guard state.followedStore == nil || state.followedStore === store else {
                    return (true, false)
                }
                state.transactions.add(transaction, token: token)
                return (true, true)
            }
            guard isSameLaunch else { return }
            self.announce(transaction, of: store, to: audience)
            guard isAdded else { return self.notifyWithdrawn(transaction, from: audience) }
            self.payments.async { [scope = self.scope] in
                guard self.launchNumber == launch else { return }
                if self.isReplaced(store) {
                    self.onWork { self.withdraw(transaction, from: audience) }
                } else {
                    let target = followed.map { opened ?? $0 }
                    self.pay(request, to: target, showing: transaction, addedIn: storefront)
                }
                withExtendedLifetime(scope) {}
            }
        }
    }

    /// Shows that a transaction begins.
    ///
    /// When another store is in use by then, it is shown to those alone who were there when the
    /// payment was added: whoever waits for its end has to know the transaction.
    private func announce(
        _ transaction: SKPaymentTransaction,
        of store: Store?,
        to audience: [ObserverList.Reference]
    ) {
        onMainQueue {
            self.callObservers(among: self.isReplaced(store) ? audience : nil) {
                $1.paymentQueue($0, updatedTransactions: [transaction])
            }
        }
    }

    /// Removes a transaction that belongs to a store no longer in use, unless it was removed
    /// together with the others of that store.
    private func withdraw(
        _ transaction: SKPaymentTransaction,
        from audience: [ObserverList.Reference]
    ) {
        let isRemoved = state.withLock { state in
            guard state.transactions.remove(transaction) else { return false }
            state.transactions.hide([transaction])
            return true
        }
        if isRemoved { notifyWithdrawn(transaction, from: audience) }
    }

    private func notifyWithdrawn(
        _ transaction: SKPaymentTransaction,
        from audience: [ObserverList.Reference]
    ) {
        onMainQueue {
            self.callObservers(among: audience) {
                $1.paymentQueue($0, removedTransactions: [transaction])
            }
        }
    }

    /// Runs on `payments`.
    private func pay(
        _ request: PaymentRequest,
        to target: Result<Store, any Error>,
        showing transaction: SKPaymentTransaction,
        addedIn storefront: Result<String?, any Error>
    ) {
        do {
            let store = try target.get()
            guard try shouldContinue(transaction, in: store, addedIn: try storefront.get()) else {
                return fail(transaction, paying: request, to: store, with: Self.storefrontChanged)
            }
            meetFaults(of: request, to: store, showing: transaction) {
                self.charge(request, to: store, showing: transaction)
            }
        } catch {
            fail(transaction, paying: request, to: try? target.get(), with: error)
        }
    }

    /// Runs on `payments`.
    private func charge(
        _ request: PaymentRequest,
        to store: Store,
        showing transaction: SKPaymentTransaction
    ) {
        let updates = scope?.existingMember(TransactionUpdates.self)
        updates?.beginPurchase(request.token, in: store)
        do {
            let entry = try store.pay(request)
            let isBought = entry.state == .purchased
            updates?.endPurchase(request.token, in: store, returning: isBought ? entry : nil)
            if let failure = entry.failure {
                diagnostics.report(SKError(failure), paying: request)
            } else if request.discount != nil, store.catalog.promotionalOfferKey == nil {
                diagnostics.reportUncheckedOffer()
            }
            onWork {
                do {
                    try self.notify(about: entry, of: store)
                } catch {
                    // It is delivered when the store can be read again, as a new transaction.
                    self.state.withLock { $0.transactions.forget(request.token) }
                    let error = UndeliveredPurchase(cause: error)
                    self.fail(transaction, paying: request, to: store, with: error)
                }
            }
        } catch {
            updates?.endPurchase(request.token, in: store, returning: nil)
            fail(transaction, paying: request, to: store, with: error)
        }
    }

    /// Redeems the code that the customer enters, after the payments that were added before.
    func presentCodeRedemptionSheet() {
        let store = connection.openedStore
        onWork {
            self.payments.async { self.redeemEnteredCode(in: store) }
        }
    }

    /// Runs on `payments`.
    private func redeemEnteredCode(in storeAtPresenting: Store?) {
        do {
            let store = try storeAtPresenting ?? connection.store()
            guard isInUse(store) else { return }
            guard let entry = try store.redeemEnteredOfferCode() else {
                return diagnostics.report(.info, Self.noCode)
            }
            onWork { try? self.notify(about: entry, of: store) }
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
        let launch = launchNumber
        followStoreInUse()
        // When another store came into use meanwhile, the entry is not one of its transactions.
        guard isInUse(store), let update = try read({ try self.update(for: entry, of: store) })
        else { return }
        // The app gets the result even if another process, or the store's page, has finished the
        // entry since.
        let isRemoved = state.withLock { $0.transactions.isRemoved(entry) }
        deliver([update], of: store, in: launch)
        if isRemoved { notifyRemoved(remove(entries: [entry.id], of: store)) }
    }

    /// Fails a payment that has no entry in the ledger; nothing was charged.
    func fail(
        _ transaction: SKPaymentTransaction,
        paying request: PaymentRequest,
        to store: Store?,
        with cause: any Error
    ) {
        let error = cause as? SKError ?? .wrapping(cause)
        diagnostics.report(error, paying: request, isOfStore: !(cause is SKError))
        let snapshot = SKPaymentTransaction.Snapshot(state: .failed, error: error)
        let update = TransactionUpdate(transaction: transaction, snapshot: snapshot)
        onWork {
            // It may have been removed together with the transactions of its store.
            guard self.state.withLock({ $0.transactions.contains(transaction) }) else { return }
            self.notifyUpdated([update], of: store)
        }
    }

    /// Asks the delegate if the storefront is no longer the one in which the payment was added.
    private func shouldContinue(
        _ transaction: SKPaymentTransaction,
        in store: Store,
        addedIn storefront: String?
    ) throws -> Bool {
        let settings = try store.settings
        guard let storefront, settings.storefront != storefront else { return true }
        let country = SKStorefront(settings.storefrontCountry)
        return DispatchQueue.main.sync {
            guard let owner, let delegate else { return true }
            return (scope ?? .ended).run {
                delegate.paymentQueue(owner, shouldContinue: transaction, in: country)
            }
        }
    }

    /// Delivers again what the customer owns, and then reports the end exactly once.
    ///
    /// Copies of an earlier restore that are still in the queue are delivered again too.
    func restore(applicationUsername: String?) {
        let opened = connection.openedStore
        let audience = audience
        onWork {
            do {
                try self.requireStoreInUse()
                let store = try self.connection.store(asOf: opened)
                let entries = try store.restore(applicationUsername: applicationUsername)
                let updates = try self.read {
                    try entries.compactMap { try self.update(restoring: $0, of: store) }
                }
                self.notifyUpdated(updates, of: store)
                self.onMainQueue { self.endRestore(from: store, for: audience) }
            } catch {
                self.onMainQueue { self.failRestore(with: error, for: audience) }
            }
        }
    }

    /// Reports the end of a restore; runs on the main queue.
    private func endRestore(from store: Store, for audience: [ObserverList.Reference]) {
        guard !isReplaced(store) else {
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
            return onWork { self.remove(transaction) }
        }
        // A ledger in memory ends with its store, so there is nothing left to finish.
        guard let store = source.store else { return }
        let isFirst = state.withLock { state in
            state.finishing.append(FinishedEntry(id: id, store: store))
            return state.finishing.count == 1
        }
        if isFirst { onWork { self.finishPending() } }
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

    /// An entry that the app has finished, and its store.
    struct FinishedEntry: Sendable {
        let id: Int64
        let store: Store
    }
}
