extension Store {
    /// Gives the app the products that the customer lost since it last asked, and counts them as delivered.
    public func takeRevokedProductIDs() throws(Store.Error) -> [String] {
        let undelivered = try ledger.read {
            try $0.entries(where: "isRevocationUndelivered ORDER BY id")
        }
        guard !undelivered.isEmpty else { return [] }
        return try change { writer in
            for var entry in try writer.reader.entries(where: "isRevocationUndelivered") {
                entry.isRevocationUndelivered = false
                try writer.update(entry)
            }
            return undelivered.map(\.productID).reduce(into: []) { products, product in
                if !products.contains(product) { products.append(product) }
            }
        }
    }
}
