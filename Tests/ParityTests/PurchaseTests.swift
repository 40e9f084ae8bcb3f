import Foundation
import StoreKit
import StoreKitTest
import SwiftyStoreKit
import Testing

extension Parity {
    @Suite("Purchases that wait or fail")
    struct PurchaseTests {
        let shop: Shop
        var session: SKTestSession { shop.session }

        init() throws {
            shop = try Shop()
        }

        // askToBuyEnabled: every purchase becomes pending until it is approved or declined.
        // pendingAskToBuyConfirmation: the transaction waits for approval.
        // approveAskToBuyTransaction(identifier:): approves the pending one.
        @Test("A purchase with Ask to Buy is deferred until it is approved")
        func approved() async throws {
            session.askToBuyEnabled = true
            shop.pay(for: Shop.book)
            #expect(await shop.observer.receives(.updated(Shop.book, .deferred)))
            let pending = try shop.newest(of: Shop.book)
            #expect(pending.pendingAskToBuyConfirmation)
            #expect(pending.state == .deferred)
            try session.approveAskToBuyTransaction(identifier: pending.identifier)
            #expect(await shop.observer.receives(.updated(Shop.book, .purchased)))
            let approved = try shop.newest(of: Shop.book)
            #expect(!approved.pendingAskToBuyConfirmation)
            #expect(approved.state == .purchased)
        }

        // declineAskToBuyTransaction(identifier:): declines the pending one.
        @Test("A purchase with Ask to Buy fails when it is declined")
        func declined() async throws {
            session.askToBuyEnabled = true
            shop.pay(for: Shop.book)
            #expect(await shop.observer.receives(.updated(Shop.book, .deferred)))
            let pending = try shop.newest(of: Shop.book)
            try session.declineAskToBuyTransaction(identifier: pending.identifier)
            #expect(await shop.observer.receives(.failed(Shop.book, .paymentCancelled)))
            #expect(try shop.newest(of: Shop.book).pendingAskToBuyConfirmation == false)
        }

        // approve and decline: an error when the transaction is not pending.
        @Test("Only a pending purchase can be approved or declined")
        func notPending() throws {
            let bought = try shop.bought(Shop.book).identifier
            for identifier in [bought, bought + 1_000] {
                #expect(throws: (any Error).self) {
                    try session.approveAskToBuyTransaction(identifier: identifier)
                }
                #expect(throws: (any Error).self) {
                    try session.declineAskToBuyTransaction(identifier: identifier)
                }
            }
            #expect(try shop.newest(of: Shop.book).state == .purchased)
        }

        // askToBuyEnabled, through the library: the call returns while the purchase waits.
        @Test("The library reports a purchase that waits for approval")
        func awaited() async throws {
            session.askToBuyEnabled = true
            guard case .deferred(let details) = try await SwiftyStoreKit.purchaseProduct(Shop.book)
            else {
                Issue.record("not deferred")
                return
            }
            #expect(details.productId == Shop.book)
            #expect(try shop.newest(of: Shop.book).pendingAskToBuyConfirmation)
        }

        // interruptedPurchasesEnabled: every purchase fails with an issue until it is disabled.
        // hasPurchaseIssue: the purchase was interrupted by an issue.
        // resolveIssueForTransaction(identifier:): completes it; the new transaction arrives.
        @Test("An interrupted purchase has an issue, and arrives once that is resolved")
        func interrupted() async throws {
            session.interruptedPurchasesEnabled = true
            shop.pay(for: Shop.book)
            #expect(await shop.observer.receives(.failed(Shop.book, .unknown)))
            let failed = try shop.newest(of: Shop.book)
            #expect(failed.hasPurchaseIssue)
            #expect(failed.state == .failed)
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            #expect(await shop.observer.receives(.updated(Shop.book, .purchased)))
            #expect(try !shop.transaction(failed.identifier).hasPurchaseIssue)
            #expect(try shop.newest(of: Shop.book).identifier != failed.identifier)
        }

        @Test("A purchase is not interrupted when that is disabled again")
        func notInterrupted() async throws {
            session.interruptedPurchasesEnabled = true
            session.interruptedPurchasesEnabled = false
            shop.pay(for: Shop.book)
            #expect(await shop.observer.receives(.updated(Shop.book, .purchased)))
            let bought = try shop.newest(of: Shop.book)
            #expect(!bought.hasPurchaseIssue)
            #expect(throws: (any Error).self) {
                try session.resolveIssueForTransaction(identifier: bought.identifier)
            }
        }

        // failTransactionsEnabled: transactions end as failed, with failureError.
        // failureError: one of these five codes.
        @Test(
            "A transaction fails with the error that was set",
            arguments: [
                SKError.Code.unknown, .invalidOfferIdentifier, .invalidSignature,
                .missingOfferParams, .invalidOfferPrice,
            ]
        )
        func failing(code: SKError.Code) async throws {
            session.failTransactionsEnabled = true
            session.failureError = code
            await #expect {
                _ = try await SwiftyStoreKit.purchaseProduct(Shop.book)
            } throws: { error in
                (error as? SKError)?.code == code
            }
            #expect(await shop.observer.receives(.failed(Shop.book, code)))
            #expect(try shop.newest(of: Shop.book).state == .failed)
        }

        // failTransactionsEnabled is false by default: failureError alone has no effect.
        @Test("A failure that is not enabled does not happen")
        func notFailing() async throws {
            session.failureError = .invalidSignature
            shop.pay(for: Shop.book)
            #expect(await shop.observer.receives(.updated(Shop.book, .purchased)))
        }

        // buyProduct(productIdentifier:): buys outside the app; observers receive the transaction.
        @Test("A purchase outside of the app arrives in the queue")
        func outside() async throws {
            try session.buyProduct(productIdentifier: Shop.coins)
            #expect(await shop.observer.receives(.updated(Shop.coins, .purchased)))
            #expect(throws: (any Error).self) {
                try session.buyProduct(productIdentifier: "unknown")
            }
        }

        // disableDialogs: purchases are confirmed without a dialog.
        @Test("Without dialogs a purchase in the app is confirmed")
        func confirmed() async throws {
            session.disableDialogs = true
            guard case .purchased = try await SwiftyStoreKit.purchaseProduct(Shop.coins) else {
                Issue.record("not purchased")
                return
            }
        }
    }
}
