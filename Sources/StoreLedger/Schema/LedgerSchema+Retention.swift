extension LedgerSchema {
    // Retention messages: the content of a message is the JSON of its upload. A performance test
    // without a report is running, or its process was killed.
    static let retention = """
        CREATE TABLE retentionImage (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL UNIQUE,
            size TEXT NOT NULL,
            width INTEGER NOT NULL,
            height INTEGER NOT NULL,
            state TEXT NOT NULL
        ) STRICT;
        CREATE TABLE retentionMessage (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL UNIQUE,
            content TEXT NOT NULL,
            state TEXT NOT NULL
        ) STRICT;
        CREATE TABLE defaultMessage (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            productID TEXT NOT NULL,
            locale TEXT NOT NULL,
            messageIdentifier BLOB NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX defaultMessageOfProduct ON defaultMessage (productID, locale);
        CREATE TABLE performanceTest (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL UNIQUE,
            target TEXT NOT NULL,
            configuration TEXT NOT NULL,
            report TEXT
        ) STRICT;
        """
}
