package import LocalAppStore

/// An object that follows the store in use, by the changes that its device delivers.
package protocol StoreChangeReceiver: AnyObject, Sendable {
    /// Lets go of the store that was in use; called on any thread, whenever another comes into use.
    func storeInUseChanged()

    /// Receives a change of the store in use, on the device's `work`.
    func receive(_ change: StoreChange, of store: Store)
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

    /// Observes a store from now on, unless that is so already; does not block.
    ///
    /// - Returns: The number of the observation: a new one if the store was out of use.
    @discardableResult
    package func follow(_ store: Store) -> Int {
        let known = following.withLock { $0.store === store ? $0.number : nil }
        if let known { return known }
        let observation = store.observe(
            onFailure: { [diagnostics] in diagnostics.reportUnusableStore($0) }
        ) { [weak self, weak store] change in
            guard let self, let store else { return }
            onWork { self.deliver(change, of: store) }
        }
        let (former, number) = following.withLock { following -> ((Store?, Any?), Int) in
            guard following.store !== store else { return ((store, observation), following.number) }
            let former = (following.store, following.observation)
            (following.store, following.observation) = (store, observation)
            following.number += 1
            return (former, following.number)
        }
        // Released here, not under the lock.
        withExtendedLifetime(former) {}
        // A store that went out of use before this was not followed yet.
        unfollowUnusedStore()
        return number
    }

    private func deliver(_ change: StoreChange, of store: Store) {
        for receiver in receivers {
            // A receiver may crash the app, or put another store in use.
            guard isInUse(store) else { return }
            receiver.receive(change, of: store)
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
