import StoreLedger
import StoreModel

extension Store {
    /// The number of times that an app requested a review.
    package var reviewRequestCount: Int {
        get throws(StoreError) {
            try read { try $0.preference(default: ReviewRequests()) }.count
        }
    }

    /// Counts a request for a review; the customer is not asked.
    package func recordReviewRequest() throws(StoreError) {
        try update(default: ReviewRequests()) { requests in
            // The stored count may be the maximum.
            if requests.count < .max { requests.count += 1 }
        }
    }
}

/// The number of review requests, as stored in the ledger.
private struct ReviewRequests: Preference {
    static let preferenceName = "reviewRequests"

    var count = 0

    enum CodingKeys: CodingKey {
        case count
    }

    mutating func decode(from fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.decode(.count, into: &count)
    }
}
