import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Signed transactions of the ledger")
struct SignedTransactionTests {
    let clock = StoreClock.manual(startingAt: .start)
    let store: Store

    init() throws {
        store = try Store.make(.offers(), clock: clock)
        store.app = StoreApp(
            bundleIdentifier: "com.example.shop",
            version: "12",
            appleIdentifier: 123_456_789
        )
    }

    @Test("A purchase says what was bought, when, where and for how much")
    func purchase() throws {
        let account = UUID()
        let entry = try store.pay("coins", quantity: 2, user: account.uuidString)
        clock.advance(by: 5)
        let payload = try verified(entry)
        #expect(payload.transactionIdentifier == "1")
        #expect(payload.originalTransactionIdentifier == "1")
        #expect(payload.bundleIdentifier == "com.example.shop")
        #expect(payload.productIdentifier == "coins")
        #expect(payload.productType == .consumable)
        #expect(payload.quantity == 2)
        #expect(payload.appAccountToken == account)
        #expect(payload.purchaseDate == .start)
        #expect(payload.originalPurchaseDate == .start)
        #expect(payload.signedDate == .start + 5)
        #expect(payload.environment == .sandbox)
        #expect(payload.ownershipType == .purchased)
        #expect(payload.reason == .purchase)
        #expect(payload.priceInMilliunits == 1980)
        #expect(payload.currency == "USD")
        #expect(payload.storefront == "USA")
        #expect(payload.storefrontIdentifier == "143441")
        #expect(payload.appTransactionIdentifier == "700000000000000001")
        #expect(payload.expirationDate == nil)
        #expect(payload.webOrderLineItemIdentifier == nil)
        #expect(payload.isUpgraded == nil)
    }

    @Test("A trial names its offer, and the renewal after it is one without an offer")
    func renewal() throws {
        try store.pay("monthly")
        clock.advance(by: .days(7))
        let entries = try store.entries()
        let (trial, renewal) = (try verified(entries[0]), try verified(entries[1]))
        #expect(trial.offerType == .introductory)
        #expect(trial.offerDiscountType == .freeTrial)
        #expect(trial.offerPeriod == "P1W")
        #expect(trial.reason == .purchase)
        #expect(trial.priceInMilliunits == 0)
        #expect(renewal.offerType == nil)
        #expect(renewal.reason == .renewal)
        #expect(renewal.originalTransactionIdentifier == "1")
        #expect(renewal.webOrderLineItemIdentifier == "2")
        #expect(renewal.subscriptionGroupIdentifier == entries[1].subscriptionGroupID)
        #expect(renewal.expirationDate == entries[1].expirationDate)
    }

    @Test("A customer who subscribes again or upgrades makes purchases, not renewals")
    func purchaseReasons() throws {
        try store.pay("monthly")
        try store.pay("yearly")
        try store.subscriptions.forceExpiry(ofProduct: "yearly")
        try store.pay("monthly")
        let payloads = try store.entries().map(verified)
        #expect(payloads.allSatisfy { $0.reason == .purchase })
        #expect(payloads.map(\.isUpgraded) == [true, nil, nil])
    }

    @Test("A refund is in the document that is signed next")
    func refund() throws {
        let entry = try store.pay("level")
        #expect(try verified(entry).revocationDate == nil)
        clock.advance(by: 60)
        let payload = try verified(store.refunds.refund(entry.id, reason: .developerIssue))
        #expect(payload.revocationDate == .start + 60)
        #expect(payload.revocationReason == .developerIssue)
        #expect(payload.revocationType == .fullRefund)
        #expect(payload.revocationPercentage == 100_000)
        #expect(payload.signedDate == .start + 60)
    }

    @Test("Documents of production say so, and have the app's identifier")
    func production() throws {
        try store.updateReceiptSettings { $0.environment = .production }
        let policy = JWSPolicy(
            bundleIdentifier: "com.example.shop",
            environments: [.production(appAppleIdentifier: 123_456_789)]
        )
        let verifier = try verifier(policy)
        let entry = try store.pay("level")
        let transaction = try verifier.verify(
            store.signedTransaction(of: entry),
            productIdentifier: .equals("level"),
            appAccountToken: .unchecked
        )
        #expect(transaction.payload.environment == .production)
        let app = try verifier.verify(store.signedAppTransaction()).payload
        #expect(app.appAppleIdentifier == 123_456_789)
        #expect(app.originalAppVersion == "12")
    }

    @Test("Documents of Xcode say so, and verify with its one certificate alone")
    func xcode() throws {
        try store.updateReceiptSettings { $0.environment = .xcode }
        let document = try store.signedTransaction(of: store.pay("level"))
        let certificate = try store.signedTransactionRootCertificate
        func verify(_ environment: AcceptedEnvironment) throws -> TransactionPayload {
            let policy = JWSPolicy(
                bundleIdentifier: "com.example.shop",
                environments: [environment]
            )
            return try verifier(policy).verify(
                document,
                productIdentifier: .equals("level"),
                appAccountToken: .unchecked
            ).payload
        }
        #expect(try verify(.xcode(certificate: certificate)).environment == .xcode)
        for other in [.sandbox, .localTesting(root: certificate)] as [AcceptedEnvironment] {
            #expect(throws: JWSRefusal.self) { try verify(other) }
        }
        try store.updateReceiptSettings { $0.environment = .sandbox }
        #expect(try store.signedTransactionRootCertificate != certificate)
    }

    @Test(
        "The keys are stored beside the ledger, readable by their owner alone",
        arguments: [
            (StoreEnvironment.sandbox, "jws-identity.pem"), (.xcode, "jws-xcode-identity.pem"),
        ]
    )
    func key(environment: StoreEnvironment, name: String) throws {
        let folder = try TemporaryFolder()
        let file = StoreLocation.file(folder.file())
        let root: [UInt8]
        do {
            let store = try Store.make(at: file)
            try store.updateReceiptSettings { $0.environment = environment }
            root = try store.signedTransactionRootCertificate
            try store.close()
        }
        #expect(try Store.make(at: file).signedTransactionRootCertificate == root)
        let key = folder.file("store.ledger-receipts/\(name)")
        let attributes = try FileManager.default.attributesOfItem(atPath: key.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("An order leads to its purchase and its customer, and no other number does")
    func orders() throws {
        try store.pay("coins")
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        let entry = try ben.pay("level")
        #expect(entry.orderID == "LAS0000000002")
        let (found, owner) = try #require(try store.entry(ofOrder: entry.orderID))
        #expect(found == entry)
        #expect(owner === ben)
        for order in ["LAS2", "LAS0000000003", "0000000002", "LAS-000000002", ""] {
            #expect(try store.entry(ofOrder: order) == nil)
        }
    }

    private func verified(_ entry: LedgerEntry) throws -> TransactionPayload {
        let policy = JWSPolicy(
            bundleIdentifier: "com.example.shop",
            environments: [.sandbox]
        )
        return try verifier(policy).verify(
            store.signedTransaction(of: entry),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        .payload
    }

    private func verifier(_ policy: JWSPolicy) throws -> JWSVerifier {
        JWSVerifier(
            trustedRoots: try TrustedRoots([store.signedTransactionRootCertificate]),
            policy: policy
        )
    }
}
