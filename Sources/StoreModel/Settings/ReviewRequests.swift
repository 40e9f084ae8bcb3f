import Foundation

/// The number of review requests, as stored in the ledger.
package struct ReviewRequests: Preference {
    package static let preferenceName = "reviewRequests"

    package var count = 0

    package init() {}

    package enum CodingKeys: CodingKey {
        case count
    }

    package mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.count, into: &count)
    }
}
