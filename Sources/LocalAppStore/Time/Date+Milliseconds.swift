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
}
