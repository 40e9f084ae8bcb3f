public import Foundation

extension Store {
    /// Advances the store's time by a number of seconds, for every process that uses the ledger.
    ///
    /// With a manual clock this advances the clock of this process alone. With the system's clock
    /// the ledger keeps by how much its time is ahead: other processes adopt it within 250 ms, and
    /// later ones when they open the ledger. Neither ``clear()`` nor ``resetSettings()`` turns time
    /// back. A negative number is ignored.
    ///
    /// On return the change is durable, and every store with this clock has settled what became
    /// due.
    public func advanceTime(by seconds: TimeInterval) throws(Store.Error) {
        try core.advanceTime { _ in seconds }
    }

    /// Advances the store's time to a date; an earlier date than the present one is ignored.
    public func advanceTime(to date: Date) throws(Store.Error) {
        try core.advanceTime { now in date.timeIntervalSince(now) }
    }
}

extension StoreCore {
    /// Advances the time by what `seconds` returns for the present date.
    fileprivate func advanceTime(by seconds: (Date) -> TimeInterval) throws(Store.Error) {
        if clock.isManual {
            clock.advance(by: seconds(clock.now))
        } else {
            clock.advance(toOffset: try recordAdvance(by: seconds))
        }
        try settle()
    }

    /// Advances the ledger's time, and returns its offset; two processes that do so at once add up.
    private func recordAdvance(
        by seconds: (Date) -> TimeInterval
    ) throws(Store.Error) -> TimeInterval {
        try commit { writer in
            let step = max(0, seconds(try now(in: writer.reader)))
            let time = try writer.reader.time().advanced(to: clock.seconds, by: step)
            try writer.save(time)
            return time.offset
        }
    }

    /// Advances the ledger's time to that of the clock, if it is behind: the process advanced the
    /// clock itself, or another store that has the same clock and a ledger of its own.
    func recordTime() throws(Store.Error) {
        guard !clock.isManual, try ledger.read({ try $0.time() }).offset < clock.seconds else {
            return
        }
        try commit { writer in
            try writer.save(try writer.reader.time().advanced(to: clock.seconds))
        }
    }

    /// The present date by clock and ledger: another process may have advanced the time a moment
    /// ago.
    func now(in reader: LedgerReader) throws -> Date {
        clock.isManual ? clock.now : clock.now(atOffset: try reader.time().offset)
    }
}

extension StoreClock {
    /// Advances the clock to the time of a ledger, unless it is a manual clock.
    func adoptTime(of ledger: Ledger) throws(Store.Error) {
        guard !isManual else { return }
        advance(toOffset: try ledger.read { try $0.time() }.offset)
    }
}

/// By how much the time of a ledger is ahead of the system's clock.
private struct StoreTime: Preference {
    static let preferenceName = "time"
    /// More seconds than there are in the range of a clock's dates; infinity cannot be stored.
    private static let greatestOffset: TimeInterval = 1e12

    /// In seconds.
    var offset: TimeInterval = 0

    enum CodingKeys: CodingKey {
        case offset
    }

    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.offset, into: &offset)
    }

    /// The time after an advance, which starts no earlier than at another offset.
    func advanced(to other: TimeInterval, by seconds: TimeInterval = 0) -> StoreTime {
        StoreTime(offset: min(max(offset, other) + seconds, Self.greatestOffset))
    }
}

extension LedgerReader {
    fileprivate func time() throws -> StoreTime { try preference(default: StoreTime()) }
}
