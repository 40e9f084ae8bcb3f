import Foundation
import StoreLedger
import StoreModel

extension Store {
    /// Deletes an entry, all entries with it as their original transaction, and their
    /// notifications.
    ///
    /// The period of a subscription before a deleted one becomes the current one.
    public func delete(_ id: Int64) throws(StoreError) {
        try change { writer, date in
            let entry = try writer.reader.requiredEntry(id)
            let children = try writer.reader.entries(withOriginal: id).map(\.id)
            for id in Set(children + [id]) {
                try writer.delete(id)
                try writer.deleteNotifications(aboutEntry: id)
                try writer.deleteAccess(to: id, at: date)
            }
            try writer.rebuildSubscription(entry.originalID, at: date)
            try writer.renewReceipt(at: date)
        }
        core.removeUnusedContent()
    }

    /// Deletes all entries of the customer, also those by which a family has them; the settings
    /// and the time stay, the receipt becomes empty, and no `id` is used again.
    ///
    /// Notifications of them are deleted, too, whether or not they were sent.
    public func clear() throws(StoreError) {
        try change { writer, date in try writer.clear(at: date) }
        core.removeUnusedContent()
    }

    /// Deletes the transactions and the notifications of all customers in one transaction; the
    /// customers, the time and the environment stay, and the settings unless `resetsSettings`.
    package func clearAllCustomers(resettingSettings resetsSettings: Bool) throws(StoreError) {
        try change { writer, date in
            for customer in try writer.reader.allCustomers() {
                try writer.acting(for: customer.id).clear(at: date)
            }
            try writer.deleteAllNotifications()
            guard resetsSettings else { return }
            try writer.resetSettings(at: date)
        }
        core.version.renew()
        core.removeUnusedContent()
    }
}

extension Store.Customers {
    /// Deletes a customer who has no family, with everything that the customer has.
    package func delete(_ id: Customer.ID) throws(StoreError) {
        try change { writer, date in
            let writer = writer.acting(for: id)
            try writer.clear(at: date)
            try writer.deleteCustomer()
        }
    }
}

extension LedgerWriter {
    /// Deletes everything that the customer has.
    fileprivate func clear(at date: Date) throws {
        for entry in try reader.allEntries() { try deleteAccess(to: entry.id, at: date) }
        try deleteAll()
        try deleteNotificationsOfCustomer()
        try renewReceipt(at: date)
    }
}
