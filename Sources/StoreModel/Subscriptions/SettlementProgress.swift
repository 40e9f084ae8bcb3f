package import Foundation

/// The progress of settling due events, which takes several transactions.
package struct SettlementProgress: Sendable, Equatable {
    /// The number of renewals and other events that were settled.
    package var count: Int
    /// The date of the next event; at the end it is ``end``.
    package var date: Date
    /// The date up to which events are due.
    package var end: Date

    /// Makes a progress.
    package init(count: Int, date: Date, end: Date) {
        self.count = count
        self.date = date
        self.end = end
    }
}
