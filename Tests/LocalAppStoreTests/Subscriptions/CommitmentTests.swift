import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Monthly payments of a year in a store")
struct CommitmentTests {
    private let store: Store

    init() throws {
        store = try Store.make(.plans)
        try store.updateSettings { $0.storefront = "DEU" }
    }

    @Test("Each month has a transaction of its own, and after a year another commitment begins")
    func payments() throws {
        try buy()
        store.clock.advance(to: "2025-03-02T00:00:00Z")
        let numbers = try store.entries().map { $0.commitment?.periodNumber }
        #expect(numbers == Array(1...12) + [1])
        #expect(try store.entries().allSatisfy { $0.originalID == 1 && $0.price == 10 })
        #expect(try store.entries().last?.commitment?.expirationDate == "2026-03-01T12:00:00Z")
        #expect(try store.notifications.latest(limit: 20).isEmpty)
    }

    @Test("A ledger keeps plans and commitments, under its seals")
    func storage() throws {
        let price = Decimal(499) / 100
        try store.setPrice(price, ofProduct: "year", billingPlan: .monthly)
        let entry = try buy()
        #expect(entry.commitment?.paymentPrice == price)
        let subscription = try #require(try store.subscriptions.all().first)
        let again = try store.reopened { _ in }
        #expect(try again.entries() == [entry])
        #expect(try again.subscriptions.all() == [subscription])
        #expect(try store.editedEntries(among: [entry]).isEmpty)
        try store.execute(sql: "UPDATE entry SET commitment = NULL")
        #expect(try store.editedEntries(among: [entry]) == [entry.id])
    }

    @Test("A purchase that waits for approval, or was interrupted, keeps its plan")
    func approval() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferred = try buy()
        #expect(deferred.state == .deferred)
        #expect(try store.approve(deferred.id).commitment?.periodNumber == 1)

        let store = try Store.make(.plans)
        try store.updateSettings {
            $0.storefront = "DEU"
            $0.interruptsPurchases = true
        }
        let interrupted = try buy(in: store)
        #expect(try store.resolveIssue(interrupted.id).commitment?.periodNumber == 1)
    }

    @Test("A payment that is collected late moves the commitment")
    func recovery() throws {
        let first = try buy()
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(to: "2024-06-01T00:00:00Z")
        #expect(try store.subscriptions.all().first?.status == .inBillingRetryPeriod)
        let timeline = try store.subscriptions.timeline(of: try subscription())
        #expect(timeline.segments.map(\.kind) == [.period, .retry])
        #expect(timeline.segments.map(\.paymentNumber) == [1, nil])
        let entry = try store.resolveIssue(first.id)
        #expect(entry.commitment?.periodNumber == 2)
        #expect(entry.purchaseDate == "2024-06-01T00:00:00Z")
        #expect(entry.commitment?.expirationDate == "2025-05-01T00:00:00Z")
    }

    @Test("A transaction and a renewal info have the members of Apple's samples")
    func documents() throws {
        try buy()
        store.clock.advance(to: "2024-04-02T00:00:00Z")
        try store.pay("year")
        let subscription = try subscription()
        try store.subscriptions.setAutoRenew(false, of: subscription.entryID)
        let transaction = try members(try store.signedTransaction(of: entry(subscription)))
        #expect(transaction["billingPlanType"] as? String == "MONTHLY")
        #expect(transaction["price"] as? Int == 10_000)
        #expect(
            transaction["commitmentInfo"] as? [String: Int64] == [
                "billingPeriodNumber": 2, "totalBillingPeriods": 12, "commitmentPrice": 120_000,
                "commitmentExpiresDate": 1_740_830_400_000,
            ]
        )
        let info = try members(
            try store.signedRenewalInfo(of: try self.subscription(), with: entry(subscription))
        )
        #expect(info["autoRenewStatus"] as? Int == 1)
        #expect(info["autoRenewProductId"] as? String == "year")
        #expect(info["renewalBillingPlanType"] as? String == "MONTHLY")
        #expect(info["renewalPrice"] as? Int == 10_000)
        #expect(info["renewalDate"] as? Int64 == 1_714_564_800_000)
        let commitment = try #require(info["commitmentInfo"] as? [String: Any])
        #expect(commitment["commitmentAutoRenewProductId"] as? String == "year")
        #expect(commitment["commitmentAutoRenewStatus"] as? Int == 0)
        #expect(commitment["commitmentRenewalDate"] as? Int64 == 1_740_830_400_000)
        #expect(commitment["commitmentRenewalPrice"] as? Int == 100_000)
        #expect(commitment["commitmentRenewalBillingPlanType"] as? String == "BILLED_UPFRONT")
        #expect(commitment.count == 5)
    }

    @Test("A transaction that is paid up front has a plan, and one of another product has none")
    func otherDocuments() throws {
        try store.pay("year")
        try store.pay("coins")
        let (year, coins) = (try store.entries()[0], try store.entries()[1])
        let transaction = try members(try store.signedTransaction(of: year))
        #expect(transaction["billingPlanType"] as? String == "BILLED_UPFRONT")
        #expect(transaction["commitmentInfo"] == nil)
        #expect(try members(try store.signedTransaction(of: coins))["billingPlanType"] == nil)
        let info = try store.signedRenewalInfo(of: try subscription(), with: year)
        #expect(try members(info)["commitmentInfo"] == nil)
        #expect(try members(info)["renewalBillingPlanType"] as? String == "BILLED_UPFRONT")
    }

    @Test("Within a commitment, verifyReceipt has no offer of its end")
    func pendingOffer() throws {
        try buy()
        var request = PaymentRequest(productID: "year")
        request.offer = .code(referenceName: "Friends")
        request.billingPlan = .monthly
        try store.pay(request)
        #expect(try subscription().renewalOffers.count == 1)
        let renewal = try store.verifyOwnReceipt().list("pending_renewal_info")?.first
        #expect(try #require(renewal)["offer_code_ref_name"] == nil)
    }

    @Test("The dialog shows the price of a payment and that of the commitment")
    func dialog() throws {
        let sheets = Locked<[PurchaseSheet]>([])
        store.confirmationPolicy = .ask { sheet in
            sheets.withLock { $0.append(sheet) }
            return true
        }
        try buy()
        let sheet = try #require(sheets.withLock { $0 }.first)
        #expect(sheet.price == 10)
        #expect(sheet.commitmentPrice == 120)
    }

    @Test("A purchase by a tool has the offer of its plan")
    func offers() throws {
        var purchase = CustomerPurchase(productID: "year")
        purchase.billingPlan = .monthly
        purchase.offer = .code(referenceName: "Friends")
        #expect(try store.buy(purchase).price == 1)
        purchase.billingPlan = .upFront
        #expect(throws: StoreError.self) { try store.buy(purchase) }
    }

    @discardableResult
    private func buy(in other: Store? = nil) throws -> LedgerEntry {
        var request = PaymentRequest(productID: "year")
        request.billingPlan = .monthly
        return try (other ?? store).pay(request)
    }

    private func subscription() throws -> CustomerSubscription {
        try #require(try store.subscriptions.all().first)
    }

    private func entry(_ subscription: CustomerSubscription) throws -> LedgerEntry {
        try store.requiredEntry(subscription.entryID)
    }

    private func members<Payload>(_ document: JWS<Payload>) throws -> [String: Any] {
        let parts = document.compactSerialization.split(separator: ".")
        let part = String(try #require(parts.dropFirst().first))
        let base64 = part.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
        let data = try #require(Data(base64Encoded: padded))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}

extension Catalog {
    /// A year for 100, or by the month for 10.
    fileprivate static let plans: Catalog = {
        var year = CatalogProduct.make("year", level: 1, price: 100, period: .init(unit: .year))
        year.subscription?.monthlyPlan = MonthlyPlan(price: 10)
        year.subscription?.monthlyPlan?.codeOffers = [
            CatalogOffer(
                referenceName: "Friends",
                paymentMode: .payAsYouGo,
                period: .month,
                numberOfPeriods: 2,
                price: 1
            )
        ]
        return Catalog(products: [year, CatalogProduct(id: "coins", price: 1)])
    }()
}
