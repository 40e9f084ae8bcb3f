extension LedgerSchema {
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
}
