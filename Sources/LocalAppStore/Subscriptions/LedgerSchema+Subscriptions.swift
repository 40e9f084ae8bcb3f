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
}
