package import Foundation
package import LocalAppStore

/// The updates of the store in use for the sequences of StoreKit 2.
///
/// An iteration is registered before the call that begins it returns, and the store is observed by
/// then, so that no later change is missed. Existing elements are read after that, on the queue of
/// all changes.
package final class StoreUpdates: StoreScopeMember, StoreChangeReceiver {
    package struct Key: Hashable, Sendable {
        let id: LedgerEntry.ID
        /// The observation of the store: another store has other transactions with the same `id`s.
        let observation: Int
        /// Whether it comes after the same transaction, as a habit.
        var isRepetition = false
    }

    /// A value of a store, which is not retained for a slow reader.
    package struct Update<Value: Sendable>: Sendable {
        package let value: Value
        private let reference: WeakStore

        init(_ value: Value, of store: Store) {
            self.value = value
            reference = WeakStore(store: store)
        }

        package var store: Store? { reference.store }
    }

    // Unchecked because of the weak reference, which is never set again.
    fileprivate struct WeakStore: @unchecked Sendable {
        weak var store: Store?
    }

    /// A reason for a message, and the subscription that it is about.
    package struct Message: Hashable, Sendable {
        package enum Reason: Sendable { case priceIncreaseConsent, billingIssue, winBackOffer }

        package let reason: Reason
        package let subscriptionID: CustomerSubscription.ID
    }

    package typealias Transaction = Update<LedgerEntry>
    package typealias Status = Update<SubscriptionPeriodStatus>
    /// A product that the customer began to buy on the App Store, with the settings by then.
    package typealias Intent = Update<(productID: String, settings: StoreSettings)>

    private let device: StoreDevice
    private let state = Locked(State())
    private let transactionHub = UpdateHub<Key, Transaction> {
        $0.value.hasSameContent(as: $1.value)
    }
    private let statusHub = UpdateHub<LedgerEntry.ID, Status>()
    private let storefrontHub = UpdateHub<Int, StorefrontCountry>()
    private let messageHub = UpdateHub<Message, Update<Message>>()
    private let intentHub = UpdateHub<UUID, Intent>()

    private struct State {
        var own = OwnPurchases()
        var statuses: [LedgerEntry.ID: SubscriptionPeriodStatus] = [:]
        var messages: Set<Message> = []
    }

    init(of scope: StoreScope) {
        device = scope.device
        device.deliverChanges(to: self)
    }

    private var diagnostics: StoreDiagnostics { device.diagnostics }

    /// Whether an iteration takes the purchases that begin on the App Store.
    package var takesIntents: Bool { !intentHub.isEmpty }
}

extension StoreScope {
    /// The updates of the scope.
    package var updates: StoreUpdates { member { StoreUpdates(of: self) } }
}

// Iterations.
extension StoreUpdates {
    package func transactions() -> UpdateSubscription<Key, Transaction> {
        begin(transactionHub) { self.putUnfinished(into: [$0], of: $1) }
    }

    package func statuses() -> UpdateSubscription<LedgerEntry.ID, Status> {
        begin(statusHub) { _, _ in }
    }

    package func storefronts() -> UpdateSubscription<Int, StorefrontCountry> {
        begin(storefrontHub) { buffer, store in
            guard store.faults.systemHabits?.announcesStorefront == true,
                let settings = self.diagnostics.reporting({ try store.settings })
            else { return }
            buffer.put(settings.storefrontCountry, for: 0, isPresent: true)
        }
    }

    package func messages() -> UpdateSubscription<Message, Update<Message>> {
        begin(messageHub) { buffer, store in
            let subscriptions = self.diagnostics.reporting { try store.subscriptions.all() } ?? []
            for message in subscriptions.flatMap({ self.messages(of: $0, in: store) }) {
                buffer.put(Update(message, of: store), for: message, isPresent: true)
            }
        }
    }

    package func intents() -> UpdateSubscription<UUID, Intent> {
        begin(intentHub) { self.deliverEvents(of: $1) }
    }

    private func begin<Key, Element>(
        _ hub: UpdateHub<Key, Element>,
        _ start: @escaping @Sendable (UpdateBuffer<Key, Element>, Store) -> Void
    ) -> UpdateSubscription<Key, Element> {
        let subscription = hub.subscribe()
        if let store = device.connection.openedStore { device.follow(store) }
        device.onWork { [buffer = subscription.buffer] in
            defer { buffer.endBeginning() }
            guard let store = self.followStoreInUse() else { return }
            start(buffer, store)
        }
        return subscription
    }
}

// Following the store in use.
extension StoreUpdates {
    /// Opens the store in use if necessary, and follows it; runs on `work`.
    private func followStoreInUse() -> Store? {
        // An error was reported.
        guard let store = try? device.connection.store() else { return nil }
        device.follow(store)
        return store
    }

    /// Begins again with another store: its unfinished transactions are news to all iterations.
    package func storeInUseChanged() {
        device.onWork { self.state.withLock { ($0.statuses, $0.messages) = ([:], []) } }
        if device.connection.openedStore != nil { startAgain() }
    }

    private func startAgain() {
        device.onWork {
            guard let store = self.followStoreInUse() else { return }
            self.putUnfinished(into: self.transactionHub.all, of: store)
            self.deliverEvents(of: store)
        }
    }

    /// Ends all iterations: nothing happens in the scope any more.
    package func scopeEnded() {
        transactionHub.end()
        statusHub.end()
        storefrontHub.end()
        messageHub.end()
        intentHub.end()
    }

    /// Delivers unfinished transactions again, as at a launch.
    package func launchBegan() {
        state.withLock { $0.own = OwnPurchases() }
        transactionHub.all.forEach { $0.forgetPresent() }
        startAgain()
    }
}

// The app's own purchases.
extension StoreUpdates {
    /// Observes the store in use before the app pays in it.
    func beginPurchase(_ token: UUID, in store: Store) {
        device.follow(store)
        state.withLock { $0.own.begin(token) }
    }

    /// Notes the end of a payment, and whether its entry was returned to the app as purchased.
    func endPurchase(_ token: UUID, in store: Store, isReturned: Bool) {
        let update = state.withLock { $0.own.end(token, isReturned: isReturned) }
        if let update { send(update, of: store) }
    }

    /// Delivers an own purchase, unless the app was launched again since.
    func announce(_ id: LedgerEntry.ID, of store: Store, inLaunch launch: Int) {
        device.onWork { [self] in
            guard device.isInUse(store), device.launchNumber == launch,
                let entry = diagnostics.reporting({ try store.transaction(id) }) ?? nil
            else { return }
            send(entry, of: store)
        }
    }
}

// Changes; everything here runs on `work`.
extension StoreUpdates {
    package func receive(_ change: StoreChange, of store: Store) {
        for entry in change.entries where entry.isListed && change.changedIDs.contains(entry.id) {
            guard state.withLock({ $0.own.admits(entry) }) else { continue }
            send(entry, of: store)
        }
        for entry in change.entries where entry.isFinished {
            state.withLock { $0.own.finish(entry.paymentToken) }
        }
        sendStatuses(after: change, of: store)
        sendMessages(after: change, of: store)
        if change.hasNewSettings || change.hasPurchaseIntents { deliverEvents(of: store) }
    }

    private func deliverEvents(of store: Store) {
        diagnostics.reporting {
            try device.deliverStorefront(of: store)
            if takesIntents { try device.deliverIntents(of: store) }
        }
    }

    package func receive(_ storefront: StorefrontCountry, of store: Store) {
        storefrontHub.send(storefront, for: 0)
    }

    package func receiveIntent(
        toBuy productID: String,
        with settings: StoreSettings,
        of store: Store
    ) {
        intentHub.send(Update((productID, settings), of: store), for: UUID())
    }

    private func send(_ entry: LedgerEntry, of store: Store) {
        guard let observation = device.follow(store) else { return }
        let key = Key(id: entry.id, observation: observation)
        transactionHub.send(Update(entry, of: store), for: key)
    }

    /// Delivers unfinished transactions, and refunds that were not delivered yet.
    private func putUnfinished(into buffers: [UpdateBuffer<Key, Transaction>], of store: Store) {
        guard !buffers.isEmpty, let observation = device.follow(store) else { return }
        let revoked = diagnostics.reporting { try store.undeliveredRevocations() } ?? []
        var known: Set<LedgerEntry.ID> = []
        for entry in unfinished(of: store) {
            let key = Key(
                id: entry.id,
                observation: observation,
                isRepetition: !known.insert(entry.id).inserted
            )
            buffers.forEach { $0.put(Update(entry, of: store), for: key, isPresent: true) }
        }
        for entry in revoked where entry.isListed {
            let key = Key(id: entry.id, observation: observation)
            buffers.forEach { $0.put(Update(entry, of: store), for: key, isPresent: true) }
        }
    }

    /// The transactions that an iteration begins with, in order.
    private func unfinished(of store: Store) -> [LedgerEntry] {
        let listing = diagnostics.reporting { try store.transactions(.unfinished) } ?? nil
        let newestFirst = (listing?.entries ?? []).filter { entry in
            !state.withLock { $0.own.contains(entry) } || entry.revocationDate != nil
        }
        switch store.faults.systemHabits?.launchDelivery {
        case .none: return newestFirst.reversed()
        case .withNewestTwice: return newestFirst.prefix(1).filter(\.isRenewal) + newestFirst
        case .withFinishedOriginals:
            let originals = Set(newestFirst.filter(\.isRenewal).map(\.originalID)).sorted()
            return newestFirst
                + originals.compactMap { id in
                    diagnostics.reporting { try store.transaction(id) } ?? nil
                }
                .filter(\.isFinished)
        }
    }

    private func sendStatuses(after change: StoreChange, of store: Store) {
        guard !statusHub.isEmpty else {
            // A later iteration has not received what earlier ones have.
            return state.withLock { $0.statuses = [:] }
        }
        let shared = change.entries.filter { $0.isShared && $0.subscriptionGroupID != nil }
        let periods = Set(change.subscriptions.map(\.entryID) + shared.map(\.id))
        for id in periods.sorted() {
            let changed = diagnostics.reporting { try store.subscriptions.status(of: id) }
            guard let status = changed ?? nil else { continue }
            let key = status.entry.originalID
            let known = state.withLock { state in
                defer { state.statuses[key] = status }
                return state.statuses[key]
            }
            if let known, known.subscription == status.subscription,
                known.entry.hasSameContent(as: status.entry)
            {
                continue
            }
            statusHub.send(Update(status, of: store), for: key)
        }
    }

    private func sendMessages(after change: StoreChange, of store: Store) {
        guard !messageHub.isEmpty else { return state.withLock { $0.messages = [] } }
        for changed in change.subscriptions {
            // A message is true when it is sent, though the customer may have acted since.
            let present = diagnostics.reporting {
                try store.subscriptions.subscription(of: changed.entryID)
            }
            let subscription = (present ?? nil) ?? changed
            let messages = messages(of: subscription, in: store)
            let new = state.withLock { state in
                let known = state.messages.filter { $0.subscriptionID == subscription.id }
                state.messages.subtract(known)
                state.messages.formUnion(messages)
                return messages.filter { !known.contains($0) }
            }
            for message in new { messageHub.send(Update(message, of: store), for: message) }
        }
    }

    private func messages(of subscription: CustomerSubscription, in store: Store) -> [Message] {
        var reasons: [Message.Reason] = []
        if subscription.priceConsent == .pending { reasons.append(.priceIncreaseConsent) }
        if subscription.billingIssue != nil { reasons.append(.billingIssue) }
        let offers = diagnostics.reporting { try store.winBackOffers(of: subscription) } ?? nil
        if offers?.isEmpty == false { reasons.append(.winBackOffer) }
        return reasons.map { Message(reason: $0, subscriptionID: subscription.id) }
    }
}
