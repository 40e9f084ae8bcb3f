import StoreModel

// Purchases.
extension NotificationTrigger {
    /// The products of the catalog that the customer may buy.
    var products: [CatalogProduct] { store.catalog.products.filter { isWanted($0.id) } }

    /// Whether the customer may buy a product.
    func isWanted(_ id: String) -> Bool { productID == nil || id == productID }

    /// Makes a payment of the customer.
    @discardableResult
    func buy(_ request: PaymentRequest) throws -> LedgerEntry {
        let entry = try store.buy(request)
        guard entry.state != .deferred else {
            throw unreachable("transaction \(entry.id) waits for approval")
        }
        return entry
    }

    /// Makes a payment for a product.
    @discardableResult
    func buy(_ productID: String) throws -> LedgerEntry {
        try buy(PaymentRequest(productID: productID))
    }

    func buyOnce() throws {
        let owned = try store.entries().filter { entry in
            entry.kind == .nonConsumable && entry.state == .purchased
                && entry.revocationDate == nil && !entry.isShared
        }
        let products = products.filter { product in
            product.subscription == nil && !owned.contains { $0.productID == product.id }
        }
        let consumable = products.first { $0.kind == .consumable }
        guard let product = consumable ?? products.first else {
            throw unreachable("it requires an unowned product that is not a subscription")
        }
        try buy(product.id)
    }

    func subscribeFirst() throws {
        let groups = Set(try store.subscriptions.all().map(\.groupID))
        let product = products.first { product in
            product.subscription.map { !groups.contains($0.groupID) } == true
        }
        guard let product else {
            throw unreachable(
                "it requires a subscription in a group in which the customer never subscribed"
            )
        }
        try buy(product.id)
    }

    func resubscribe() throws {
        let products = products.filter { $0.subscription != nil }
        let subscriptions = try store.subscriptions.all().filter { subscription in
            products.contains { $0.subscription?.groupID == subscription.groupID }
        }
        let active = subscriptions.first { $0.nextEventDate != nil }
        let ended = subscriptions.first { $0.status == .expired }
        let former: CustomerSubscription
        if let ended, active?.groupID != ended.groupID {
            former = ended
        } else {
            former = try active ?? subscribed()
            try end(former)
        }
        let product =
            products.first { $0.id == former.productID }
            ?? products.first { $0.subscription?.groupID == former.groupID }
        try buy(product?.id ?? former.productID)
    }
}
