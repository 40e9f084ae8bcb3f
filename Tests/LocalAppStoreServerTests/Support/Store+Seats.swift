import Foundation
import LocalAppStore

extension Store {
    /// A store in memory that sells subscriptions with seats.
    static func makeWithSeats(
        invitations: Seats.InvitationManagement = .apple,
        environment: StoreEnvironment = .sandbox
    ) throws -> Store {
        var team = SubscriptionTerms(
            groupID: "team",
            level: 1,
            period: SubscriptionPeriod(value: 1, unit: .month)
        )
        team.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 10)]
        var large = team
        team.level = 2
        large.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 20)]
        let products = [("team", 10, team), ("team.large", 20, large)].map { id, price, terms in
            CatalogProduct(
                id: id,
                kind: .autoRenewableSubscription,
                price: Decimal(price),
                subscription: terms
            )
        }
        let store = try Store(
            catalog: Catalog(products: products),
            at: .memory,
            clock: .manual(startingAt: .start),
            app: StoreApp(bundleIdentifier: "com.example.shop", version: "1")
        )
        try store.updateSettings { $0.invitationManagement = invitations }
        try store.updateReceiptSettings { $0.environment = environment }
        return store
    }

    @discardableResult
    func buySeats(_ count: Int, of productID: String = "team") throws -> LedgerEntry {
        var request = PaymentRequest(productID: productID)
        request.seatCount = count
        return try pay(request)
    }

    /// The customer's `appTransactionId`.
    var appTransactionID: String {
        get throws { Customer.appTransactionIdentifier(of: try customer.id) }
    }
}
