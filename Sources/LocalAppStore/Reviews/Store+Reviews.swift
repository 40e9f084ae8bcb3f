extension Store {
    /// How often an app asked the customer to review it.
    public var reviewRequestCount: Int {
        get throws(Store.Error) {
            try ledger.read { try $0.preference(default: ReviewRequests()) }.count
        }
    }

    /// Counts that an app asks the customer to review it; nobody is asked.
    public func recordReviewRequest() throws(Store.Error) {
        try update(default: ReviewRequests()) { requests in
            // A count that somebody else wrote may be as high as it can be.
            if requests.count < .max { requests.count += 1 }
        }
    }
}

/// The requests for a review that the ledger counts.
private struct ReviewRequests: Preference {
    static let preferenceName = "reviewRequests"

    var count = 0

    enum CodingKeys: CodingKey {
        case count
    }

    mutating func read(_ fields: KeyedDecodingContainer<CodingKeys>) throws {
        try fields.read(.count, into: &count)
    }
}
