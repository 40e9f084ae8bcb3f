extension Store {
    /// Delivers once more what the customer owns: non-consumables and subscriptions, expired ones
    /// too.
    ///
    /// Each becomes a copy in the state `.restored`, to be finished like a purchase; a copy that an
    /// earlier restore left unfinished is delivered again. With a user name, only what was bought
    /// under that name.
    @discardableResult
    public func restore(
        applicationUsername: String? = nil
    ) throws(Store.Error) -> [LedgerEntry] {
        let date = clock.now
        return try change { writer in
            let originals = try writer.reader.restorableEntries(
                applicationUsername: applicationUsername
            )
            try writer.renewReceipt(at: date)
            return try originals.map { original in
                try writer.reader.unfinishedCopy(of: original)
                    ?? writer.insert(LedgerEntry(restoring: original, at: date))
            }
        }
    }
}
