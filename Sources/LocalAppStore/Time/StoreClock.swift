public import Foundation

/// Tells a store what time it is.
///
/// Every rule of the store takes its date from here, so a test decides when things happen: it makes
/// a manual clock and advances it. All members may be called from any thread.
public final class StoreClock: Sendable {
    private let source: Source
    private let offset = Locked(TimeInterval.zero)

    private enum Source {
        case system
        case fixed(Date)
    }

    private init(_ source: Source) {
        self.source = source
    }

    /// Makes a clock that follows the system's.
    public static func system() -> StoreClock {
        StoreClock(.system)
    }

    /// Makes a clock that stands still until it is advanced.
    public static func manual(startingAt date: Date) -> StoreClock {
        StoreClock(.fixed(date))
    }

    /// The store's present, in whole milliseconds, and never outside of the years 1 to 9999, which
    /// are all that receipts and certificates can write: there the clock stands still.
    public var now: Date {
        let date = Date(timeInterval: offset.withLock { $0 }, since: start)
        return Date(millisecondsSince1970: date.milliseconds).held(in: Self.dates)
    }

    /// The dates that a store can show and keep: whole seconds at both ends.
    static let dates: ClosedRange<Date> =
        Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Moves the clock forward by a number of seconds; a negative number is ignored, for a store's
    /// past is settled.
    public func advance(by seconds: TimeInterval) {
        offset.withLock { $0 += max(0, seconds) }
    }

    private var start: Date {
        switch source {
        case .system: Date()
        case .fixed(let date): date
        }
    }
}
