extension Store {
    /// Gives the app the products that the customer lost since it last asked, and counts them as delivered.
    public func takeRevokedProductIDs() throws(Store.Error) -> [String] {
        // Asking first spares the usual case, in which nothing was taken back, a change of the ledger.
        guard try ledger.read({ try !$0.undeliveredRevocations().isEmpty }) else { return [] }
        return try change { try $0.takeRevokedProductIDs() }
    }
}

extension LedgerReader {
    fileprivate func undeliveredRevocations() throws -> [LedgerEntry] {
        try entries(where: "isRevocationUndelivered ORDER BY id")
    }
}

extension LedgerWriter {
    fileprivate func takeRevokedProductIDs() throws -> [String] {
        var products: [String] = []
        for var entry in try reader.undeliveredRevocations() {
            entry.isRevocationUndelivered = false
            try update(entry)
            if !products.contains(entry.productID) { products.append(entry.productID) }
        }
        return products
    }
}
