package import Foundation

extension Date {
    /// Makes a date from whole milliseconds since 1970, the unit of the ledger.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }

    /// Whole milliseconds since 1970, rounded; a date too far away to count is clamped.
    package var milliseconds: Int64 {
        Int64(exactly: (timeIntervalSince1970 * 1000).rounded())
            ?? (timeIntervalSince1970 < 0 ? .min : .max)
    }

    /// The date without its fraction of a second, as receipts write it.
    var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
    }

    /// The date, or the nearest one of a range.
    func held(in range: ClosedRange<Date>) -> Date {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
