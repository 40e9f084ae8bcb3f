extension LedgerSchema {
    // A ledger gets several customers; its former content and receipt belong to the first one.
    // `sharedEntryID` is another family member's purchase to which an entry gives access.
    //
    // Every index begins with the customer, so that no query depends on the purchases of others.
    static let customers = """
        CREATE TABLE customer (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            familyOrganizerID INTEGER,
            asksToBuy INTEGER NOT NULL DEFAULT 0,
            sharesPurchases INTEGER NOT NULL DEFAULT 1,
            receiptRevision INTEGER NOT NULL DEFAULT 0,
            receiptDate INTEGER
        ) STRICT;
        CREATE INDEX customerByFamily ON customer (familyOrganizerID)
            WHERE familyOrganizerID IS NOT NULL;
        INSERT INTO customer (id, name, receiptRevision, receiptDate)
            SELECT 1, 'customer', receiptRevision, receiptDate FROM counter;
        ALTER TABLE counter RENAME TO oldCounter;
        CREATE TABLE counter (
            revision INTEGER NOT NULL,
            lastEntryID INTEGER NOT NULL
        ) STRICT;
        INSERT INTO counter SELECT revision, lastEntryID FROM oldCounter;
        DROP TABLE oldCounter;
        ALTER TABLE entry ADD COLUMN customerID INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE entry ADD COLUMN sharedEntryID INTEGER;
        ALTER TABLE subscription ADD COLUMN customerID INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE removal ADD COLUMN customerID INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE purchaseIntent ADD COLUMN customerID INTEGER NOT NULL DEFAULT 1;
        DROP INDEX entryByRevision;
        DROP INDEX entryOwned;
        DROP INDEX entrySubscribed;
        DROP INDEX entryUnfinished;
        DROP INDEX entryRevoked;
        DROP INDEX entryRestorable;
        DROP INDEX entryIntroductory;
        DROP INDEX entryKept;
        DROP INDEX entryRedeemed;
        DROP INDEX subscriptionByProduct;
        DROP INDEX subscriptionByRevision;
        DROP INDEX removalByRevision;
        CREATE INDEX entryByRevision ON entry (customerID, revision);
        CREATE INDEX entryOwned ON entry (customerID, productID, state)
            WHERE kind = 'nonConsumable';
        CREATE INDEX entrySubscribed ON entry (customerID, subscriptionGroupID)
            WHERE subscriptionGroupID IS NOT NULL;
        CREATE INDEX entryUnfinished ON entry (customerID) WHERE NOT isFinished;
        CREATE INDEX entryRevoked ON entry (customerID) WHERE isRevocationUndelivered;
        CREATE INDEX entryRestorable ON entry (customerID)
            WHERE state = 'purchased' AND revocationDate IS NULL
            AND (kind = 'nonConsumable' AND originalID = id OR subscriptionGroupID IS NOT NULL);
        CREATE INDEX entryIntroductory ON entry (customerID, subscriptionGroupID)
            WHERE offerKind = 'introductory';
        CREATE INDEX entryKept ON entry (customerID)
            WHERE state = 'purchased' AND kind <> 'consumable';
        CREATE INDEX entryRedeemed ON entry (customerID, offerCode, productID)
            WHERE offerCode IS NOT NULL;
        CREATE INDEX entryShared ON entry (sharedEntryID, customerID)
            WHERE sharedEntryID IS NOT NULL;
        CREATE INDEX subscriptionByProduct ON subscription (customerID, productID);
        CREATE INDEX subscriptionByRevision ON subscription (customerID, revision);
        CREATE INDEX removalByRevision ON removal (customerID, revision);
        """
}
