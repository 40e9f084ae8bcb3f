package import Foundation

extension Date {
    /// The range of a store's dates, the years 1 to 9999; both bounds are whole seconds.
    package static let storeDates: ClosedRange<Date> =
        Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Makes a date from milliseconds since 1970, the unit of the ledger.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }

    /// Milliseconds since 1970, rounded and clamped to the range of `Int64`.
    package var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }

    /// The date rounded down to whole seconds, as in receipts.
    package var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
    }

    /// The start of the next whole second, the first date that differs in a receipt.
    package var nextSecond: Date { wholeSeconds + 1 }

    /// The date clamped to a range.
    package func clamped(to range: ClosedRange<Date>) -> Date {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
