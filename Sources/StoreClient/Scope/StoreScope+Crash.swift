import LocalAppStore

extension StoreScope {
    /// Kills the app and launches it again, as far as a test can.
    ///
    /// What was only in memory is gone: the transactions of the queue, and what SwiftyStoreKit
    /// knows, with its handlers. What waits ends with an error. The ledger stays, and observers of
    /// the queue receive the unfinished transactions again.
    package func crash() {
        let store = connection.openedStore
        device.endLaunch()
        allMembers.forEach { $0.launchEnded() }
        // A caller that learns of the failed call is in the next launch. By then everything else is
        // over, and no observer of the killed app receives the deliveries of the next launch.
        allMembers.filter(\.isOfApp).forEach { $0.stopObserving() }
        store?.faults.noteLaunch()
        let killed = removeMembersOfApp()
        allMembers.forEach { $0.launchBegan() }
        // Their end releases what clients handed over.
        device.onMainQueue { killed.forEach { $0.appWasKilled() } }
        store?.faults.releaseWaiting()
    }
}
