extension LedgerSchema {
    // A download gets its row when the app first does something with it, and loses it when its
    // transaction is finished. `activeSince` is set while it is active.
    static let downloads = """
        CREATE TABLE download (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            entryID INTEGER NOT NULL,
            contentIdentifier TEXT NOT NULL,
            contentVersion TEXT NOT NULL,
            contentLength INTEGER NOT NULL,
            state TEXT NOT NULL,
            receivedLength INTEGER NOT NULL,
            activeSince INTEGER,
            bytesPerSecond INTEGER NOT NULL,
            failureReason TEXT,
            failureDetail TEXT,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX downloadOfEntry ON download (entryID, contentIdentifier);
        CREATE INDEX downloadByRevision ON download (revision);
        CREATE INDEX downloadActive ON download (id) WHERE state = 'active';
        """

    // One request about an entry at most waits for a decision.
    static let refundRequests = """
        CREATE TABLE refundRequest (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            customerID INTEGER NOT NULL,
            entryID INTEGER NOT NULL,
            reason TEXT NOT NULL,
            requestDate INTEGER NOT NULL,
            consumptionVersion INTEGER,
            consumption TEXT,
            decision TEXT,
            decisionDate INTEGER
        ) STRICT;
        CREATE INDEX refundRequestByCustomer ON refundRequest (customerID);
        CREATE INDEX refundRequestByEntry ON refundRequest (entryID);
        CREATE UNIQUE INDEX refundRequestOpen ON refundRequest (entryID) WHERE decision IS NULL;
        """

    // By it, tools learn of a request and of its decision, which don't change the entry.
    static let refundRequestRevisions = """
        ALTER TABLE refundRequest ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX refundRequestByRevision ON refundRequest (customerID, revision);
        """

    // Whether a period was bought or renewed, and since when a customer has been a subscriber. Of
    // older entries, a period that begins where the one before it ended counts as renewed.
    static let signedTransactions = """
        ALTER TABLE entry ADD COLUMN isRenewal INTEGER NOT NULL DEFAULT 0;
        UPDATE entry SET isRenewal = 1 WHERE id IN (
            SELECT id FROM (
                SELECT id, purchaseDate,
                    lag(expirationDate) OVER (PARTITION BY originalID ORDER BY id) AS previousEnd
                FROM entry WHERE kind = 'autoRenewableSubscription' AND state = 'purchased'
            ) WHERE previousEnd = purchaseDate
        );
        ALTER TABLE subscription ADD COLUMN startDate INTEGER;
        UPDATE subscription SET startDate = coalesce(
            (SELECT originalPurchaseDate FROM entry WHERE entry.id = subscription.entryID),
            anchorDate
        );
        """

    // Indexes for lists of all customers' transactions, and for changes of notifications. SQLite
    // adds `id`, the order of the lists, to each index. Nearly all transactions are purchased; they
    // need no index. The customer's number is negative, because SQLite would otherwise prefer its
    // index to the smaller indexes of other queries, which begin with the customer.
    static let administration = """
        CREATE INDEX entryByCustomer ON entry (-customerID);
        CREATE INDEX entryByProduct ON entry (productID);
        CREATE INDEX entryByState ON entry (state) WHERE state <> 'purchased';
        CREATE INDEX notificationByRevision ON notification (revision);
        """

    // The date of the newest change. The system's clock may go back; the time of a ledger does not.
    static let newestDate = """
        ALTER TABLE counter ADD COLUMN newestDate INTEGER NOT NULL DEFAULT -62135596800000;
        UPDATE counter SET newestDate = max(
            newestDate,
            (SELECT coalesce(max(purchaseDate), -62135596800000) FROM entry),
            (SELECT coalesce(max(revocationDate), -62135596800000) FROM entry)
        );
        """

    // The API of StoreKit that bought an entry, and the one that finished it. `contentRevision` is
    // the revision of the last change of anything but its delivery, so that finishing isn't an
    // update of a transaction.
    static let apis = """
        ALTER TABLE entry ADD COLUMN purchaseAPI TEXT;
        ALTER TABLE entry ADD COLUMN finishAPI TEXT;
        ALTER TABLE entry ADD COLUMN contentRevision INTEGER NOT NULL DEFAULT 0;
        UPDATE entry SET contentRevision = revision;
        """

    // The developer's decision about the introductory offer, for a payment that waits.
    static let introductoryDecisions = """
        ALTER TABLE entry ADD COLUMN allowsIntroductoryOffer INTEGER;
        """

    // The code of each row's values, and its key; see `LedgerSeal`. The rows are sealed after all
    // migrations. One that is inserted by hand has no code, which is wrong for any values.
    static let seals = """
        ALTER TABLE entry ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
        ALTER TABLE subscription ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
        ALTER TABLE counter ADD COLUMN sealKey BLOB NOT NULL DEFAULT x'';
        UPDATE counter SET sealKey = randomblob(32);
        """

    // A ledger is of production, the sandbox or Xcode, and not only of production or another one.
    // Settings are JSON in the form that the encoder gives them.
    static let environments = """
        UPDATE preference SET value = replace(
            replace(value, '"isProduction":true', '"environment":"Production"'),
            '"isProduction":false', '"environment":"Sandbox"'
        ) WHERE name = 'receipts';
        """
}
