public import Foundation
import StoreLedger
import StoreModel

extension Store.Time {
    /// The longest advance of the time in one step, in seconds: ten years of 366 days.
    ///
    /// Every renewal in between is made.
    public static let longestAdvance: TimeInterval = 10 * 366 * 86_400

    /// Advances the store's time by a number of seconds, for every process that uses the ledger.
    ///
    /// With a manual clock this advances the clock of this process alone. With the system's clock
    /// the ledger keeps by how much its time is ahead: other processes adopt it within 250 ms, and
    /// later ones when they open the ledger. Advances of several processes at the same time add up.
    /// Deleted purchases and reset settings do not turn time back. A negative number is ignored.
    ///
    /// On return the change is durable, and every store with this clock has settled its due events.
    ///
    /// - Throws: `.excessiveAdvance` if it is longer than ``longestAdvance``.
    public func advance(by seconds: TimeInterval) throws(StoreError) {
        try store.core.advanceTime { _ in seconds }
    }

    /// Advances the store's time by calendar time, which is counted from the date at which the
    /// ledger is changed.
    ///
    /// - Throws: `.excessiveAdvance` if it is longer than ``longestAdvance``.
    public func advance(by period: SubscriptionPeriod) throws(StoreError) {
        try store.core.advanceTime { now in period.end(from: now).timeIntervalSince(now) }
    }

    /// Advances the store's time to a date; an earlier date than the current one is ignored.
    ///
    /// - Throws: `.excessiveAdvance` if it is further away than ``longestAdvance``.
    public func advance(to date: Date) throws(StoreError) {
        try store.core.advanceTime { now in date.timeIntervalSince(now) }
    }
}

extension StoreCore {
    /// Advances the time by the result of `seconds` for the current date.
    fileprivate func advanceTime(by seconds: (Date) -> TimeInterval) throws(StoreError) {
        func step(from now: Date) throws(StoreError) -> TimeInterval {
            let seconds = max(0, seconds(now))
            guard seconds <= Store.Time.longestAdvance else { throw .excessiveAdvance }
            return seconds
        }
        if clock.isManual {
            try clock.advance(by: step)
        } else {
            clock.advance(toOffset: try recordAdvance(by: step))
        }
        try settle()
    }

    /// Advances the ledger's time, and returns its offset.
    private func recordAdvance(
        by step: (Date) throws(StoreError) -> TimeInterval
    ) throws(StoreError) -> TimeInterval {
        try commit { writer, now in
            var time = try writer.reader.time().advanced(to: clock.seconds)
            // If the system's clock went back, the time is ahead of the clock and the offset.
            let deficit = max(0, now.timeIntervalSince(clock.date(atOffset: time.offset)))
            time = time.advanced(by: deficit + (try step(now)))
            try writer.save(time)
            return time.offset
        }
    }

    /// Advances the ledger's time to the clock's if it is behind: the process advanced the clock
    /// itself, or through another store with the same clock and a ledger of its own.
    func recordTime() throws(StoreError) {
        guard !clock.isManual, try ledger.read({ try $0.time() }).offset < clock.seconds else {
            return
        }
        try commit { writer, _ in
            try writer.save(try writer.reader.time().advanced(to: clock.seconds))
        }
    }

    /// The current date by clock and ledger: another process may have advanced the time a moment
    /// ago, or changed the ledger before the system's clock went back.
    func now(in reader: LedgerReader) throws -> Date {
        guard !clock.isManual else { return clock.now }
        return clock.now(
            atOffset: try reader.time().offset,
            notBefore: try reader.newestDate()
        )
    }
}

extension StoreClock {
    /// Advances the clock to the time of a ledger, unless it is a manual clock.
    func adoptTime(of ledger: Ledger) throws(StoreError) {
        guard !isManual else { return }
        let (time, date) = try ledger.read { (try $0.time(), try $0.newestDate()) }
        advance(toOffset: time.offset)
        advance(toFloor: date)
    }
}
