import Observation
import ShopModel
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

// These tests run on a Mac, in a session of Xcode's, and on Linux, each with a store of its own.
@MainActor
@Suite(.store("Shop.storekit"))
struct ShopTests {
    @Test func `buying coins charges once and credits them`() async throws {
        var saved: [Int] = []
        let shop = Shop { saved.append($0) }
        await shop.buy(ShopProduct.coins)

        #expect(shop.coins == ShopProduct.coinsInPouch)
        #expect(saved == [ShopProduct.coinsInPouch])
        #expect(shop.message == nil)
        #expect(shop.pending == nil)
        #expect(try SKTestSession.current.allTransactions().count == 1)
    }

    @Test func `a transaction is finished after the coins were saved`() async throws {
        let session = try SKTestSession.current
        var wereUnfinished: [Bool] = []
        let shop = Shop { _ in
            // Nothing is lost when the app ends here.
            wereUnfinished.append(SKPaymentQueue.default().transactions.count == 1)
        }
        await shop.buy(ShopProduct.coins)

        #expect(wereUnfinished == [true])
        #expect(session.allTransactions().count == 1)
    }

    @Test func `the shelf shows products, cheapest first, with their period`() async {
        let shop = Shop()
        await shop.load()

        #expect(shop.products.map(\.id) == [ShopProduct.coins, ShopProduct.monthly])
        #expect(shop.products.map(\.title) == ["Pouch of coins", "Monthly membership"])
        #expect(shop.products.first?.price == "$0.99")
        #expect(shop.products.last?.price.hasPrefix("$4.99 / ") == true)
    }

    @Test func `a failed purchase shows a message and credits nothing`() async throws {
        let session = try SKTestSession.current
        session.failTransactionsEnabled = true
        session.failureError = .unknown
        let shop = Shop()
        await shop.buy(ShopProduct.coins)

        #expect(shop.coins == 0)
        #expect(shop.message != nil)
    }

    @Test func `cancelling a purchase shows no message`() async throws {
        let session = try SKTestSession.current
        session.failTransactionsEnabled = true
        session.failureError = .paymentCancelled
        let shop = Shop()
        await shop.buy(ShopProduct.coins)

        #expect(shop.coins == 0)
        #expect(shop.message == nil)
    }

    @Test func `a purchase that was approved later is delivered`() async throws {
        let session = try SKTestSession.current
        session.askToBuyEnabled = true
        let shop = Shop()
        shop.open()
        await shop.buy(ShopProduct.coins)
        #expect(shop.message == "Waiting for approval.")
        #expect(shop.coins == 0)

        let transaction = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: transaction.identifier)
        await until { shop.coins == ShopProduct.coinsInPouch }
        #expect(shop.coins == ShopProduct.coinsInPouch)
    }

    @Test func `a subscription makes a member until it is refunded`() async throws {
        let session = try SKTestSession.current
        let shop = Shop()
        let membership = Task { await shop.followMembership() }
        defer { membership.cancel() }
        await shop.buy(ShopProduct.monthly)
        await until { shop.isMember }
        #expect(shop.isMember)

        let transaction = try #require(session.allTransactions().first)
        try session.refundTransaction(identifier: transaction.identifier)
        await until { !shop.isMember }
        #expect(!shop.isMember)
    }

    @Test func `coins are spent only while there are enough`() async {
        let shop = Shop(coins: 30)
        #expect(shop.spend(20))
        #expect(!shop.spend(20))
        #expect(!shop.spend(0))
        #expect(shop.coins == 10)
    }

    /// Waits for a change of the shop, which StoreKit makes in its own time.
    private func until(_ condition: @MainActor () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = condition()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }
}
