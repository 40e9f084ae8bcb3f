extension LedgerSchema {
    // By these, lists of all customers' transactions are found, and changes of notifications.
    // SQLite adds `id` to each index, which is the order of the lists. Nearly all transactions are
    // purchased; they need no index. That of customers has the negative number, because SQLite
    // would prefer it to the smaller indexes of other queries, which begin with the customer.
    static let administration = """
        CREATE INDEX entryByCustomer ON entry (-customerID);
        CREATE INDEX entryByProduct ON entry (productID);
        CREATE INDEX entryByState ON entry (state) WHERE state <> 'purchased';
        CREATE INDEX notificationByRevision ON notification (revision);
        """
}
