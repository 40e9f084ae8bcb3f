import Dispatch
import Foundation
package import LocalAppStore

/// The device that an app runs on: the queues between one of Apple's APIs and the store in use.
///
/// The ledger is accessed on `work`, and everything then passes through the main queue, so that
/// the app is notified in one order. Payments wait for the customer on a queue of their own, one
/// after the other.
package final class StoreDevice: @unchecked Sendable {
    // Unchecked because of the variables, which are set before the device is shared.
    /// The scope that a client's code is called in, which retains the device if it is its own.
    package weak var scope: StoreScope?
    package let connection: StoreConnection
    package let activity = QueueActivity()
    package let work = InternalQueue(label: "StoreKit.work")
    package let payments = InternalQueue(label: "StoreKit.payments")
    let following = Locked(Following())
    private let launch = Locked(0)
    private var subscription: StoreConnection.Subscription?

    package init(_ connection: StoreConnection, in scope: StoreScope? = nil) {
        self.connection = connection
        self.scope = scope
        subscription = connection.onChange { [weak self] in self?.storeInUseChanged() }
    }

    package var diagnostics: StoreDiagnostics { connection.diagnostics }

    /// The number of the app's launch; a new one ends pending work.
    package var launchNumber: Int { launch.withLock { $0 } }

    /// Begins another launch of the app.
    func endLaunch() {
        launch.withLock { $0 += 1 }
    }

    /// Whether a store is in use.
    package func isInUse(_ store: Store) -> Bool { connection.openedStore === store }

    /// Whether another store than `store` is in use.
    package func isReplaced(_ store: Store?) -> Bool {
        guard let store, let storeInUse = connection.openedStore else { return false }
        return store !== storeInUse
    }
}

// Queues. Pending work retains the scope: a test may have released its last reference, and a caller
// still has to receive the end.
extension StoreDevice {
    /// Runs `body` on `work`.
    package func onWork(_ body: @escaping @Sendable () -> Void) {
        activity.noteEvent()
        work.async { [scope] in withExtendedLifetime(scope, body) }
    }

    /// Runs `body` on the queue of payments, in the scope, after those that were added before.
    package func onPayments(_ body: @escaping @Sendable () -> Void) {
        activity.beginRequest()
        payments.async { [scope] in
            (scope ?? .ended).run(body)
            self.activity.endRequest()
        }
    }

    /// Runs `body` on the main queue, in the scope: it may call a client's code.
    package func onMainQueue(_ body: @escaping @Sendable () -> Void) {
        activity.noteEvent()
        MainQueueWatch.shared.async { [scope] in (scope ?? .ended).run(body) }
    }

    /// Runs `body` some seconds later by a store's clock, or at once if the test has ended: nothing
    /// advances the clock then.
    func after(_ seconds: TimeInterval, of store: Store, _ body: @escaping @Sendable () -> Void) {
        store.faults.after(seconds, body)
        if connection.hasEnded { store.faults.releaseWaiting() }
    }

    /// Runs `body` on the main queue after everything that is on its way.
    package func afterNotifications(_ body: @escaping @Sendable () -> Void) {
        onWork { self.onMainQueue(body) }
    }

    /// Calls `change`, which may block, and then `body` on the main queue: after the app was
    /// notified of the store's changes, and after the work that it then appended to the main queue.
    package func afterDelivery(
        from store: Store,
        doing change: @escaping @Sendable () -> Void,
        _ body: @escaping @Sendable () -> Void
    ) {
        DispatchQueue.global().async {
            change()
            store.afterNotifying {
                self.onWork {
                    self.onMainQueue { self.onMainQueue(body) }
                }
            }
        }
    }
}
