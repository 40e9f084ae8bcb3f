extension Store {
    /// Sells a product, and fails when the payment does.
    ///
    /// For those who buy on a customer's behalf and have no use for a failed entry, which the
    /// ledger keeps, finished.
    @discardableResult
    public func buy(_ request: PaymentRequest) throws(Store.Error) -> LedgerEntry {
        guard catalog.product(withIdentifier: request.productID) != nil else {
            throw Error.unknownProduct(id: request.productID)
        }
        let entry = try pay(request)
        if let failure = entry.failure {
            try finish([entry.id])
            throw Error.refusedPurchase(code: failure.code.rawValue, reason: failure.reason)
        }
        return entry
    }
}
