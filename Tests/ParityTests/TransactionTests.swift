import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension Parity {
    @Suite("Transactions of a session")
    struct TransactionTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // SKTestTransaction: the identifiers, the product, the state and the dates.
        @Test("A first purchase is its own original and has its dates")
        func members() throws {
            let silver = try shop.bought(Shop.silver)
            #expect(silver.originalTransactionIdentifier == silver.identifier)
            #expect(silver.productIdentifier == Shop.silver)
            #expect(silver.state == .purchased)
            #expect(silver.purchaseDate <= Date())
            #expect(try #require(silver.expirationDate) > silver.purchaseDate)
            #expect(silver.cancelDate == nil)
            #expect(!silver.hasPurchaseIssue)
            #expect(!silver.pendingAskToBuyConfirmation)
            #expect(!silver.isPendingPriceIncreaseConsent)
            let book = try shop.bought(Shop.book)
            #expect(book.identifier != silver.identifier)
            #expect(book.expirationDate == nil)
        }

        // allTransactions(): includes consumables and purchases that wait for approval.
        @Test("All transactions are listed, finished consumables and pending purchases too")
        func all() async throws {
            _ = try await SwiftyStoreKit.purchaseProduct(Shop.coins)
            session.askToBuyEnabled = true
            _ = try await SwiftyStoreKit.purchaseProduct(Shop.book)
            let products = session.allTransactions().map(\.productIdentifier)
            #expect(Set(products) == [Shop.coins, Shop.book])
            #expect(products.count == 2)
        }

        // clearTransactions(): removes all.
        @Test("After clearing there is no transaction")
        func clear() throws {
            _ = try shop.bought(Shop.book)
            _ = try shop.bought(Shop.silver)
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            #expect(throws: (any Error).self) {
                try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            }
        }

        // deleteTransaction(identifier:): removes it with its children, such as renewals.
        @Test("A transaction is deleted with its renewals, and no other is")
        func delete() throws {
            let book = try shop.bought(Shop.book)
            let first = try shop.bought(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            #expect(shop.count(of: Shop.silver) == 2)
            try session.deleteTransaction(identifier: first.identifier)
            #expect(session.allTransactions().map(\.identifier) == [book.identifier])
        }

        @Test("A renewal can be deleted alone")
        func deleteRenewal() throws {
            let first = try shop.bought(Shop.silver)
            try session.forceRenewalOfSubscription(productIdentifier: Shop.silver)
            let renewal = try shop.newest(of: Shop.silver)
            try session.deleteTransaction(identifier: renewal.identifier)
            #expect(session.allTransactions().map(\.identifier) == [first.identifier])
        }

        // refundTransaction(identifier:): approved at once, and delivered as a revocation.
        // cancelDate: the date of the refund.
        @Test(
            "A refund has a date, and the app is told to revoke",
            arguments: [Shop.book, Shop.silver]
        )
        func refund(product: String) async throws {
            let bought = try shop.bought(product)
            try session.refundTransaction(identifier: bought.identifier)
            #expect(await shop.observer.receives(.revoked([product])))
            let date = try #require(try shop.transaction(bought.identifier).cancelDate)
            #expect(date >= bought.purchaseDate)
            #expect(date <= Date())
        }

        // cancelDate: nil for a subscription that merely was upgraded.
        @Test("An upgrade cancels nothing")
        func upgrade() throws {
            let silver = try shop.bought(Shop.silver)
            let gold = try shop.bought(Shop.gold)
            #expect(gold.autoRenewingEnabled)
            #expect(try shop.transaction(silver.identifier).cancelDate == nil)
            #expect(try !shop.transaction(silver.identifier).autoRenewingEnabled)
        }

        @Test("A transaction that does not exist can be neither refunded nor deleted")
        func unknown() throws {
            let id = try shop.bought(Shop.book).identifier + 1_000
            for operation in [session.refundTransaction, session.deleteTransaction] {
                let error = try #require(throws: SKTestError.self) { try operation(id) }
                #expect(error.code == .noTransactionFound)
            }
            #expect(session.allTransactions().count == 1)
        }

        // identifier: NSUInteger outside of the system's SDK, so `UInt`; what a transaction of the
        // queue has is text, and a transaction of StoreKit 2 has a `UInt64`.
        @Test("An identifier from elsewhere is converted to UInt")
        func converted() async throws {
            let bought = try shop.bought(Shop.book)
            #expect(await shop.observer.receives(.updated(Shop.book, .purchased)))
            let delivered = SKPaymentQueue.default().transactions.first?.transactionIdentifier
            let id = try #require(delivered.flatMap(UInt64.init))
            #expect(bought.identifier == UInt(id))
            try session.refundTransaction(identifier: UInt(id))
            #expect(try shop.transaction(UInt(id)).cancelDate != nil)
        }
    }
}
