import StoreKit
import SwiftyStoreKit

/// Where the app sells: it hands over what was paid for, and only then finishes.
enum Till {
    static func buy(_ productId: String, quantity: Int = 1) async {
        do {
            let outcome = try await SwiftyStoreKit.purchaseProduct(
                productId,
                quantity: quantity,
                atomically: false
            )
            switch outcome {
            case .purchased(let purchase): handOver(purchase, finishing: purchase.transaction)
            case .deferred: Screen.say(.app, "A parent has been asked. Play on meanwhile!")
            }
        } catch SKError.paymentCancelled {
            Screen.say(.app, "Changed your mind? Nothing was charged.")
        } catch {
            Screen.say(.app, "That did not work: \(reason(error)). Nothing was charged.")
        }
    }

    static func restore() async throws {
        let results = try await SwiftyStoreKit.restorePurchases(atomically: false)
        for purchase in results.restoredPurchases.sorted(by: { $0.productId < $1.productId }) {
            handOver(purchase, finishing: purchase.transaction)
        }
        if results.restoredPurchases.isEmpty {
            Screen.say(.app, "There is nothing to restore yet.")
        }
    }

    /// Waits for the purchase that somebody else decided about.
    static func receiveApproved() async {
        for await purchase in SwiftyStoreKit.purchaseUpdates
        where purchase.transaction.transactionState == .purchased {
            return handOver(purchase, finishing: purchase.transaction)
        }
    }

    static func handOver(_ purchase: any Purchased, finishing transaction: any PaymentTransaction) {
        Screen.say(.app, Item.delivery(of: purchase))
        SwiftyStoreKit.finishTransaction(transaction)
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? SKError)?.code {
        case .cloudServiceNetworkConnectionFailed: "the App Store cannot be reached"
        case .paymentNotAllowed: "this device is not allowed to buy"
        default: error.localizedDescription
        }
    }
}
