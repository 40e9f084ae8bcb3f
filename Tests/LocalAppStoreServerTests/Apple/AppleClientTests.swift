import AppReceipt
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Apple's own client and verifier, with another base address and another root certificate.
///
/// `Scripts/check.sh` runs it with a Python that has them.
@Suite(
    "Apple's client",
    .timeLimit(.minutes(10)),
    .enabled(if: AppleLibrary.python != nil, "APPLE_CLIENT_PYTHON is not set.")
)
struct AppleClientTests {
    @Test("Every request that the article names is answered as Apple's client expects")
    func everyRequest() async throws {
        let store = try Self.store()
        try await RunningServer.run(store) { running in
            let run = try await AppleLibrary.run(
                "client.py",
                facts: try Self.facts(store, running)
            )
            #expect(run.status == 0, "\(run.output)")
        }
    }

    /// A store with 22 consumables and a subscription; the refund of the first consumable is
    /// requested, the second is refunded.
    ///
    /// Another customer pays for a year each month.
    private static func store() throws -> Store {
        let store = try Store.make(selling: [year])
        try store.notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:1/")
        }
        for _ in 0..<22 { try store.pay("coins") }
        try store.pay("monthly")
        try store.refunds.request(1, reason: .other)
        try store.refunds.refund(2)
        try store.updateSettings { $0.storefront = "DEU" }
        var purchase = CustomerPurchase(productID: "year")
        purchase.billingPlan = .monthly
        let kim = try store.customers.acting(addingIfNeeded: "kim")
        let year = try kim.buy(purchase)
        try kim.subscriptions.setAutoRenew(false, of: year.id)
        return store
    }

    private static var year: CatalogProduct {
        let period = SubscriptionPeriod(unit: .year)
        var terms = SubscriptionTerms(groupID: "press", level: 1, period: period)
        terms.monthlyPlan = MonthlyPlan(price: Decimal(499) / 100)
        return CatalogProduct(
            id: "year",
            kind: .autoRenewableSubscription,
            price: 50,
            subscription: terms
        )
    }

    private static func facts(_ store: Store, _ running: RunningServer) throws -> [String: Any] {
        let key = try running.server.apiKey
        let start = Int(store.clock.now.timeIntervalSince1970) * 1000
        return [
            "url": running.address.url?.absoluteString ?? "",
            "bundleID": store.app.bundleIdentifier,
            "key": key.pemRepresentation,
            "keyID": key.id,
            "issuerID": key.issuerID.uuidString.lowercased(),
            "root": Data(try store.signedTransactionRootCertificate).base64EncodedString(),
            "coins": "1", "refunded": "2", "monthly": "23", "year": "24", "count": 23,
            "order": try store.entry(1)?.orderID ?? "",
            "start": start, "end": start + 86_400_000,
        ]
    }
}
