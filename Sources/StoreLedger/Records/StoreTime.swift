package import Foundation
import StoreModel

/// The seconds by which the time of a ledger is ahead of the system's clock.
package struct StoreTime: Preference {
    package static let preferenceName = "time"
    /// More seconds than there are in the range of a clock's dates; infinity cannot be stored.
    private static let greatestOffset: TimeInterval = 1e12

    package var offset: TimeInterval = 0

    package enum CodingKeys: CodingKey {
        case offset
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.offset, into: &offset)
    }

    /// The time at an offset, unless it is further ahead.
    package func advanced(to other: TimeInterval) -> StoreTime {
        StoreTime(offset: min(max(offset, other), Self.greatestOffset))
    }

    package func advanced(by seconds: TimeInterval) -> StoreTime {
        StoreTime(offset: min(offset + seconds, Self.greatestOffset))
    }
}

extension LedgerReader {
    package func time() throws -> StoreTime { try preference(default: StoreTime()) }

    /// The date of the newest change, the lower bound of the ledger's time.
    package func newestDate() throws -> Date {
        try counter("SELECT newestDate FROM counter") { try $0.value("newestDate") }
    }
}

extension LedgerWriter {
    package func recordDate(_ date: Date) throws {
        try execute("UPDATE counter SET newestDate = max(newestDate, ?)", [date.milliseconds])
    }
}
