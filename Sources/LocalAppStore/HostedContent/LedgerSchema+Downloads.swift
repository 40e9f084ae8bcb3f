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
}
