extension Store {
    /// Removes an entry from the ledger, with the copies, repeats and renewals that stem from it.
    ///
    /// A subscription whose place it took runs on as it was.
    public func delete(_ id: Int64) throws(Store.Error) {
        let date = clock.now
        try change { writer in
            guard let entry = try writer.reader.entry(id) else { throw Error.unknownEntry(id: id) }
            let children = try writer.reader.entries(withOriginal: id).map(\.id)
            for id in Set(children + [id]) {
                try writer.delete(id)
            }
            try writer.reinstateSubscription(inGroup: entry.subscriptionGroupID)
            try writer.renewReceipt(at: date)
        }
    }

    /// Removes every entry; settings stay, the receipt is empty, and numbers are not used again.
    public func clear() throws(Store.Error) {
        let date = clock.now
        try change { writer in
            try writer.deleteAll()
            try writer.renewReceipt(at: date)
        }
    }
}
