package import LocalAppStore

/// An object that follows the store in use, by the changes that its device delivers.
package protocol StoreChangeReceiver: AnyObject, Sendable {
    /// Releases the former store; called on any thread, whenever another store comes into use.
    func storeInUseChanged()

    /// Receives a change of the store in use, on the device's `work`.
    func receive(_ change: StoreChange, of store: Store)

    /// Receives a new storefront, on `work`.
    func receive(_ storefront: StorefrontCountry, of store: Store)

    /// Whether purchases that begin on the App Store are for this receiver.
    var takesIntents: Bool { get }

    /// Receives a purchase that begins on the App Store, with the settings by then, on `work`.
    func receiveIntent(toBuy productID: String, with settings: StoreSettings, of store: Store)
}

// The one stream of changes. A store is observed once on a device, from when something follows it,
// and its changes pass `work`.
extension StoreDevice {
    struct Following {
        var receivers: [Receiver] = []
        var store: Store?
        var observation: StoreObservation?
        /// The number of the observation.
        var number = 0
        /// The storefront that the receivers know; `nil` before a store was read.
        var storefront: String?
    }

    // Unchecked because of the weak reference, which is never set again.
    struct Receiver: @unchecked Sendable {
        weak var object: (any StoreChangeReceiver)?
    }

    /// Delivers the changes of followed stores to a receiver, in the order of the receivers, as
    /// long as it lives.
    package func deliverChanges(to receiver: any StoreChangeReceiver) {
        let reference = Receiver(object: receiver)
        following.withLock { $0.receivers.append(reference) }
    }

    /// Observes the store in use from now on, unless that is so already, and notes the first
    /// storefront.
    ///
    /// - Returns: The number of the observation: a new one if the store was out of use; `nil` if it
    ///   is out of use now.
    @discardableResult
    package func follow(_ store: Store) -> Int? {
        let (isKnown, number) = following.withLock { ($0.store === store, $0.number) }
        if isKnown { return number }
        guard isInUse(store) else { return nil }
        let observation = store.observe(
            onFailure: { [diagnostics] in diagnostics.reportUnusableStore($0) }
        ) { [weak self, weak store] change in
            guard let self, let store else { return }
            onWork { self.deliver(change, of: store) }
        }
        let storefront = diagnostics.reporting { try store.settings.storefront }
        let former = following.withLock { following -> (Store?, StoreObservation?)? in
            following.storefront = following.storefront ?? storefront
            guard following.number == number else { return nil }
            defer { (following.store, following.observation) = (store, observation) }
            following.number += 1
            return (following.store, following.observation)
        }
        // Another call followed this store, or the one that came into use after it.
        guard let former else { return follow(store) }
        // Released here, not under the lock.
        withExtendedLifetime(former) {}
        // A store that went out of use before this was not followed yet.
        unfollowUnusedStore()
        return number + 1
    }

    private func deliver(_ change: StoreChange, of store: Store) {
        for receiver in receivers {
            // A receiver may crash the app, or put another store in use.
            guard isInUse(store) else { return }
            receiver.receive(change, of: store)
        }
    }

    /// Delivers the storefront of a followed store, if it is new; runs on `work`.
    package func deliverStorefront(of store: Store) throws {
        let settings = try store.settings
        let isNew = following.withLock { following in
            defer { following.storefront = settings.storefront }
            return following.storefront.map { $0 != settings.storefront } ?? false
        }
        guard isNew else { return }
        for receiver in receivers { receiver.receive(settings.storefrontCountry, of: store) }
    }

    /// Delivers the purchases that begin on the App Store to the receiver that takes them; runs on
    /// `work`.
    package func deliverIntents(of store: Store) throws {
        guard let receiver = receivers.first(where: { $0.takesIntents }) else { return }
        // The settings first: products that were taken are not offered again.
        let settings = try store.settings
        for product in try store.takePurchaseIntents() {
            receiver.receiveIntent(toBuy: product, with: settings, of: store)
        }
    }

    func storeInUseChanged() {
        unfollowUnusedStore()
        for receiver in receivers { receiver.storeInUseChanged() }
    }

    private func unfollowUnusedStore() {
        guard let store = following.withLock({ $0.store }), !isInUse(store) else { return }
        let observation = following.withLock { following in
            guard following.store === store else { return nil as StoreObservation? }
            defer { (following.store, following.observation) = (nil, nil) }
            return following.observation
        }
        // Store and observation are released here, not under the lock.
        withExtendedLifetime((store, observation)) {}
    }

    private var receivers: [any StoreChangeReceiver] {
        following.withLock { $0.receivers }.compactMap(\.object)
    }
}
