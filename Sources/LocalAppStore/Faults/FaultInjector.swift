package import Foundation
public import StoreModel

/// The faults of an open store, by a plan, with a log of the events.
///
/// A plan belongs to the open store and not to its ledger. Every point calls this once for each
/// event, outside of the ledger's transactions, and acts on the result itself.
public final class FaultInjector: Sendable {
    private let state = Locked(State())
    private let delays: FaultDelays

    private struct State {
        var plan: FaultPlan?
        var habits: SystemHabits?
        var log = FaultLog()
        var counts: [FaultPlan.Point: Int] = [:]
        var crash: (@Sendable () -> Void)?
        var cancelledPayments: Set<UUID> = []
        var withheldPayments: Set<UUID> = []
        var downloads: [ContentDownload.ID: DownloadFailure.Reason] = [:]
        var lacksReceipt = false
        var isFirstLaunch = true
        /// Whether the last request met no network.
        var isOffline = false
        var finishedOffline: [LedgerEntry.ID] = []
        var repeated: [LedgerEntry.ID] = []
        var ineligibleGroups: (ids: Set<String>, end: Date)?
    }

    init(clock: StoreClock) {
        delays = FaultDelays(clock: clock)
    }

    /// The plan; `nil`, the default, is without faults.
    ///
    /// A new plan begins a new log.
    public var plan: FaultPlan? {
        get { state.withLock { $0.plan } }
        set {
            state.withLock { state in
                state.plan = newValue
                state.isOffline = false
                state.counts = [:]
                state.log = FaultLog()
            }
        }
    }

    /// The system whose habits the store imitates; `nil`, the default, for the documented behavior.
    public var systemHabits: SystemHabits? {
        get { state.withLock { $0.habits } }
        set { state.withLock { $0.habits = newValue } }
    }

    /// Adopts the plan, the habits and the crash handler of another store of the same app; the log
    /// begins anew.
    func adoptPlan(of other: FaultInjector) {
        let other = other.state.withLock { $0 }
        plan = other.plan
        state.withLock { state in
            state.habits = other.habits
            state.crash = other.crash
            state.isFirstLaunch = other.isFirstLaunch
        }
    }

    /// The events since the plan was set; it stays empty without a plan.
    public var log: FaultLog { state.withLock { $0.log } }

    /// Counts an event, and returns its failure.
    package func failure(
        at point: FaultPlan.Point,
        of subject: @autoclosure () -> String
    ) -> FaultPlan.Failure? {
        // Without a plan, a store does no work for this.
        guard plan != nil else { return nil }
        let subject = subject()
        return state.withLock { state in
            guard let plan = state.plan else { return nil }
            let number = state.counts[point, default: 0] + 1
            state.counts[point] = number
            let failure = plan.failure(at: point, number: number)
            if point.isRequestOfApp { state.isOffline = failure == .networkDown }
            state.log.events.append(
                .init(point: point, number: number, subject: subject, failure: failure)
            )
            return failure
        }
    }
}

// Time.
extension FaultInjector {
    /// Calls `body` some seconds later by the store's clock: on the thread that advances a manual
    /// clock, or on one of Dispatch.
    package func after(_ seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) {
        delays.after(seconds, body)
    }

    /// Calls `body` at a date by the store's clock, later than the current one; returns an
    /// identifier for ``cancelDelay(_:)``.
    package func at(_ date: Date, _ body: @escaping @Sendable () -> Void) -> Int {
        delays.at(date, body)
    }

    /// Drops a delayed call.
    package func cancelDelay(_ number: Int) {
        delays.cancel(number)
    }

    /// Calls `body` once, when at least `count` events wait.
    package func whenWaiting(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        delays.whenWaiting(count, body)
    }

    /// Makes all delayed calls now; each must check whether it is still needed.
    package func releaseWaiting() {
        delays.releaseAll()
    }
}

// Crashes.
extension FaultInjector {
    /// Sets the action of a crash: it kills the app and launches it again.
    ///
    /// Without one, a crash only ends pending work.
    package func onCrash(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.crash = body }
    }

    /// Kills the app.
    package func crash() {
        state.withLock { $0.crash }?()
    }

    /// Notes that the app was launched again, which delivers withheld transactions.
    package func noteLaunch() {
        state.withLock { state in
            state.isFirstLaunch = false
            state.withheldPayments = []
            state.repeated = state.finishedOffline
            state.finishedOffline = []
        }
    }
}

// Habits.
extension FaultInjector {
    /// Whether requests for products have empty responses.
    package var hidesProducts: Bool {
        state.withLock { $0.isFirstLaunch && $0.habits?.hidesProductsAtFirst == true }
    }

    /// Notes transactions that the original API finished.
    package func noteFinish(of ids: [LedgerEntry.ID]) {
        state.withLock { state in
            guard state.isOffline, state.habits?.repeatsOfflineRenewals == true else { return }
            state.finishedOffline += ids
        }
    }

    /// The finished transactions that the present launch has yet to deliver again; returns each
    /// once.
    func takeRepeated() -> [LedgerEntry.ID] {
        state.withLock { state in
            defer { state.repeated = [] }
            return state.repeated
        }
    }

    /// Keeps the customer ineligible for introductory offers of some groups.
    func keepIneligible(inGroups ids: Set<String>, until end: Date) {
        state.withLock { $0.ineligibleGroups = (ids, end) }
    }

    /// Whether the customer is kept ineligible in a group.
    package func keepsIneligible(inGroup id: String, at date: Date) -> Bool {
        state.withLock { state in
            state.ineligibleGroups.map { $0.ids.contains(id) && date < $0.end } ?? false
        }
    }
}

extension FaultPlan.Point {
    /// Whether its events are requests that the app makes over a network.
    fileprivate var isRequestOfApp: Bool {
        switch self {
        case .productRequest, .payment, .receiptRefresh, .verifyReceipt: true
        default: false
        }
    }
}

// Decisions that take effect later.
extension FaultInjector {
    /// Makes the customer cancel a payment.
    package func cancelPayment(_ token: UUID) {
        state.withLock { _ = $0.cancelledPayments.insert(token) }
    }

    /// Whether the customer cancels a payment; returns `true` once.
    func isCancelled(_ token: UUID) -> Bool {
        state.withLock { $0.cancelledPayments.remove(token) != nil }
    }

    /// Whether a payment is not delivered before the next launch.
    package func withholds(_ entry: LedgerEntry) -> Bool {
        state.withLock { $0.withheldPayments.contains(entry.paymentToken) }
    }

    func withhold(_ token: UUID) {
        state.withLock { _ = $0.withheldPayments.insert(token) }
    }

    /// Whether the last refresh left no receipt.
    package var lacksReceipt: Bool {
        get { state.withLock { $0.lacksReceipt } }
        set { state.withLock { $0.lacksReceipt = newValue } }
    }

    /// Makes a download fail, or continue, from its next start.
    package func setFailure(_ reason: DownloadFailure.Reason?, of download: ContentDownload.ID) {
        state.withLock { $0.downloads[download] = reason }
    }

    func failure(of download: ContentDownload.ID) -> DownloadFailure.Reason? {
        state.withLock { $0.downloads[download] }
    }
}
