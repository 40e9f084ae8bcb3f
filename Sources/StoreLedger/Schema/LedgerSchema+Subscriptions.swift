extension LedgerSchema {
    // The offers that return if a customer takes back the choice of another product.
    static let suspendedOffers = "ALTER TABLE subscription ADD COLUMN suspendedOffers TEXT"

    // The day of the month that periods of another length keep. The dates of purchases and periods
    // are whole seconds, as in receipts.
    static let billingDates = """
        ALTER TABLE subscription ADD COLUMN anchorDay INTEGER;
        UPDATE entry SET \(roundingDown(entryDates));
        UPDATE subscription SET \(roundingDown(subscriptionDates));
        """

    private static let entryDates = [
        "purchaseDate", "originalPurchaseDate", "expirationDate", "revocationDate", "upgradeDate",
    ]

    private static let subscriptionDates = [
        "expirationDate", "gracePeriodEnd", "retryEnd", "revocationDate", "startDate", "anchorDate",
        "nextEventDate",
    ]

    /// Assignments that round milliseconds down to seconds, also those before 1970.
    private static func roundingDown(_ columns: [String]) -> String {
        columns.map { "\($0) = \($0) - (\($0) % 1000 + 1000) % 1000" }.joined(separator: ", ")
    }

    // A commitment and seats are JSON. Missing values are NULL, so that a row keeps its seal.
    static let plansAndSeats = """
        ALTER TABLE entry ADD COLUMN billingPlan TEXT;
        ALTER TABLE entry ADD COLUMN commitment TEXT;
        ALTER TABLE entry ADD COLUMN seats TEXT;
        ALTER TABLE entry ADD COLUMN isAssigned INTEGER;
        ALTER TABLE subscription ADD COLUMN commitment TEXT;
        ALTER TABLE subscription ADD COLUMN billingPlan TEXT;
        ALTER TABLE subscription ADD COLUMN renewalPlan TEXT;
        ALTER TABLE subscription ADD COLUMN renewalSeatCount INTEGER;
        """

    // The history of failed renewals. Of earlier ones, only those that continue are known. The
    // indexes find the few transactions that have changed since the purchase.
    static let billingIssues = """
        CREATE TABLE billingIssue (
            id INTEGER PRIMARY KEY,
            customerID INTEGER NOT NULL,
            subscriptionID INTEGER NOT NULL,
            productID TEXT NOT NULL,
            startDate INTEGER NOT NULL,
            gracePeriodEnd INTEGER,
            endDate INTEGER
        ) STRICT;
        CREATE INDEX billingIssueOfSubscription ON billingIssue (subscriptionID);
        INSERT INTO billingIssue
            (customerID, subscriptionID, productID, startDate, gracePeriodEnd)
            SELECT customerID, id, renewalProductID, expirationDate, gracePeriodEnd
            FROM subscription WHERE retryEnd IS NOT NULL;
        CREATE INDEX entryRefunded ON entry (id) WHERE revocationDate IS NOT NULL;
        CREATE INDEX entryUpgraded ON entry (id) WHERE isUpgraded;
        CREATE INDEX entryInterrupted ON entry (id) WHERE hasIssue;
        """

    // An extension of many subscriptions has its progress: those up to `lastSubscriptionID` are
    // done, and `finalSubscriptionID` was the newest one when it was requested. `storefronts` is a
    // list in JSON; NULL stands for all.
    static let renewalExtensions = """
        CREATE TABLE renewalExtension (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            customerID INTEGER NOT NULL,
            subscriptionID INTEGER NOT NULL,
            entryID INTEGER NOT NULL,
            dayCount INTEGER NOT NULL,
            reason INTEGER NOT NULL,
            requestIdentifier TEXT NOT NULL,
            extensionDate INTEGER NOT NULL,
            effectiveDate INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX renewalExtensionByCustomer ON renewalExtension (customerID);
        CREATE UNIQUE INDEX renewalExtensionOfSubscription
            ON renewalExtension (subscriptionID, requestIdentifier);
        CREATE TABLE massExtension (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            productID TEXT NOT NULL,
            dayCount INTEGER NOT NULL,
            reason INTEGER NOT NULL,
            requestIdentifier TEXT NOT NULL,
            storefronts TEXT,
            requestDate INTEGER NOT NULL,
            completionDate INTEGER,
            succeededCount INTEGER NOT NULL,
            failedCount INTEGER NOT NULL,
            lastSubscriptionID INTEGER NOT NULL,
            finalSubscriptionID INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX massExtensionOfProduct
            ON massExtension (productID, requestIdentifier);
        """
}
