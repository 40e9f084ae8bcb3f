public import Observation
import StoreKit
import SwiftyStoreKit

/// A shop that sells coins and a subscription.
///
/// Views read its properties and call its methods. It lives as long as the app.
@MainActor
@Observable
public final class Shop {
    /// The products on sale, cheapest first.
    public private(set) var products: [ShopProduct] = []
    /// The number of coins that the customer can spend.
    public private(set) var coins: Int
    /// Whether the customer may use what the subscription includes.
    public private(set) var isMember = false
    /// The product whose purchase is under way.
    public private(set) var pending: ShopProduct.ID?
    /// A message for the customer about the last call.
    public private(set) var message: String?

    @ObservationIgnored private let saveCoins: (Int) -> Void

    /// Creates a shop.
    ///
    /// - Parameters:
    ///   - coins: The coins that were saved by an earlier launch.
    ///   - saveCoins: Saves the coins before their transaction is finished.
    public init(coins: Int = 0, saveCoins: @escaping (Int) -> Void = { _ in }) {
        self.coins = coins
        self.saveCoins = saveCoins
    }

    /// Delivers the transactions of earlier launches and of other devices.
    ///
    /// Call it once, at launch.
    public func open() {
        SwiftyStoreKit.completeTransactions(atomically: false) { [weak self] purchases in
            self?.complete(purchases)
        }
    }

    /// Keeps ``isMember`` up to date until the task is cancelled.
    public func followMembership() async {
        for await entitlements in SwiftyStoreKit.entitlementUpdates() {
            isMember = entitlements.contains { $0.productId == ShopProduct.monthly }
        }
    }

    /// Loads the products from the App Store.
    public func load() async {
        do {
            let results = try await SwiftyStoreKit.retrieveProductsInfo(ShopProduct.identifiers)
            products = results.retrievedProducts
                .sorted { $0.price.decimalValue < $1.price.decimalValue }
                .map(ShopProduct.init)
            message = products.isEmpty ? "Nothing is on sale." : nil
        } catch {
            message = error.localizedDescription
        }
    }

    /// Buys a product and delivers it.
    public func buy(_ id: ShopProduct.ID) async {
        guard pending == nil else { return }
        pending = id
        message = nil
        defer { pending = nil }
        do {
            switch try await SwiftyStoreKit.purchaseProduct(id, atomically: false) {
            case .purchased(let purchase):
                deliver(purchase.productId, quantity: purchase.quantity)
                SwiftyStoreKit.finishTransaction(purchase.transaction)
            case .deferred:
                message = "Waiting for approval."
            }
        } catch let error as SKError where error.code == .paymentCancelled {
            // The customer knows.
        } catch {
            message = error.localizedDescription
        }
    }

    /// Restores the purchases of the customer's other devices.
    public func restore() async {
        do {
            let results = try await SwiftyStoreKit.restorePurchases()
            if let (error, _) = results.restoreFailedPurchases.first {
                message = error.localizedDescription
            } else {
                message = results.restoredPurchases.isEmpty ? "Nothing to restore." : "Restored."
            }
        } catch {
            message = error.localizedDescription
        }
    }

    /// Spends coins and returns whether there were enough.
    public func spend(_ count: Int) -> Bool {
        guard count > 0, count <= coins else { return false }
        coins -= count
        saveCoins(coins)
        return true
    }

    private func complete(_ purchases: [Purchase]) {
        for purchase in purchases where purchase.transaction.transactionState == .purchased {
            deliver(purchase.productId, quantity: purchase.quantity)
            SwiftyStoreKit.finishTransaction(purchase.transaction)
        }
    }

    /// Credits coins.
    ///
    /// The entitlement delivers the membership.
    private func deliver(_ id: ShopProduct.ID, quantity: Int) {
        guard id == ShopProduct.coins else { return }
        coins += ShopProduct.coinsInPouch * quantity
        saveCoins(coins)
    }
}
