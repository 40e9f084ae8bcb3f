extension Store {
    /// The purchases that were taken back and that the app has yet to hear of, oldest first.
    public func undeliveredRevocations() throws(Store.Error) -> [LedgerEntry] {
        try ledger.read { try $0.entries(.revokedUndelivered) }
    }

    /// Counts revocations as delivered, once the app has heard of them; until then they are told
    /// again at every launch.
    public func acknowledgeRevocations(_ ids: [Int64]) throws(Store.Error) {
        try change { writer in
            for id in ids {
                guard var entry = try writer.reader.entry(id) else { continue }
                entry.isRevocationUndelivered = false
                try writer.update(entry)
            }
        }
    }
}
