import StoreKit
import SwiftyStoreKit

/// Purchases and restores; a transaction is finished only after its content was delivered.
enum PurchaseManager {
    static func purchase(_ productID: String, quantity: Int = 1) async {
        do {
            let outcome = try await SwiftyStoreKit.purchaseProduct(
                productID,
                quantity: quantity,
                atomically: false
            )
            switch outcome {
            case .purchased(let purchase): deliver(purchase, finishing: purchase.transaction)
            case .deferred: Terminal.say(.app, "A parent has been asked. Play on meanwhile!")
            }
        } catch SKError.paymentCancelled {
            Terminal.say(.app, "Changed your mind? Nothing was charged.")
        } catch SKError.cloudServiceNetworkConnectionFailed {
            Terminal.say(.app, "No luck: the App Store cannot be reached. Nothing was charged.")
        } catch {
            Terminal.say(.app, "No luck: \(error.localizedDescription). Nothing was charged.")
        }
    }

    static func restore() async throws {
        let results = try await SwiftyStoreKit.restorePurchases(atomically: false)
        for purchase in results.restoredPurchases.sorted(by: { $0.productId < $1.productId }) {
            deliver(purchase, finishing: purchase.transaction)
        }
        if results.restoredPurchases.isEmpty {
            Terminal.say(.app, "There is nothing to restore yet.")
        }
    }

    /// Waits for a purchase outside of a call, and delivers it.
    static func awaitPurchase(greeting: String? = nil) async {
        for await purchase in SwiftyStoreKit.purchaseUpdates
        where purchase.transaction.transactionState == .purchased {
            if let greeting { Terminal.say(.app, greeting) }
            return deliver(purchase, finishing: purchase.transaction)
        }
    }

    static func deliver(_ purchase: any Purchased, finishing transaction: any PaymentTransaction) {
        Terminal.say(.app, Item.delivery(of: purchase.productId, quantity: purchase.quantity))
        SwiftyStoreKit.finishTransaction(transaction)
    }
}
