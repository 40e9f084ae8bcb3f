// Apple's session has no store in which these could go wrong.
#if !canImport(Darwin)
@_exported public import struct LocalAppStore.FaultLog
@_exported public import struct LocalAppStore.FaultPlan
@_exported public import enum LocalAppStore.SystemHabits
public import StoreKit
public import StoreKitTest

// Failures between the app and the store.
extension SKTestSession {
    /// The planned failures of the session; `nil`, the default, for none.
    ///
    /// Setting it begins a new ``faultLog``. Each failure of a test then names the seed: an issue
    /// of Swift Testing in a comment, a failure of XCTest in a note on standard error.
    public var faultPlan: FaultPlan? {
        get { store.faults.plan }
        set {
            store.faults.plan = newValue
            SeedObserver.register()
        }
    }

    /// The events at the points of the plan since it was set, in order.
    ///
    /// The same plan and the same calls, one after the other, have the same log.
    public var faultLog: FaultLog { store.faults.log }

    /// The system whose habits the session imitates; `nil`, the default, for none.
    ///
    /// <doc:SystemHabits> lists them.
    public var systemHabits: SystemHabits? {
        get { store.faults.systemHabits }
        set { store.faults.systemHabits = newValue }
    }

    /// Returns when at least this many responses, deliveries and sleeps wait for the session's
    /// clock.
    ///
    /// A call must have reached the store before a test advances the clock for it:
    ///
    /// ```swift
    /// let purchase = Task { try await SwiftyStoreKit.purchaseProduct("com.example.coins") }
    /// await session.waitForDelays()
    /// await session.advance(by: 5)
    /// ```
    public func waitForDelays(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            store.faults.whenWaiting(count) { continuation.resume() }
        }
    }

    /// Kills the app and launches it again, as a planned crash does.
    ///
    /// State in memory is lost: the transactions of the queue, and SwiftyStoreKit's handlers,
    /// pending calls, products and purchases. Calls that wait end with an error. The session stays.
    /// Observers of `SKPaymentQueue` stay too, and receive the unfinished transactions again;
    /// SwiftyStoreKit receives them with its next call.
    public func relaunchApp() {
        store.faults.crash()
    }
}

extension FaultPlan.Failure {
    /// The App Store refuses with an error code.
    public static func error(_ code: SKError.Code) -> Self {
        .storeError(.init(rawValue: code.rawValue))
    }
}
#endif
