package import Foundation

/// A point in time as the App Store signs it: milliseconds since 1970.
package typealias Milliseconds = Int64

extension Milliseconds {
    /// The point in time of a date, rounded to the millisecond.
    ///
    /// A date outside the range of 64 bits becomes the earliest or latest one.
    package init(_ date: Date) {
        let value = (date.timeIntervalSince1970 * 1000).rounded()
        self = Milliseconds(exactly: value) ?? (value < 0 ? .min : .max)
    }

    package var date: Date { Date(timeIntervalSince1970: Double(self) / 1000) }

    package static let day: Milliseconds = 86_400_000

    /// The point in time after a number of milliseconds; the latest instead of an overflow.
    package func adding(_ milliseconds: Milliseconds) -> Milliseconds {
        let (sum, overflow) = addingReportingOverflow(milliseconds)
        return overflow ? .max : sum
    }

    /// The difference; the greatest or the least number instead of an overflow.
    func subtracting(_ milliseconds: Milliseconds) -> Milliseconds {
        let (difference, overflow) = subtractingReportingOverflow(milliseconds)
        return overflow ? (milliseconds < 0 ? .max : .min) : difference
    }
}
