import StoreKit

/// The shop by StoreKit 2, with the purchases of the original API.
@MainActor
struct SignedShop {
    private let products: [Product]

    init() async throws {
        products = try await Product.products(for: Item.identifiers).sorted { $0.price < $1.price }
    }

    /// Shows the products that the customer isn't entitled to; a consumable never entitles.
    func showShelf() async {
        for product in products {
            guard await product.currentEntitlement == nil else { continue }
            Terminal.write("  " + ProductList.line(product.displayPrice, title(of: product)))
        }
    }

    /// Buys, delivers and finishes; nil without a transaction of the App Store.
    func purchase(_ item: Item) async throws -> Transaction.ID? {
        guard let product = products.first(where: { $0.id == item.rawValue }),
            case .success(let result) = try await product.purchase()
        else { return nil }
        switch result {
        case .verified(let transaction):
            Terminal.say(.app, "The transaction is signed by the App Store, for this game.")
            Terminal.say(.app, Item.delivery(of: transaction.productID))
            await transaction.finish()
            return transaction.id
        case .unverified(_, let error):
            Terminal.say(.app, "Nothing is delivered: \(error.localizedDescription)")
            return nil
        }
    }

    func showOwned(_ note: (Transaction) -> String) async {
        let owned = await owned()
        for product in products {
            guard let transaction = owned[product.id] else { continue }
            Terminal.row(product.displayName, note(transaction))
        }
    }

    /// The names of the customer's products, as a list; nil for none.
    func ownedNames() async -> String? {
        let owned = await owned()
        let names = products.filter { owned[$0.id] != nil }.map(\.displayName)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Shows the refund that comes after a request for it, and returns the product.
    @discardableResult
    func awaitRefund(
        after request: @MainActor () async throws -> Void
    ) async rethrows -> Product.ID? {
        // Begun first, as an app does at launch, and so nothing is missed.
        var updates = Transaction.updates.makeAsyncIterator()
        try await request()
        while let update = await updates.next() {
            guard case .verified(let transaction) = update, transaction.revocationDate != nil,
                let product = products.first(where: { $0.id == transaction.productID })
            else { continue }
            Terminal.say(.app, "Transaction.updates: \(product.displayName) was refunded.")
            return product.id
        }
        return nil
    }

    /// The verified entitlements by their products.
    private func owned() async -> [Product.ID: Transaction] {
        var owned: [Product.ID: Transaction] = [:]
        for await case .verified(let transaction) in Transaction.currentEntitlements {
            owned[transaction.productID] = transaction
        }
        return owned
    }

    private func title(of product: Product) -> String {
        guard let unit = product.subscription?.subscriptionPeriod.unit else {
            return product.displayName
        }
        let name = unit.formatted(product.subscriptionPeriodUnitFormatStyle)
        return "\(product.displayName), by the \(name)"
    }
}
