import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

extension StoreInUse {
    @Suite("What a session does to purchases by StoreKit 2")
    struct SessionControlTests {
        let session: SKTestSession

        init() throws {
            session = try .make()
        }

        @Test("A purchase that asks to buy is pending, and arrives when it is approved")
        func approved() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            session.askToBuyEnabled = true
            #expect(try await Product.buy(SampleProducts.hints).isPending)
            let waiting = try session.newest()
            #expect(waiting.pendingAskToBuyConfirmation)
            #expect(await Transaction.unfinished.products.isEmpty)
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            #expect(try await updates.verified().id == UInt64(waiting.identifier))
            #expect(await Transaction.unfinished.products == [SampleProducts.hints])
        }

        @Test("One that is declined does not arrive")
        func declined() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            session.askToBuyEnabled = true
            #expect(try await Product.buy(SampleProducts.hints).isPending)
            try session.declineAskToBuyTransaction(identifier: try session.newest().identifier)
            session.askToBuyEnabled = false
            try await session.buyProduct(identifier: SampleProducts.colours)
            #expect(try await updates.verified().productID == SampleProducts.colours)
            #expect(await Transaction.all.products == [SampleProducts.colours])
            #expect(await Transaction.unfinished.products == [SampleProducts.colours])
        }

        @Test("An interrupted purchase is pending, and arrives as a new transaction when resolved")
        func interrupted() async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            session.interruptedPurchasesEnabled = true
            #expect(try await Product.buy(SampleProducts.colours).isPending)
            let failed = try session.newest()
            #expect(failed.hasPurchaseIssue)
            #expect(await Transaction.all.products.isEmpty)
            session.interruptedPurchasesEnabled = false
            try session.resolveIssueForTransaction(identifier: failed.identifier)
            let resolved = try await updates.verified()
            #expect(resolved.productID == SampleProducts.colours)
            #expect(resolved.id != UInt64(failed.identifier))
            #expect(await Transaction.currentEntitlements.products == [SampleProducts.colours])
        }

        @Test("Failing purchases throw, and make no transaction")
        func failing() async throws {
            session.failTransactionsEnabled = true
            let error = await #expect(throws: StoreKitError.self) {
                try await Product.buy(SampleProducts.hints)
            }
            #expect(error.map { SKTestFailures.Purchase.generic($0) } == .generic(.unknown))
            #expect(await Transaction.all.products.isEmpty)
            session.failTransactionsEnabled = false
            #expect(try await Product.buy(SampleProducts.hints).verification != nil)
        }

        @Test(
            "A refund arrives with its date and reason, and takes the entitlement",
            arguments: [SampleProducts.hints, SampleProducts.colours, SampleProducts.pass]
        )
        func refund(product: String) async throws {
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try #require(try await Product.buy(product).verification).payloadValue
            await bought.finish()
            try session.refundTransaction(identifier: UInt(bought.id))
            #expect(await Transaction.currentEntitlements.products.isEmpty)
            let refunded = try await updates.verified()
            #expect(refunded.id == bought.id)
            #expect(refunded.revocationDate == .opening)
            #expect(refunded.revocationReason == .other)
            // A finished consumable returns to the history.
            #expect(await Transaction.all.products == [product])
            #expect(await Transaction.unfinished.products.isEmpty)
        }

        @Test("A refunded period of a subscription revokes it")
        func refundedSubscription() async throws {
            let bought = try await session.buyProduct(identifier: SampleProducts.monthly)
            try session.refundTransaction(identifier: UInt(bought.id))
            #expect(try await session.status.state == .revoked)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
        }

        @Test("The storefront and the locale apply to products, and the storefront is announced")
        func storefront() async throws {
            var updates = Storefront.updates.makeAsyncIterator()
            session.storefront = "DEU"
            session.locale = Locale(identifier: "de_DE")
            #expect(await updates.next()?.countryCode == "DEU")
            #expect(await Storefront.current?.countryCode == "DEU")
            let products = try await Product.products(for: [SampleProducts.weekly])
            let product = try #require(products.first)
            #expect(product.displayName == "Atelier, wöchentlich")
            #expect(product.displayPrice.contains("€"))
            let bought = try #require(try await product.purchase().verification).payloadValue
            #expect(bought.storefront.countryCode == "DEU")
            #expect(bought.currency?.identifier == "EUR")
        }

        @Test("Clearing leaves nothing to read, and settings as they were")
        func clearing() async throws {
            session.storefront = "FRA"
            try await session.buyProduct(identifier: SampleProducts.hints)
            try await session.buyProduct(identifier: SampleProducts.monthly)
            try await Product.buy(SampleProducts.colours)
            #expect(await Transaction.all.products.count == 3)
            session.clearTransactions()
            #expect(await Transaction.all.products.isEmpty)
            #expect(await Transaction.unfinished.products.isEmpty)
            #expect(await Transaction.currentEntitlements.products.isEmpty)
            #expect(try await Product.SubscriptionInfo.status(for: SKTestSession.group).isEmpty)
            #expect(await Storefront.current?.countryCode == "FRA")
            #expect(try await Product.buy(SampleProducts.colours).verification != nil)
            #expect(await Transaction.all.products == [SampleProducts.colours])
        }

        @Test("What was bought and cleared before an iteration began does not come")
        func clearedBefore() async throws {
            try await session.buyProduct(identifier: SampleProducts.hints)
            session.clearTransactions()
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try await session.buyProduct(identifier: SampleProducts.colours)
            #expect(try await updates.verified().id == bought.id)
        }

        @Test("A deleted transaction takes its renewals along")
        func deleting() async throws {
            let first = try await session.buyProduct(identifier: SampleProducts.monthly)
            try session.forceRenewalOfSubscription(productIdentifier: SampleProducts.monthly)
            #expect(await Transaction.all.products.count == 2)
            try session.deleteTransaction(identifier: UInt(first.id))
            #expect(await Transaction.all.products.isEmpty)
            #expect(try await Product.SubscriptionInfo.status(for: SKTestSession.group).isEmpty)
        }
    }
}
