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
    /// process may be killed between any two.
    public func settle() throws(StoreError) {
        try store.core.settle()
    }

    /// Calls `body` while the store settles due events, after each thousand events and at the end,
    /// as long as a store has the ledger open.
    ///
    /// It is called only for more than a thousand events, on the thread that settles, between two
    /// transactions; the call that waits for the settlement continues when `body` returns.
    package func reportSettlement(
        to body: @escaping @Sendable (SettlementProgress) -> Void
    ) {
        store.core.settlementObservers.withLock { $0.append(body) }
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

extension StoreCore {
    /// The most events in one transaction, so that other processes do not wait long.
    static let settlementLimit = 1000

    /// Settles due events, and reports the progress if that takes more than one transaction.
    func settle() throws(StoreError) {
        var count = 0
        while let date = try dueDate() {
            if count > 0 {
                report(.init(count: count, date: date, end: clock.now))
            }
            count += try settleBatch()
        }
        guard count > Self.settlementLimit else { return }
        let now = clock.now
        report(.init(count: count, date: now, end: now))
    }

    private func report(_ progress: SettlementProgress) {
        for body in settlementObservers.withLock({ $0 }) { body(progress) }
    }

    /// The date of the next event, if it is due.
    func dueDate() throws(StoreError) -> Date? {
        let now = clock.now
        return try ledger.read { try $0.nextEventDate() }.flatMap { $0 <= now ? $0 : nil }
    }

    /// Settles a limited number of events, and returns how many.
    @discardableResult
    func settleBatch() throws(StoreError) -> Int {
        try commit { writer, date in
            try settle(until: date, limit: Self.settlementLimit, in: writer)
        }
    }
}

extension StoreCore {
    /// Settles the events that are due at a date, in their order and not more than a limit, and
    /// returns how many.
    func settle(until date: Date, limit: Int, in writer: LedgerWriter) throws -> Int {
        // A subscription may renew a thousand times in a row. The result of the last renewal is the
        // state of the ledger, so it isn't read again.
        var renewals: [CustomerSubscription.ID: SubscriptionPeriodStatus] = [:]
        func next() throws -> CustomerSubscription? {
            try writer.reader.dueSubscription(at: date, amongRenewals: renewals)
        }
        guard var subscription = try next() else { return 0 }
        let settings = try writer.reader.settings(default: catalog.settings)
        for count in 1...limit {
            let reader = writer.acting(for: subscription.customerID).reader
            let period = renewals[subscription.id]?.entry
            renewals[subscription.id] = try settle(
                reader.present(subscription, period: period),
                settings: settings,
                in: writer
            )
            guard count < limit, let due = try next() else { return count }
            subscription = due
        }
        return limit
    }

    /// Settles the next event of a subscription, and returns the renewal if it is one.
    @discardableResult
    func settle(
        _ present: PresentPeriodRule,
        settings: StoreSettings,
        in writer: LedgerWriter
    ) throws -> SubscriptionPeriodStatus? {
        let subscription = present.subscription
        let product = catalog.product(withIdentifier: subscription.nextProductID)
        let rule = RenewalRule(subscription: subscription, product: product, settings: settings)
        let outcome = rule.outcome
        guard case .renewed(let next) = outcome else {
            try writer.apply(present.settle(outcome))
            return nil
        }
        return try renew(present, for: next, settings: settings, at: next.start, in: writer)
    }

    /// Makes the transaction of a subscription's next period, paid for at a date.
    func renew(
        _ present: PresentPeriodRule,
        for next: BillingPeriod,
        settings: StoreSettings,
        at date: Date,
        in writer: LedgerWriter
    ) throws -> SubscriptionPeriodStatus {
        let reader = writer.acting(for: present.subscription.customerID).reader
        let product = catalog.product(withIdentifier: next.productID)
        let present = try limitSeats(of: present, at: date, in: writer)
        var numbers = try writer.entryNumbers()
        let (renewed, edits) = present.renew(
            for: next,
            settings: settings,
            sharingWith: try reader.recipients(of: product, withAccessTo: present.period),
            at: date,
            now: writer.cache.moment?.date ?? date,
            numbers: &numbers
        )
        try writer.apply(edits)
        return renewed
    }
}

extension StoreCore {
    /// Ends memberships beyond the seats of a subscription's next period.
    private func limitSeats(
        of present: PresentPeriodRule,
        at date: Date,
        in writer: LedgerWriter
    ) throws -> PresentPeriodRule {
        guard present.period.seats != nil else { return present }
        let subscription = present.subscription
        let count = subscription.renewalSeatCount ?? 0
        guard try writer.limitSeatMembers(of: subscription, to: count, at: date) else {
            return present
        }
        let reader = writer.acting(for: subscription.customerID).reader
        return try reader.present(subscription, period: present.period)
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
