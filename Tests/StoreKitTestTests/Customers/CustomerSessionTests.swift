import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import SwiftyStoreKit
import Testing

@Suite(
    "Sessions of several customers",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct CustomerSessionTests {
    let session: SKTestSession

    init() throws {
        session = try .current
    }

    @Test("Who signs in finds their own transactions and receipt, and returns to them later")
    func signingIn() async throws {
        let completed = Recorder<Purchase>()
        SwiftyStoreKit.completeTransactions(atomically: false) { $0.forEach(completed.record) }
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        let first = try #require(await completed.first())
        #expect(SKPaymentQueue.default().transactions.count == 1)

        try session.signIn(as: "ben")
        #expect(session.customerName == "ben")
        #expect(try SKTestSession.current === session)
        #expect(session.allTransactions().isEmpty)
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        #expect(receiptContains(SampleProducts.colours))
        #expect(!receiptContains(SampleProducts.hints))
        let identifiers = SKPaymentQueue.default().transactions.map(\.transactionIdentifier)
        #expect(!identifiers.contains(first.transaction.transactionIdentifier))

        try session.signIn(as: "customer")
        let again = try #require(await completed.first())
        #expect(again.productId == SampleProducts.hints)
        #expect(
            again.transaction.transactionIdentifier
                == first.transaction.transactionIdentifier
        )
        #expect(receiptContains(SampleProducts.hints))
    }

    @Test("A transaction of the former customer can be finished after another has signed in")
    func finishingLate() async throws {
        let outcome = try await SwiftyStoreKit.purchaseProduct(
            SampleProducts.hints,
            atomically: false
        )
        guard case .purchased(let details) = outcome else { throw CocoaError(.featureUnsupported) }
        let former = session.store
        try session.signIn(as: "ben")
        SwiftyStoreKit.finishTransaction(details.transaction)
        await session.advance(by: 1)
        #expect(try former.unfinishedEntries().isEmpty)
    }

    @Test("After signing out, payments and restores fail as cancelled, and products are there")
    func signingOut() async throws {
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        session.signOut()
        #expect(!session.isSignedIn)
        #expect(session.allTransactions().count == 1)
        let products = try await SwiftyStoreKit.retrieveProductsInfo([SampleProducts.colours])
        #expect(products.retrievedProducts.count == 1)
        await #expect(throws: SKError.self) {
            try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
        }
        let results = try await SwiftyStoreKit.restorePurchases()
        #expect(results.restoredPurchases.isEmpty)
        #expect(results.restoreFailedPurchases.map(\.0.code) == [.paymentCancelled])
        await #expect(throws: ReceiptError.self) {
            try await SwiftyStoreKit.fetchReceipt(forceRefresh: true)
        }
        #expect(SwiftyStoreKit.localReceiptData != nil)
        try session.signIn(as: session.customerName)
        #expect(try await SwiftyStoreKit.restorePurchases().restoredPurchases.count == 1)
    }

    @Test("After signing out, StoreKit 2 lists nothing, and no account is found for what needs one")
    func signingOutOfStoreKit2() async throws {
        let bought = try await session.buyProduct(identifier: SampleProducts.monthly)
        let products = try await Product.products(for: [SampleProducts.hints])
        try session.requestPriceIncreaseConsentForTransaction(identifier: UInt(bought.id))
        session.signOut()
        #expect(await Transaction.currentEntitlements.products.isEmpty)
        #expect(try await Product.SubscriptionInfo.status(for: SKTestSession.group).isEmpty)
        #expect(try await Product.SubscriptionInfo.status(transactionID: bought.id) == nil)
        #expect(await bought.subscriptionStatus == nil)
        #expect(try await products.first?.purchase().isCancelled == true)
        for call in [AppStore.sync, { _ = try await AppTransaction.refresh() }] {
            let error = await #expect(throws: StoreKitError.self) { try await call() }
            guard case .userCancelled? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        try session.signIn(as: session.customerName)
        #expect(try await session.status.transaction.payloadValue.id == bought.id)
    }

    @Test("Two customers use the app at once, each on a device")
    func atOnce() async throws {
        let queue = SKPaymentQueue.default()
        _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.colours)
        try await session.withCustomer("ben") { ben in
            #expect(SKPaymentQueue.default() !== queue)
            #expect(try SKTestSession.current === ben)
            #expect(try await SwiftyStoreKit.restorePurchases().restoredPurchases.isEmpty)
            async let weekly = SwiftyStoreKit.purchaseProduct(SampleProducts.weekly)
            async let hints = SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
            _ = try await (weekly, hints)
            #expect(ben.allTransactions().count == 2)
        }
        #expect(session.allTransactions().map(\.productIdentifier) == [SampleProducts.colours])
        #expect(session.balance.count == 1)
    }

    @Test("A family's purchase arrives on the other device, and is revoked when the family ends")
    func family() async throws {
        try await session.withCustomer("ben") { ben in
            let completed = Recorder<Purchase>()
            SwiftyStoreKit.completeTransactions { $0.forEach(completed.record) }
            let revoked = Recorder<[String]>()
            SwiftyStoreKit.onEntitlementRevocation { revoked.record($0) }
            try ben.joinFamily(organizedBy: "customer")
            try session.buyProduct(productIdentifier: SampleProducts.monthly)
            let purchase = try #require(await completed.first())
            #expect(purchase.productId == SampleProducts.monthly)
            let info = try await SwiftyStoreKit.verifyReceipt(using: AppleReceiptValidator())
            let details = ReceiptDetails(receiptInfo: info)
            #expect(details.latestItems.map(\.ownership) == [.familyShared])
            #expect(details.renewals.map(\.willRenew) == [true])
            try ben.leaveFamily()
            #expect(await revoked.first() == [SampleProducts.monthly])
        }
    }

    @Test("What goes wrong as planned goes wrong for who signs in, and not on another device")
    func faults() async throws {
        session.faultPlan = try FaultPlan(seed: 1, rules: [.at(.payment, .networkDown)])
        try await session.withCustomer("eve") { eve in
            #expect(eve.faultPlan == nil)
            _ = try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
        }
        try session.signIn(as: "ben")
        await #expect(throws: SKError.self) {
            try await SwiftyStoreKit.purchaseProduct(SampleProducts.hints)
        }
        #expect(session.faultLog.events(at: .payment).count == 1)
        session.relaunchApp()
        #expect(session.customerName == "ben")
    }

    @Test(
        "Another device of a customer leaves the launches and delays of this one alone",
        arguments: ["customer", "ben"]
    )
    func otherDevice(name: String) async throws {
        // The fault plan of the first customer is now that of the second.
        try session.signIn(as: "ben")
        let recorder = QueueRecorder()
        SKPaymentQueue.default().add(recorder)
        session.faultPlan = try FaultPlan(
            seed: 1,
            rules: [.at(.payment, .slow(seconds: 5), .first(1))]
        )
        SKPaymentQueue.default().add(.make(SampleProducts.hints))
        await session.waitForDelays()
        try await session.withCustomer(name) { other in
            #expect(other.faultPlan == nil)
            #expect(other.customerName == name)
        }
        await session.deliveries()
        #expect(session.allTransactions().isEmpty)
        await session.advance(by: 5)
        session.relaunchApp()
        await session.deliveries()
        let delivery = QueueEvent.updated(SampleProducts.hints, .purchased)
        #expect(recorder.events.all.count { $0 == delivery } == 2)
    }

    @Test("Nobody joins the family of a customer who does not exist")
    func unknownOrganizer() throws {
        let error = #expect(throws: (any Error).self) {
            try session.joinFamily(organizedBy: "nobody")
        }
        #expect(error?.localizedDescription.contains("\"nobody\"") == true)
    }

    /// Whether the file of the receipt names a product, which it does in clear text.
    private func receiptContains(_ product: String) -> Bool {
        SwiftyStoreKit.localReceiptData?.range(of: Data(product.utf8)) != nil
    }
}
