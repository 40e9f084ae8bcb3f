extension Store {
    /// Begins a purchase as a customer does on the App Store's own page: the app is asked whether
    /// to go on with it.
    ///
    /// The wish is kept until an app takes it.
    public func beginPurchaseOnAppStore(of productID: String) throws(Store.Error) {
        guard catalog.product(withIdentifier: productID) != nil else {
            throw Error.unknownProduct(id: productID)
        }
        try change { try $0.addIntent(productID) }
    }

    /// Gives the app the products whose purchase the customer began on the App Store, each once.
    public func takePurchaseIntents() throws(Store.Error) -> [String] {
        let hasIntents = try ledger.read { try $0.hasIntents() }
        return hasIntents ? try change { try $0.takeIntents() } : []
    }
}
