import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("Purchases by StoreKit 2 outside the app")
    struct OutsidePurchaseTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test(
            "The app finds the transaction, and has yet to finish it",
            arguments: [
                SampleProducts.hints, SampleProducts.colours, SampleProducts.pass,
                SampleProducts.monthly,
            ]
        )
        func delivery(product: String) async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try await session.buyProduct(identifier: product)
            #expect(bought.productID == product)
            #expect(try await updates.verified().id == bought.id)
            #expect(await Transaction.unfinished.products == [product])
            #expect(session.allTransactions().map { UInt64($0.identifier) } == [bought.id])
            await bought.finish()
            #expect(await Transaction.unfinished.products.isEmpty)
        }

        @Test("An app that listens later finds it, too")
        func later() async throws {
            let bought = try await session.buyProduct(identifier: SampleProducts.hints)
            var updates = Transaction.updates.makeAsyncIterator()
            #expect(try await updates.verified().id == bought.id)
        }

        @Test("A consumable is sold again, although the app has not finished the first")
        func consumables() async throws {
            let inApp = try await Product.buy(SampleProducts.hints).verification?.payloadValue
            let first = try await session.buyProduct(identifier: SampleProducts.hints)
            let second = try await session.buyProduct(identifier: SampleProducts.hints)
            #expect(Set([inApp?.id, first.id, second.id]).count == 3)
            // The app itself gets an unfinished one.
            try await Product.buy(SampleProducts.hints)
            #expect(session.allTransactions().count == 3)
        }

        @Test("What the customer has is returned, and not sold again")
        func owned() async throws {
            let book = try await session.buyProduct(identifier: SampleProducts.colours)
            #expect(try await session.buyProduct(identifier: SampleProducts.colours).id == book.id)
            let month = try await session.buyProduct(identifier: SampleProducts.monthly)
            #expect(try await session.buyProduct(identifier: SampleProducts.monthly).id == month.id)
            #expect(await Transaction.all.products.count == 2)
        }

        @Test("Options apply, and dialogs do not")
        func options() async throws {
            let account = UUID()
            let bought = try await session.buyProduct(
                identifier: SampleProducts.hints,
                options: [.quantity(3), .appAccountToken(account)]
            )
            #expect(bought.purchasedQuantity == 3)
            #expect(bought.appAccountToken == account)
        }

        @Test("An unknown product is refused")
        func unknown() async throws {
            let error = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: "bricks")
            }
            #expect(error.code == .invalidProductIdentifier)
            #expect(error.localizedDescription == "The store has no product bricks")
        }

        @Test("What the store refuses is an invalid action, and the app has nothing to finish")
        func refused() async throws {
            let quantity = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(
                    identifier: SampleProducts.hints,
                    options: [.quantity(11)]
                )
            }
            #expect(quantity.code == .invalidAction)
            #expect(quantity.localizedDescription.contains("The quantity is 11"))
            session.failTransactionsEnabled = true
            let failure = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: SampleProducts.colours)
            }
            #expect(failure.code == .invalidAction)
            #expect(session.unfinishedTransactions().isEmpty)
            #expect(await Transaction.unfinished.products.isEmpty)
        }

        @Test("A purchase that waits throws, and arrives after its approval")
        func waiting() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            session.askToBuyEnabled = true
            let error = try await #require(throws: SKTestError.self) {
                try await session.buyProduct(identifier: SampleProducts.hints)
            }
            #expect(error.code == .invalidAction)
            #expect(error.localizedDescription.contains("waits for an approval"))
            let id = try session.newest().identifier
            try session.approveAskToBuyTransaction(identifier: id)
            #expect(try await updates.verified().id == UInt64(id))
        }

        @Test("A failed verification of the app does not concern who buys")
        func verification() async throws {
            let failure = SKTestFailures.Verification.verification(.invalidSignature)
            try await session.setSimulatedError(failure, forAPI: .verification)
            try await session.setSimulatedError(.generic(.unknown), forAPI: .purchase)
            let bought = try await session.buyProduct(identifier: SampleProducts.hints)
            #expect(bought.productID == SampleProducts.hints)
        }
    }
}
