// The library above and tests find the scope and the store in use by this module.
@_exported public import StoreClient

extension StoreScope {
    /// The queue that `SKPaymentQueue.default()` returns.
    package var queue: SKPaymentQueue {
        member { SKPaymentQueue(LocalPaymentQueue(device)) }
    }
}

extension SKPaymentQueue: StoreScopeMember {
    package func launchEnded() { local.endLaunch() }

    package func launchBegan() { local.launchAgain() }
}
