import LocalAppStore

extension StoreScope {
    /// Kills the app and launches it again, as far as a test can.
    ///
    /// What was only in memory is gone: the transactions of the queue, and what SwiftyStoreKit
    /// knows, with its handlers. What waits ends with an error. The ledger stays, and observers of
    /// the queue receive the unfinished transactions again.
    package func crash() {
        // First, so that nothing that waits goes on.
        queue.local.launchAgain()
        for member in removeMembersOfApp() {
            member.appWasKilled()
        }
        connection.openedStore?.faults.releaseWaiting()
    }
}
