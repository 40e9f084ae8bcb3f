public import Foundation

/// The progress of settling due events, which takes several transactions.
public struct SettlementProgress: Sendable, Equatable {
    /// The number of renewals and other events that were settled.
    public var count: Int
    /// The date of the next event; at the end it is ``end``.
    public var date: Date
    /// The date up to which events are due.
    public var end: Date

    /// Makes a progress.
    public init(count: Int, date: Date, end: Date) {
        self.count = count
        self.date = date
        self.end = end
    }
}
