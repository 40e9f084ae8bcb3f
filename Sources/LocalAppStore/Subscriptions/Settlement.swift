import Dispatch
import Foundation
import StoreLedger
import StoreModel

extension Store.Time {
    /// Renews, or ends, every subscription whose next event is due, in the order of the events and
    /// with their dates.
    ///
    /// The store does so without a call: when it is opened, before each change and each query, when
    /// its clock is advanced, and with the system's clock at the time of each event. One step or
    /// many lead to the same ledger. A ledger that no process had open for a long time, and an
    /// advance by years, have many renewals. They are made in transactions of a thousand, so that a
    /// process may be killed between any two; ``observeSettlement(_:)`` has the progress.
    public func settle() throws(StoreError) {
        try core.settle()
    }
}

extension Store {
    /// Reads values of the customer, in one transaction, after all due events.
    func readSettled<Result>(
        _ body: (LedgerReader) throws -> Result
    ) throws(StoreError) -> Result {
        while true {
            let now = clock.now
            let result = try read { reader -> Result? in
                try reader.hasEvent(dueAt: now) ? nil : body(reader)
            }
            if let result { return result }
            try time.settle()
        }
    }
}

extension LedgerReader {
    /// Whether a subscription has an event that is due at a date.
    func hasEvent(dueAt date: Date) throws -> Bool {
        try nextEventDate().map { $0 <= date } ?? false
    }
}

extension StoreCore {
    /// The most events in one transaction, so that other processes do not wait long.
    static let settlementLimit = 1000

    /// Settles due events, and reports the progress if that takes more than one transaction.
    func settle() throws(StoreError) {
        var count = 0
        while let date = try dueDate() {
            if count > 0 {
                settlementObservers.report(.init(count: count, date: date, end: clock.now))
            }
            count += try settleBatch()
        }
        guard count > Self.settlementLimit else { return }
        let now = clock.now
        settlementObservers.report(.init(count: count, date: now, end: now))
    }

    func hasDueEvent() throws(StoreError) -> Bool { try dueDate() != nil }

    /// The date of the next event, if it is due.
    private func dueDate() throws(StoreError) -> Date? {
        let now = clock.now
        return try ledger.read { try $0.nextEventDate() }.flatMap { $0 <= now ? $0 : nil }
    }

    /// Settles a limited number of events, and returns how many.
    @discardableResult
    func settleBatch() throws(StoreError) -> Int {
        try commit { writer, date in
            try writer.settle(until: date, limit: Self.settlementLimit, catalog: catalog)
        }
    }
}

extension LedgerWriter {
    /// Settles the events that are due at a date, in their order and not more than a limit, and
    /// returns how many.
    func settle(until date: Date, limit: Int, catalog: Catalog) throws -> Int {
        // A subscription may renew a thousand times in a row. The result of the last renewal is the
        // state of the ledger, so it isn't read again.
        var renewals: [CustomerSubscription.ID: RenewedSubscription] = [:]
        func next() throws -> CustomerSubscription? {
            try reader.dueSubscription(at: date, amongRenewals: renewals)
        }
        guard var subscription = try next() else { return 0 }
        let settings = try reader.settings(default: catalog.settings)
        for count in 1...limit {
            renewals[subscription.id] = try settle(
                subscription,
                following: renewals[subscription.id]?.entry,
                catalog: catalog,
                settings: settings
            )
            guard count < limit, let due = try next() else { return count }
            subscription = due
        }
        return limit
    }

    /// Settles the next event of a subscription, and returns the renewal if it is one.
    ///
    /// The entry of the current period is read unless it is given.
    @discardableResult
    func settle(
        _ subscription: CustomerSubscription,
        following period: LedgerEntry? = nil,
        catalog: Catalog,
        settings: StoreSettings
    ) throws -> RenewedSubscription? {
        let writer = acting(for: subscription.customerID)
        let former = subscription
        var subscription = subscription
        let rule = RenewalRule(
            subscription: subscription,
            product: catalog.product(withIdentifier: subscription.renewalProductID),
            settings: settings
        )
        switch rule.outcome {
        case .renewed(let next):
            return try writer.renew(
                subscription,
                following: period,
                for: next,
                catalog: catalog,
                settings: settings,
                at: next.start
            )
        case .billingFailed(let issue):
            subscription.billingIssue = issue
        case .gracePeriodEnded:
            subscription.billingIssue?.gracePeriodEnd = nil
        case .ended(let reason):
            subscription.end(because: reason)
        }
        let date = former.nextEventDate ?? former.expirationDate
        try writer.save(subscription, changedFrom: former, at: date)
        return nil
    }

    /// Makes the transaction of a subscription's next period, which is paid for at a date; during a
    /// grace period it begins before.
    ///
    /// The entry of the current period is read unless it is given.
    func renew(
        _ subscription: CustomerSubscription,
        following last: LedgerEntry? = nil,
        for period: BillingPeriod,
        catalog: Catalog,
        settings: StoreSettings,
        at date: Date
    ) throws -> RenewedSubscription {
        let last = try last ?? reader.presentPeriod(of: subscription)
        let entry = try insert(LedgerEntry(renewing: last, for: period, settings: settings))
        let renewed = subscription.renewed(for: period, by: entry)
        try save(renewed)
        try recordBillingIssue(of: renewed, changedFrom: subscription, at: date)
        let event = NotificationRule.event(ofRenewing: subscription)
        try notify(event, about: entry, of: renewed, at: date)
        // A forced renewal may begin a moment later.
        try renewReceipt(at: min(date, cache.moment?.date ?? date))
        try shareWithFamily(entry, after: last.id, renewal: event, catalog: catalog, at: date)
        return RenewedSubscription(subscription: renewed, entry: entry)
    }
}

/// Settles a store when its next event is due, so that observers are notified without a call.
final class SettlementTimer: Sendable {
    private let ledger: Ledger
    private let clock: StoreClock
    private let alarm: Alarm

    init(_ ledger: Ledger, clock: StoreClock) {
        self.ledger = ledger
        self.clock = clock
        alarm = Alarm(clock, on: DispatchQueue(label: "LocalAppStore.settlement"))
    }

    /// Calls `settle` from now on, on a queue of its own, whenever an event is due.
    func start(_ settle: @escaping @Sendable () throws -> Void) {
        alarm.start { [weak self] in self?.run(settle) }
        schedule()
    }

    /// Schedules the earliest event of the ledger.
    func schedule() {
        guard !clock.isManual, let next = try? ledger.read({ try $0.nextEventDate() }) else {
            return
        }
        schedule(at: next)
    }

    /// Schedules the event of a date; `nil` for none.
    func schedule(at date: Date?) {
        alarm.set(to: date)
    }

    private func run(_ settle: () throws -> Void) {
        do {
            try settle()
            schedule()
        } catch {
            // Another process may have locked the ledger.
            schedule(at: clock.date(atOffset: clock.seconds) + 1)
        }
    }
}
