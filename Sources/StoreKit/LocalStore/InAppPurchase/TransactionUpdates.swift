import Foundation
import LocalAppStore

/// Follows the store in use for the sequences of StoreKit 2.
///
/// An iteration is registered before the call that begins it returns, and the store is observed by
/// then, so that no later change is missed. What exists already is read after that, on the queue
/// that all changes pass.
final class TransactionUpdates: PurchaseFollower {
    struct Key: Hashable, Sendable {
        let id: LedgerEntry.ID
        /// Whether it comes after the same transaction, as a habit.
        var isRepetition = false
    }

    /// A transaction that has changed; the store is not retained for a slow reader.
    struct Item: Sendable {
        let entry: LedgerEntry
        private let reference: WeakStore

        init(_ entry: LedgerEntry, of store: Store) {
            self.entry = entry
            reference = WeakStore(store: store)
        }

        var store: Store? { reference.store }

        func isSameNews(as other: Item) -> Bool {
            store === other.store && entry.hasSameContent(as: other.entry)
        }
    }

    // Unchecked because of the weak reference, which is never set again.
    private struct WeakStore: @unchecked Sendable {
        weak var store: Store?
    }

    private let device: StoreDevice
    private let state = Locked(State())
    private let subscription = Locked<StoreConnection.Subscription?>(nil)
    private let transactionHub = UpdateHub<Key, Item> { $0.isSameNews(as: $1) }
    private let statusHub = UpdateHub<Int64, Product.SubscriptionInfo.Status>()
    private let storefrontHub = UpdateHub<Int, Storefront>()
    private let messageHub = UpdateHub<MessageKey, Message>()
    private let intentHub = UpdateHub<Int, PurchaseIntent>()

    private struct State {
        var store: Store?
        var observation: StoreObservation?
        var own = OwnPurchases()
        var storefront: String?
        var statuses: [Int64: Product.SubscriptionInfo.Status] = [:]
        var messages: Set<MessageKey> = []
        var lastIntent = 0
    }

    init(of scope: StoreScope) {
        device = scope.device
        let subscription = connection.onChange { [weak self] in self?.storeInUseChanged() }
        self.subscription.withLock { $0 = subscription }
    }

    private var connection: StoreConnection { device.connection }

    private var diagnostics: StoreDiagnostics { device.diagnostics }

    /// Whether an iteration takes the purchases that begin on the App Store.
    var takesIntents: Bool { !intentHub.isEmpty }
}

// Iterations.
extension TransactionUpdates {
    func transactions() -> UpdateSubscription<Key, Item> {
        begin(transactionHub) { self.putUnfinished(into: [$0], of: $1) }
    }

    func statuses() -> UpdateSubscription<Int64, Product.SubscriptionInfo.Status> {
        begin(statusHub) { _, _ in }
    }

    func storefronts() -> UpdateSubscription<Int, Storefront> {
        begin(storefrontHub) { buffer, store in
            guard store.faults.systemHabits?.announcesStorefront == true,
                let settings = self.diagnostics.reporting({ try store.settings })
            else { return }
            buffer.put(Storefront(settings), for: 0, isPresent: true)
        }
    }

    func messages() -> UpdateSubscription<MessageKey, Message> {
        begin(messageHub) { buffer, store in
            for key in self.messageKeys(in: store) {
                buffer.put(Message(key), for: key, isPresent: true)
            }
        }
    }

    func intents() -> UpdateSubscription<Int, PurchaseIntent> {
        begin(intentHub) { self.sendIntents(of: $1) }
    }

    private func begin<Key, Element>(
        _ hub: UpdateHub<Key, Element>,
        _ start: @escaping @Sendable (UpdateBuffer<Key, Element>, Store) -> Void
    ) -> UpdateSubscription<Key, Element> {
        let subscription = hub.subscribe()
        if let store = connection.openedStore { follow(store) }
        device.onWork { [buffer = subscription.buffer] in
            guard let store = self.followStoreInUse() else { return }
            start(buffer, store)
        }
        return subscription
    }
}

// Following the store in use.
extension TransactionUpdates {
    /// Opens the store in use if necessary, and follows it; runs on the queue of changes.
    @discardableResult
    private func followStoreInUse() -> Store? {
        // An error was reported.
        guard let store = try? connection.store() else { return nil }
        follow(store)
        return store
    }

    /// Observes a store from now on, unless that is so already; does not block.
    private func follow(_ store: Store) {
        guard state.withLock({ $0.store }) !== store else { return }
        let observation = store.observe(
            onFailure: { [diagnostics] in diagnostics.reportUnusableStore($0) }
        ) { [weak self, weak store] change in
            guard let self, let store else { return }
            self.device.onWork { self.handle(change, of: store) }
        }
        let storefront = diagnostics.reporting { try store.settings.storefront }
        // What is replaced is released after the lock.
        let former = state.withLock { state in
            guard state.store !== store else { return (store, observation) as (Store?, Any?) }
            defer {
                state.store = store
                state.observation = observation
                state.storefront = storefront
                state.statuses = [:]
                state.messages = []
            }
            return (state.store, state.observation)
        }
        withExtendedLifetime(former) {}
    }

    /// Begins again with another store: its unfinished transactions are news to all iterations.
    private func storeInUseChanged() {
        let storeInUse = connection.openedStore
        let former = state.withLock { state in
            defer {
                if state.store !== storeInUse { (state.store, state.observation) = (nil, nil) }
            }
            return (state.store, state.observation)
        }
        withExtendedLifetime(former) {}
        guard let storeInUse, former.0 !== storeInUse else { return }
        startAgain()
    }

    private func startAgain() {
        device.onWork {
            guard let store = self.followStoreInUse() else { return }
            self.putUnfinished(into: self.transactionHub.all, of: store)
            if self.takesIntents { self.sendIntents(of: store) }
        }
    }

    /// Delivers what is unfinished again, as at a launch.
    package func launchBegan() {
        state.withLock { $0.own = OwnPurchases() }
        transactionHub.all.forEach { $0.forgetPresent() }
        startAgain()
    }
}

// The app's own purchases.
extension TransactionUpdates {
    /// Observes the store in use before the app buys in it.
    package func beginPurchase(_ token: UUID, in store: Store) {
        follow(store)
        state.withLock { $0.own.begin(token) }
    }

    package func endPurchase(_ token: UUID, in store: Store, returning entry: LedgerEntry?) {
        let update = state.withLock { $0.own.end(token, returning: entry) }
        if let update { send(update, of: store) }
    }

    /// Delivers an own purchase, unless the app was launched again since.
    package func announce(_ id: LedgerEntry.ID, of store: Store, inLaunch launch: Int) {
        device.onWork { [self] in
            guard connection.openedStore === store, device.launchNumber == launch,
                let entry = diagnostics.reporting({ try store.transaction(id) }) ?? nil
            else { return }
            send(entry, of: store)
        }
    }

    func noteFinished(_ id: LedgerEntry.ID) {
        state.withLock { $0.own.finish(id) }
    }
}

// Changes; everything here runs on the queue of changes.
extension TransactionUpdates {
    private func handle(_ change: StoreChange, of store: Store) {
        guard connection.openedStore === store else { return }
        for entry in change.entries where entry.isListed && change.changedIDs.contains(entry.id) {
            guard state.withLock({ $0.own.admits(entry) }) else { continue }
            send(entry, of: store)
        }
        for entry in change.entries where entry.isFinished { noteFinished(entry.id) }
        sendStatuses(after: change, of: store)
        sendMessages(after: change, of: store)
        if change.hasNewSettings { sendStorefront(of: store) }
        if change.hasPurchaseIntents, takesIntents { sendIntents(of: store) }
    }

    private func send(_ entry: LedgerEntry, of store: Store) {
        transactionHub.send(Item(entry, of: store), for: Key(id: entry.id))
    }

    /// Delivers what the app has yet to finish, and refunds that it was not told of.
    private func putUnfinished(into buffers: [UpdateBuffer<Key, Item>], of store: Store) {
        guard !buffers.isEmpty else { return }
        let revoked = diagnostics.reporting { try store.undeliveredRevocations() } ?? []
        var known: Set<LedgerEntry.ID> = []
        for entry in unfinished(of: store) {
            let key = Key(id: entry.id, isRepetition: !known.insert(entry.id).inserted)
            buffers.forEach { $0.put(Item(entry, of: store), for: key, isPresent: true) }
        }
        for entry in revoked where entry.isListed {
            let key = Key(id: entry.id)
            buffers.forEach { $0.put(Item(entry, of: store), for: key, isPresent: true) }
        }
    }

    /// What an iteration begins with, in its order.
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
        guard !statusHub.isEmpty else { return }
        let shared = change.entries.filter { $0.isFamilyShared && $0.subscriptionGroupID != nil }
        let periods = Set(change.subscriptions.map(\.entryID) + shared.map(\.id))
        for id in periods.sorted() {
            let changed = diagnostics.reporting {
                try device.scope?.changedStatus(ofTransaction: id, in: store)
            }
            guard let status = changed ?? nil else { continue }
            let key = Int64(clamping: status.transaction.unsafePayloadValue.originalID)
            let isNew = state.withLock { state in
                defer { state.statuses[key] = status }
                return state.statuses[key] != status
            }
            if isNew { statusHub.send(status, for: key) }
        }
    }

    private func sendMessages(after change: StoreChange, of store: Store) {
        guard !messageHub.isEmpty else { return }
        for changed in change.subscriptions {
            // A message is true when it is sent, though the customer may have acted since.
            let present = diagnostics.reporting {
                try store.subscriptions.subscription(of: changed.entryID)
            }
            let subscription = (present ?? nil) ?? changed
            let keys = messageKeys(of: subscription, in: store)
            let new = state.withLock { state in
                let known = state.messages.filter { $0.subscriptionID == subscription.id }
                state.messages.subtract(known)
                state.messages.formUnion(keys)
                return keys.filter { !known.contains($0) }
            }
            for key in new { messageHub.send(Message(key), for: key) }
        }
    }

    private func sendStorefront(of store: Store) {
        guard let settings = diagnostics.reporting({ try store.settings }) else { return }
        let isNew = state.withLock { state in
            defer { state.storefront = settings.storefront }
            return state.storefront != settings.storefront
        }
        if isNew { storefrontHub.send(Storefront(settings), for: 0) }
    }

    private func sendIntents(of store: Store) {
        // The maker first: products that were taken are not offered again.
        let offered = diagnostics.reporting {
            (try ProductMaker(store), try store.takePurchaseIntents())
        }
        guard let (maker, products) = offered else { return }
        for product in products.compactMap(maker.product(withIdentifier:)) {
            let number = state.withLock { state in
                state.lastIntent += 1
                return state.lastIntent
            }
            let intent = PurchaseIntent(product: product, offer: nil)
            intentHub.send(intent, for: number)
        }
    }
}

/// A reason for a message, and the subscription that it is about.
struct MessageKey: Hashable, Sendable {
    let reason: Message.Reason
    let subscriptionID: CustomerSubscription.ID
}

extension TransactionUpdates {
    private func messageKeys(in store: Store) -> [MessageKey] {
        let subscriptions = diagnostics.reporting { try store.subscriptions.all() } ?? []
        return subscriptions.flatMap { messageKeys(of: $0, in: store) }
    }

    private func messageKeys(of subscription: CustomerSubscription, in store: Store) -> [MessageKey]
    {
        var reasons: [Message.Reason] = []
        if subscription.priceConsent == .pending { reasons.append(.priceIncreaseConsent) }
        if subscription.billingIssue != nil { reasons.append(.billingIssue) }
        let offers = diagnostics.reporting { try store.winBackOffers(of: subscription) } ?? nil
        if offers?.isEmpty == false { reasons.append(.winBackOffer) }
        return reasons.map { MessageKey(reason: $0, subscriptionID: subscription.id) }
    }
}

extension Message {
    init(_ key: MessageKey) {
        self.init(reason: key.reason)
    }
}

extension StoreScope {
    /// The updates of the scope.
    var updates: TransactionUpdates { member { TransactionUpdates(of: self) } }
}
