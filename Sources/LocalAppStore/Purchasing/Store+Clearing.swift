import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Deletes an entry, all entries with it as their original transaction, and their
    /// notifications.
    ///
    /// The period of a subscription before a deleted one becomes the current one.
    package func delete(_ id: Int64) throws(StoreError) {
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            try writer.apply(writer.reader.deletion(of: entry, at: date))
            try writer.limitSeats(inPeriodOf: entry, at: date)
        }
        core.removeUnusedContent()
    }

    /// Deletes all entries of the customer, also those by which a family has them; the settings
    /// and the time stay, the receipt becomes empty, and no `id` is used again.
    ///
    /// Notifications of them are deleted, too, whether or not they were sent.
    package func clear() throws(StoreError) {
        try noteClearing()
        try change { writer, date in try clear(writer, at: date) }
        core.removeUnusedContent()
    }

    /// Deletes the transactions and the notifications of all customers in one transaction; the
    /// customers, the time and the environment stay, and the settings unless `resetsSettings`.
    package func clearAllCustomers(resettingSettings resetsSettings: Bool) throws(StoreError) {
        try change { writer, date in
            for customer in try writer.reader.allCustomers() {
                try clear(writer.acting(for: customer.id), at: date)
            }
            try writer.deleteAllNotifications()
            guard resetsSettings else { return }
            try writer.resetSettings(at: date)
        }
        core.version.renew()
        core.removeUnusedContent()
    }

    /// Deletes everything that the customer of a writer has.
    fileprivate func clear(_ writer: LedgerWriter, at date: Date) throws {
        let shared = try writer.reader.allEntries().flatMap { entry in
            try writer.reader.sharedEntries(of: entry.id)
        }
        try writer.apply(FamilySharingRule.deletion(of: shared, at: date))
        try writer.deleteAll()
        try writer.deleteNotificationsOfCustomer()
        try writer.renewReceipt(at: date)
    }
}

extension Store.Customers {
    /// Deletes a customer who has no family, with everything that the customer has.
    package func delete(_ id: Customer.ID) throws(StoreError) {
        try store.change { writer, date in
            let writer = writer.acting(for: id)
            try store.clear(writer, at: date)
            try writer.deleteCustomer()
        }
    }
}

extension LedgerReader {
    fileprivate func deletion(of entry: LedgerEntry, at date: Date) throws -> [LedgerEdit] {
        // Seats that were added to a period do not outlive it.
        let deleted = [entry.id] + (try seatAdditions(to: entry).map(\.id))
        let ids = Set(try deleted.flatMap { try entries(withOriginal: $0).map(\.id) } + deleted)
        let reduced = entry.isSeatAddition ? try self.entry(entry.periodID) : nil
        let remaining = try entries(withOriginal: entry.originalID).filter { !ids.contains($0.id) }
        return DeletionRule.deletion(
            of: ids,
            by: customerID,
            shared: try ids.flatMap { try sharedEntries(of: $0) },
            from: try subscription(entry.originalID),
            newest: try DeletionRule.newestPeriod(among: remaining).map(period),
            reduced: try reduced.map(period).map { period in
                let additions = period.seatAdditions.filter { !ids.contains($0.id) }
                return (period.first, additions, period.shared)
            },
            at: date
        )
    }

    private func period(from first: LedgerEntry) throws -> DeletionRule.Period {
        (first, try seatAdditions(to: first), try sharedPurchases(of: first.id))
    }
}
