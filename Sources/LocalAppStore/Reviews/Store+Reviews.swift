extension Store {
    /// How often an app asked the customer to review it.
    public var reviewRequestCount: Int {
        get throws(Store.Error) { try ledger.read { try $0.reviewRequestCount() } }
    }

    /// Counts that an app asks the customer to review it; nobody is asked.
    public func recordReviewRequest() throws(Store.Error) {
        try change { writer in
            let count = try writer.reader.reviewRequestCount()
            try writer.setPreference(Self.reviewRequests, to: String(count + 1))
        }
    }

    fileprivate static let reviewRequests = "reviewRequests"
}

extension LedgerReader {
    fileprivate func reviewRequestCount() throws -> Int {
        try preference(Store.reviewRequests).flatMap { Int($0) } ?? 0
    }
}
