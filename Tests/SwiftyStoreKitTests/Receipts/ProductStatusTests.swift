import Foundation
import SwiftyStoreKit
import Testing

@Suite struct ProductStatusTests {
    typealias State = ProductStatus.State

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func queriedStatuses(
        _ json: [String: Any],
        nonRenewing: [String: TimeInterval] = [:],
        at seconds: Double = 100
    ) throws -> [String: ProductStatus] {
        SwiftyStoreKit.productStatuses(
            inReceipt: try TestReceipt.info(json),
            nonRenewing: nonRenewing,
            at: date(seconds)
        )
    }

    @Test func `statuses with purchases that differ in any way are not equal`() throws {
        var item = ReceiptItem(
            productId: "a",
            quantity: 1,
            transactionId: "1",
            originalTransactionId: "1",
            purchaseDate: date(1),
            originalPurchaseDate: date(1),
            webOrderLineItemId: "w",
            subscriptionExpirationDate: date(1),
            cancellationDate: date(1),
            isTrialPeriod: true,
            isInIntroOfferPeriod: true,
            isUpgraded: true
        )
        item.subscriptionGroupId = "g"
        item.ownership = .purchased
        item.promotionalOfferId = "p"
        item.offerCodeName = "c"
        item.appAccountToken = UUID()
        item.cancellationReason = .appIssue
        let whole = ProductStatus(productId: "a", state: .owned, items: [item])
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(item))
        let fields = try #require(json as? [String: Any])
        #expect(fields.count == Mirror(reflecting: item).children.count)
        #expect(whole == ProductStatus(productId: "a", state: .owned, items: [item]))
        for name in fields.keys {
            let other = try fields.otherItem(name)
            let status = ProductStatus(productId: "a", state: .owned, items: [other])
            #expect(whole != status, "\(name)")
        }
    }

    @Test func `every product has a status of its own in one call`() throws {
        let json = TestReceipt.make(
            inApp: [TestEntry.make("hat", id: "1"), TestEntry.make("pass", id: "2", at: 60)],
            latest: [
                TestEntry.make("monthly", id: "3", until: 150),
                TestEntry.make("yearly", id: "4", until: 90),
                TestEntry.make("refunded", id: "5", until: 150, cancelledAt: 20),
                TestEntry.make("small", id: "6", until: 150, more: ["is_upgraded": "true"]),
            ]
        )
        let statuses = try queriedStatuses(json, nonRenewing: ["pass": 50])
        #expect(
            statuses.mapValues(\.state) == [
                "hat": .owned, "pass": .active(until: date(110)),
                "monthly": .active(until: date(150)),
                "yearly": .expired(since: date(90)), "refunded": .revoked(on: date(20)),
                "small": .upgraded,
            ]
        )
        #expect(
            Set(statuses.values.filter(\.isEntitled).map(\.productId)) == [
                "hat", "pass", "monthly",
            ]
        )
    }

    @Test func `an upgraded purchase with the date of its end is not revoked`() throws {
        let upgraded = TestEntry.make(
            "monthly",
            id: "1",
            until: 150,
            cancelledAt: 20,
            more: ["is_upgraded": "true"]
        )
        let json = TestReceipt.make(latest: [upgraded])
        #expect(try queriedStatuses(json)["monthly"]?.state == .upgraded)
        // Bought again later, and refunded.
        let refunded = TestEntry.make("monthly", id: "2", until: 300, cancelledAt: 10)
        let later = TestReceipt.make(latest: [upgraded, refunded])
        #expect(try queriedStatuses(later)["monthly"]?.state == .revoked(on: date(10)))
    }

    @Test func `only the requested products have a status`() throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(inApp: [TestEntry.make("hat"), TestEntry.make("cap", id: "2")])
        )
        let statuses = SwiftyStoreKit.productStatuses(
            inReceipt: receipt,
            productIds: ["cap", "coat"]
        )
        #expect(statuses.mapValues(\.state) == ["cap": .owned])
    }

    @Test(arguments: [
        (
            ["grace_period_expires_date_ms": "120000"],
            State.inGracePeriod(until: Date(timeIntervalSince1970: 120)), true
        ),
        (
            ["grace_period_expires_date_ms": "100000", "is_in_billing_retry_period": "1"],
            .inBillingRetry(since: Date(timeIntervalSince1970: 90)), false
        ),
        (
            ["is_in_billing_retry_period": "0"], .expired(since: Date(timeIntervalSince1970: 90)),
            false
        ),
    ])
    func `the renewal decides what follows an end`(
        renewal: [String: String],
        state: State,
        isEntitled: Bool
    ) throws {
        let json = TestReceipt.make(
            latest: [TestEntry.make("monthly", id: "2", originalId: "1", until: 90)],
            renewals: [
                renewal.merging([
                    "product_id": "monthly", "original_transaction_id": "9",
                    "grace_period_expires_date_ms": "900000",
                ]) { $1 },
                renewal.merging(["product_id": "monthly", "original_transaction_id": "1"]) { $1 },
            ]
        )
        let status = try #require(try queriedStatuses(json)["monthly"])
        #expect(status.state == state && status.isEntitled == isEntitled)
        #expect(status.renewal?.originalTransactionId == "1")
    }

    @Test(arguments: [false, true])
    func `the renewal of the newest purchase decides, whatever the order`(isReversed: Bool) throws {
        func renewal(_ id: String?, _ more: [String: String] = [:]) -> [String: String] {
            var renewal = ["product_id": "monthly", "auto_renew_status": "0"]
            renewal["original_transaction_id"] = id
            return renewal.merging(more) { $1 }
        }
        func status(_ renewals: [[String: String]]) throws -> ProductStatus {
            let json = TestReceipt.make(
                latest: [
                    TestEntry.make("monthly", id: "1", until: 40),
                    TestEntry.make("monthly", id: "3", originalId: "2", until: 90),
                    TestEntry.make("monthly", id: "4", until: 95, cancelledAt: 10),
                ],
                renewals: isReversed ? renewals.reversed() : renewals
            )
            return try #require(try queriedStatuses(json)["monthly"])
        }
        let grace = ["grace_period_expires_date_ms": "120000"]
        let inGrace = try status([renewal("1"), renewal("2", grace), renewal("4")])
        #expect(inGrace.state == .inGracePeriod(until: date(120)))
        #expect(inGrace.renewal?.originalTransactionId == "2")
        let expired = try status([renewal("1", grace), renewal("2"), renewal("4", grace)])
        #expect(expired.state == .expired(since: date(90)))
        // Another subscription's renewal doesn't apply. A renewal without an identifier does.
        #expect(try status([renewal("1", grace), renewal("4", grace)]).renewal == nil)
        let unnamed = try status([renewal("1"), renewal(nil, grace)])
        #expect(unnamed.state == .inGracePeriod(until: date(120)))
    }

    @Test func `a purchase that names no original transaction has its product's renewal`() throws {
        var purchase = TestEntry.make("monthly", id: "3", until: 90)
        purchase["original_transaction_id"] = nil
        let renewal = [
            "product_id": "monthly", "original_transaction_id": "1",
            "grace_period_expires_date_ms": "120000",
        ]
        let json = TestReceipt.make(latest: [purchase], renewals: [renewal])
        #expect(try queriedStatuses(json)["monthly"]?.state == .inGracePeriod(until: date(120)))
    }

    @Test func `a transaction in both lists is one item, the server's`() throws {
        let json = TestReceipt.make(
            inApp: [
                TestEntry.make("monthly", id: "1", until: 150),
                TestEntry.make("monthly", id: "2", until: 80),
            ],
            latest: [TestEntry.make("monthly", id: "1", until: 95)]
        )
        let status = try #require(try queriedStatuses(json)["monthly"])
        #expect(status.items.map(\.transactionId) == ["1", "2"])
        #expect(status.state == .expired(since: date(95)))
    }

    @Test func `purchases with equal dates keep the receipt's order, the server's list first`()
        throws
    {
        let json = TestReceipt.make(
            inApp: (0..<10).map { TestEntry.make("monthly", id: "file \($0)", until: 80) },
            latest: (0..<10).map { TestEntry.make("monthly", id: "server \($0)", until: 80) }
        )
        let status = try #require(try queriedStatuses(json)["monthly"])
        let expected = ["server", "file"].flatMap { list in (0..<10).map { "\(list) \($0)" } }
        #expect(status.items.map(\.transactionId) == expected)
    }

    @Test func `a renewal is decoded whole`() throws {
        let json = TestReceipt.make(renewals: [
            [
                "product_id": "monthly", "auto_renew_product_id": "yearly",
                "original_transaction_id": "1", "auto_renew_status": "1", "expiration_intent": "2",
                "is_in_billing_retry_period": "1", "grace_period_expires_date_ms": "5000",
                "price_consent_status": "0", "promotional_offer_id": "spring",
                "offer_code_ref_name": "code",
            ],
            [
                "auto_renew_product_id": "other", "auto_renew_status": 0,
                "price_increase_status": "1", "expiration_intent": 77,
            ],
            ["auto_renew_status": "1"],
        ])
        let expected = [
            SubscriptionRenewal(
                productId: "monthly",
                renewalProductId: "yearly",
                originalTransactionId: "1",
                willRenew: true,
                expirationIntent: .billingError,
                isInBillingRetry: true,
                gracePeriodExpiryDate: date(5),
                priceConsent: .pending,
                promotionalOfferId: "spring",
                offerCodeName: "code"
            ),
            SubscriptionRenewal(
                productId: "other",
                willRenew: false,
                expirationIntent: .unknown,
                priceConsent: .agreed
            ),
        ]
        for form in ReceiptForm.allCases {
            let receipt = try TestReceipt.info(json, as: form)
            #expect(SwiftyStoreKit.subscriptionRenewals(inReceipt: receipt) == expected)
        }
        #expect(SwiftyStoreKit.subscriptionRenewals(inReceipt: [:]).isEmpty)
    }

    @Test(arguments: [
        (["is_trial_period": "true"], OfferEligibility(introductory: false, promotional: true)),
        (
            ["is_in_intro_offer_period": "true"],
            OfferEligibility(introductory: false, promotional: true)
        ),
        ([:], OfferEligibility(introductory: true, promotional: true)),
        (
            ["is_trial_period": "true", "in_app_ownership_type": "FAMILY_SHARED"],
            OfferEligibility(introductory: true, promotional: false)
        ),
    ])
    func `purchases decide which offers are left`(
        more: [String: String],
        expected: OfferEligibility
    ) throws {
        let receipt = try TestReceipt.info(
            TestReceipt.make(latest: [TestEntry.make("monthly", until: 9, more: more)])
        )
        let eligibility = SwiftyStoreKit.offerEligibility(
            productIds: ["monthly", "yearly"],
            inReceipt: receipt
        )
        #expect(eligibility == expected)
        let other = SwiftyStoreKit.offerEligibility(productIds: ["weekly"], inReceipt: receipt)
        #expect(other == OfferEligibility(introductory: true, promotional: false))
    }

    @Test func `a subscriber has no introductory offer until access ends`() throws {
        var grace: [String: Any] = [
            "product_id": "monthly", "original_transaction_id": "1",
            "is_in_billing_retry_period": "1", "grace_period_expires_date_ms": "120000",
        ]
        let paid = TestEntry.make("monthly", id: "1", until: 100)
        func offers(
            _ purchases: [[String: Any]],
            _ renewals: [[String: Any]] = [],
            at seconds: Double,
            of products: Set<String> = ["monthly", "yearly"]
        ) throws -> OfferEligibility {
            let json = TestReceipt.make(latest: purchases, renewals: renewals)
            let receipt = try TestReceipt.info(json)
            return SwiftyStoreKit.offerEligibility(
                productIds: products,
                inReceipt: receipt,
                at: date(seconds)
            )
        }
        #expect(try !offers([paid], at: 99).introductory)
        #expect(try offers([paid], at: 100).introductory)
        #expect(try offers([paid], at: 99).promotional)
        #expect(try offers([paid], at: 99, of: ["yearly"]).introductory)
        #expect(try !offers([paid], [grace], at: 119).introductory)
        #expect(try offers([paid], [grace], at: 120).introductory)
        grace["original_transaction_id"] = "9"
        #expect(try offers([paid], [grace], at: 119).introductory)
        let refunded = TestEntry.make("monthly", id: "1", until: 100, cancelledAt: 50)
        #expect(try offers([refunded], at: 60).introductory)
        let shared = TestEntry.make(
            "monthly",
            id: "1",
            until: 100,
            more: ["in_app_ownership_type": "FAMILY_SHARED"]
        )
        #expect(try offers([shared], at: 60).introductory)
        let upgraded = TestEntry.make("monthly", until: 100, more: ["is_upgraded": "true"])
        let yearly = TestEntry.make("yearly", id: "2", originalId: "1", until: 200)
        #expect(try !offers([upgraded, yearly], at: 60).introductory)
        #expect(try offers([upgraded], at: 60).introductory)
    }

    @Test func `without a date the offers are those of the request's date`() throws {
        let json = TestReceipt.make(
            latest: [TestEntry.make("monthly", until: 100)],
            requestDate: 99
        )
        let receipt = try TestReceipt.info(json)
        let ids: Set = ["monthly"]
        #expect(!SwiftyStoreKit.offerEligibility(productIds: ids, inReceipt: receipt).introductory)
        let details = ReceiptDetails(receiptInfo: receipt)
        #expect(!details.offerEligibility(productIds: ids).introductory)
        #expect(details.offerEligibility(productIds: ids, at: date(100)).introductory)
    }

    @Test(arguments: ReceiptForm.allCases)
    func `a receipt is decoded into types`(form: ReceiptForm) throws {
        var json = TestReceipt.make(
            inApp: [TestEntry.make("hat")],
            latest: [TestEntry.make("monthly", until: 9)],
            renewals: [["product_id": "monthly"]],
            requestDate: 100
        )
        var receipt = try #require(json["receipt"] as? [String: Any])
        receipt.merge(
            [
                "receipt_type": "ProductionSandbox", "application_version": "4",
                "original_application_version": "1", "receipt_creation_date_ms": "50000",
            ]
        ) { $1 }
        json["receipt"] = receipt
        let details = ReceiptDetails(receiptInfo: try TestReceipt.info(json, as: form))
        #expect(details.environment == "Sandbox" && details.bundleId == "com.example.app")
        #expect(details.applicationVersion == "4" && details.originalApplicationVersion == "1")
        #expect(details.creationDate == date(50) && details.requestDate == date(100))
        #expect(details.expirationDate == nil)
        #expect(details.items.map(\.productId) == ["hat"])
        #expect(details.latestItems.map(\.productId) == ["monthly"])
        #expect(details.renewals.map(\.willRenew) == [false])
    }
}

extension [String: Any] {
    /// The item that these fields of JSON describe, but for one that is left out, or another where
    /// it must be there.
    fileprivate func otherItem(_ name: String) throws -> ReceiptItem {
        var fields = self
        fields[name] = nil
        if let item = try? fields.item() { return item }
        fields[name] = (self[name] as? String).map { $0 + "x" }
        if let number = self[name] as? NSNumber { fields[name] = number.intValue + 1 }
        if let flag = self[name] as? Bool { fields[name] = !flag }
        return try (try? fields.item()) ?? merging([name: 5]) { $1 }.item()
    }

    private func item() throws -> ReceiptItem {
        let json = try JSONSerialization.data(withJSONObject: self)
        return try JSONDecoder().decode(ReceiptItem.self, from: json)
    }
}
