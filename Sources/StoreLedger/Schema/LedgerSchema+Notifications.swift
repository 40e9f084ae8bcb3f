extension LedgerSchema {
    // The notifications of the App Store Server. `payload`, `transactionInfo` and `renewalInfo` are
    // JSON as of the event, without the values that depend on the app; they are signed when they
    // are sent.
    //
    // `nextAttemptDate` is when the notification is to be sent next; it is NULL after it arrived,
    // after the last attempt, and if there was nowhere to send it to.
    static let notifications = """
        CREATE TABLE notification (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            identifier BLOB NOT NULL UNIQUE,
            type TEXT NOT NULL,
            subtype TEXT,
            date INTEGER NOT NULL,
            customerID INTEGER,
            entryID INTEGER,
            originalID INTEGER,
            payload TEXT NOT NULL,
            transactionInfo TEXT,
            renewalInfo TEXT,
            nextAttemptDate INTEGER,
            revision INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX notificationDue ON notification (nextAttemptDate, id)
            WHERE nextAttemptDate IS NOT NULL;
        CREATE INDEX notificationByOriginal ON notification (originalID)
            WHERE originalID IS NOT NULL;
        CREATE TABLE notificationAttempt (
            id INTEGER PRIMARY KEY,
            notificationID INTEGER NOT NULL,
            date INTEGER NOT NULL,
            result TEXT
        ) STRICT;
        CREATE INDEX attemptByNotification ON notificationAttempt (notificationID);
        """

    // The responses of the app's server.
    static let notificationAnswers = """
        ALTER TABLE notificationAttempt ADD COLUMN status INTEGER;
        ALTER TABLE notificationAttempt ADD COLUMN response TEXT;
        """

    // The number of an attempt is not used again after a replay deleted it: it may still be under
    // way, and end.
    static let attemptNumbers = """
        ALTER TABLE notificationAttempt RENAME TO oldAttempt;
        CREATE TABLE notificationAttempt (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            notificationID INTEGER NOT NULL,
            date INTEGER NOT NULL,
            result TEXT,
            status INTEGER,
            response TEXT
        ) STRICT;
        INSERT INTO notificationAttempt
            SELECT id, notificationID, date, result, status, response FROM oldAttempt;
        DROP TABLE oldAttempt;
        CREATE INDEX attemptByNotification ON notificationAttempt (notificationID);
        """

    // The date of the last signature about each original transaction, and of a notification's own.
    // Until then a notification was signed with the date of its event.
    static let signatures = """
        CREATE TABLE signature (
            originalID INTEGER PRIMARY KEY,
            date INTEGER NOT NULL
        ) STRICT;
        INSERT INTO signature
            SELECT originalID, max(date) FROM notification
            WHERE originalID IS NOT NULL GROUP BY originalID;
        ALTER TABLE notification ADD COLUMN signedDate INTEGER NOT NULL DEFAULT 0;
        UPDATE notification SET signedDate = date;
        """
}
