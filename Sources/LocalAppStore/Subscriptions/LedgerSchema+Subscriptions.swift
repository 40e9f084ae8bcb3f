extension LedgerSchema {
    // The offers that return if a customer takes back the choice of another product.
    static let suspendedOffers = "ALTER TABLE subscription ADD COLUMN suspendedOffers TEXT"
}
