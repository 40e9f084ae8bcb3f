import AppReceipt
import Foundation
import StoreTestSupport
import Testing

@testable import LocalAppStore

@Suite("Families whose plans change")
struct SharedPlanTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .recording(.plans, clock: .manual(startingAt: .start))
        ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
    }

    private var status: SubscriptionPeriodStatus {
        get throws {
            let statuses = try ben.subscriptions.statuses()
            #expect(statuses.count == 1)
            return try #require(statuses.first)
        }
    }

    /// The notifications of ben's server.
    private var bens: [StoreNotification] {
        get throws {
            try store.notifications.history(limit: .max).map(\.notification)
                .filter { $0.customerID == ben.customerID }
        }
    }

    private func expectNoAccess(since date: Date) throws {
        let status = try status
        #expect(status.subscription.status == .revoked)
        #expect(!status.subscription.isEntitled(at: store.clock.now))
        #expect(!status.subscription.isAutoRenewEnabled)
        #expect(status.subscription.productID == status.entry.productID)
        #expect(status.subscription.renewalProductID == status.entry.productID)
        #expect(status.subscription.expirationDate == status.entry.expirationDate)
        #expect(status.entry.revocationDate == date)
        #expect(!status.entry.isUpgraded)
        #expect(try ben.transactions(.entitlements)?.entries.isEmpty == true)
        let revocation = try #require(try bens.last)
        #expect(revocation.event == "REVOKE")
        #expect(revocation.date == date)
        #expect(revocation.payload.data?.status == .revoked)
        #expect(revocation.renewalInfo?.willAutoRenew == false)
        #expect(try ben.undeliveredRevocations().map(\.id) == [status.entry.id])
        #expect(try FamilyInvariants(store).violations.isEmpty)
    }

    @Test("A plan that is not shared ends the members' access at an upgrade")
    func upgrade() throws {
        try store.pay("silver")
        store.clock.advance(by: .days(3))
        try store.pay("solo")
        try expectNoAccess(since: store.clock.now)
        store.clock.advance(by: .days(70))
        try expectNoAccess(since: .start + .days(3))
    }

    @Test("A plan that is not shared ends the members' access at a downgrade, with the renewal")
    func downgrade() throws {
        try store.pay("gold")
        store.clock.advance(by: .days(33))
        try store.pay("solo")
        #expect(try status.subscription.status == .subscribed)
        store.clock.advance(by: .days(90))
        try expectNoAccess(since: "2024-05-01T12:00:00Z")
        #expect(try ben.entries().map(\.revocationDate) == [nil, "2024-05-01T12:00:00Z"])
        #expect(try bens.map(\.event) == ["SUBSCRIBED.INITIAL_BUY", "DID_RENEW", "REVOKE"])
    }

    @Test("A former subscriber who subscribes with a plan that is not shared does not share it")
    func resubscription() throws {
        try store.pay("gold")
        try store.subscriptions.setAutoRenew(false, of: 1)
        store.clock.advance(by: .days(40))
        #expect(try status.subscription.status == .expired)
        try store.pay("solo")
        try expectNoAccess(since: store.clock.now)
        try store.subscriptions.forceExpiry(ofProduct: "solo")
        try store.pay("gold")
        #expect(try status.subscription.status == .subscribed)
        #expect(try bens.last?.event == "SUBSCRIBED.RESUBSCRIBE")
    }

    @Test("A member who joins gets no access to a period that another has followed")
    func followedPeriod() throws {
        try ben.family.leave()
        // Periods that are bought at once begin a second after one another, the last one ahead of
        // the clock.
        for _ in 1...2 {
            try store.pay("gold")
            try store.subscriptions.forceExpiry(ofProduct: "gold")
        }
        let last = try #require(store.subscriptions.all().first)
        #expect(last.expirationDate > store.clock.now)
        try store.pay("solo")
        try ben.family.join(organizedBy: store.customerID)
        #expect(try ben.entries().isEmpty)
        #expect(try FamilyInvariants(store).violations.isEmpty)
    }

    @Test("A payment in the grace period that changes the plan ends access when it is made")
    func recovery() throws {
        let gold = try store.pay("gold")
        try store.pay("solo")
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        store.clock.advance(by: .days(33))
        #expect(try status.subscription.status == .inGracePeriod)
        #expect(try ben.transactions(.entitlements)?.entries.count == 1)
        try store.resolveIssue(gold.id)
        try expectNoAccess(since: store.clock.now)
    }

    @Test("A change between plans that are shared continues the members' access")
    func sharedPlans() throws {
        try store.pay("silver")
        try store.pay("gold")
        #expect(try status.subscription.status == .subscribed)
        #expect(try status.subscription.productID == "gold")
        #expect(try ben.entries().map(\.isUpgraded) == [true, false])
    }

    @Test("verifyReceipt has a lost subscription as one that does not renew")
    func response() throws {
        try store.pay("silver")
        try store.pay("solo")
        let receipt = try #require(try ben.receipt()).base64Encoded
        let request = Data(
            #"{"receipt-data":"\#(receipt)","exclude-old-transactions":true}"#.utf8
        )
        let response = try #require(
            try JSONSerialization.jsonObject(with: ben.verifyReceipt(request, at: .sandbox))
                as? [String: Any]
        )
        let info = try #require(response["latest_receipt_info"] as? [[String: Any]])
        #expect(info.map { $0["product_id"] as? String } == ["silver"])
        #expect(info.allSatisfy { $0["cancellation_date"] != nil && $0["is_upgraded"] == nil })
        let renewals = try #require(response["pending_renewal_info"] as? [[String: Any]])
        #expect(renewals.map { $0["auto_renew_status"] as? String } == ["0"])
        #expect(renewals.map { $0["auto_renew_product_id"] as? String } == ["silver"])
    }

    @Test("What a member lost with the next period does not return with the refund of the former")
    func reversal() throws {
        let gold = try store.pay("gold")
        try store.pay("solo")
        store.clock.advance(to: try #require(gold.expirationDate))
        try store.refunds.refund(gold.id)
        try store.refunds.reverse(gold.id)
        #expect(try status.subscription.status == .revoked)
    }

    @Test("Members keep nothing of the purchaser's failed renewals after they lost access")
    func timeline() throws {
        try store.pay("silver")
        store.clock.advance(by: .days(3))
        try store.pay("solo")
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(40))
        let all = try store.subscriptions.list().elements
        let bens = try #require(all.first { $0.status.entry.isFamilyShared })
        #expect(bens.status.subscription.status == .revoked)
        #expect(bens.timeline.segments.map(\.kind) == [.refunded])
    }
}

@Suite("Files that share other products")
struct SharedFileTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .recording(.plans, clock: .manual(startingAt: .start))
        ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
    }

    private func reopened(
        sharing productIDs: Set<String>
    ) throws -> (store: Store, ben: Store) {
        store.clock.advance(by: .days(1))
        let store = try store.reopened { catalog in
            for index in catalog.products.indices {
                let isShared = productIDs.contains(catalog.products[index].id)
                catalog.products[index].isFamilyShareable = isShared
            }
        }
        return (store, try store.customers.acting(addingIfNeeded: "ben"))
    }

    @Test("A product that is no longer shareable is revoked when the store is opened")
    func withdrawn() throws {
        try store.pay("gold")
        try store.pay("level")
        store.clock.advance(by: .days(40))
        let (store, ben) = try reopened(sharing: ["level"])
        let date = store.clock.now
        #expect(try ben.entries().map(\.revocationDate) == [nil, nil, date])
        #expect(try ben.subscriptions.statuses().map(\.subscription.status) == [.revoked])
        #expect(try store.events.last == "REVOKE")
        #expect(try FamilyInvariants(store).violations.isEmpty)
        let (_, later) = try reopened(sharing: [])
        #expect(try later.undeliveredRevocations().count == 2)
        #expect(try later.productsInReceipt == ["gold", "gold", "level"])
    }

    @Test("A product that becomes shareable is shared when the store is opened, and once")
    func shared() throws {
        try store.pay("solo")
        try store.pay("own")
        for _ in 0..<2 {
            let (store, ben) = try reopened(sharing: ["solo", "own"])
            #expect(try ben.entries().map(\.productID) == ["solo", "own"])
            let date = Date.start + .days(1)
            #expect(try ben.entries().map(\.purchaseDate) == [date, date])
            #expect(try ben.subscriptions.statuses().map(\.subscription.status) == [.subscribed])
            #expect(try FamilyInvariants(store).violations.isEmpty)
        }
    }

    @Test("What renews later is not shared again")
    func renewal() throws {
        let folder = try TemporaryFolder()
        let clock = StoreClock.manual(startingAt: .start)
        do {
            let store = try Store.make(.plans, at: .file(folder.file()), clock: clock)
            let ben = try store.customers.acting(addingIfNeeded: "ben")
            try ben.family.join(organizedBy: store.customerID)
            try store.pay("gold")
        }
        var catalog = Catalog.plans
        for index in catalog.products.indices { catalog.products[index].isFamilyShareable = false }
        let store = try Store.make(catalog, at: .file(folder.file()), clock: clock)
        clock.advance(by: .days(40))
        #expect(try store.entries().count == 2)
        let shared = try store.customers.acting(addingIfNeeded: "ben").entries()
        #expect(shared.map(\.revocationDate) == [.start])
    }

    @Test("A file without a product leaves what was shared of it")
    func missing() throws {
        try store.pay("level")
        let other = try store.reopened { $0 = Catalog(products: [.make("x", level: 1, price: 1)]) }
        #expect(try other.customers.acting(addingIfNeeded: "ben").undeliveredRevocations().isEmpty)
        #expect(try reopened(sharing: []).ben.undeliveredRevocations().count == 1)
    }
}

@Suite("Notifications of a family's failed renewals")
struct SharedRenewalTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .recording(.plans, clock: .manual(startingAt: .start))
        ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.pay("gold")
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
    }

    private var bens: [StoreNotification] {
        get throws {
            try store.notifications.history(limit: .max).map(\.notification)
                .filter { $0.customerID == ben.customerID }
        }
    }

    @Test("A member's server hears of grace, failure and end, with the member's transaction")
    func failure() throws {
        store.clock.advance(by: .days(100))
        let notifications = try bens
        #expect(
            notifications.map(\.event) == [
                "SUBSCRIBED.INITIAL_BUY", "DID_FAIL_TO_RENEW.GRACE_PERIOD",
                "GRACE_PERIOD_EXPIRED", "EXPIRED.BILLING_RETRY",
            ]
        )
        let statuses = notifications.map(\.payload.data?.status)
        #expect(statuses == [.active, .billingGracePeriod, .billingRetry, .expired])
        #expect(notifications.allSatisfy { $0.transactionInfo?.ownershipType == .familyShared })
        #expect(notifications[1].renewalInfo?.gracePeriodExpirationDate != nil)
    }

    @Test("A member's server hears of a late payment, and not of what the purchaser chooses")
    func recovery() throws {
        try store.subscriptions.setAutoRenew(false, of: 1)
        try store.subscriptions.setAutoRenew(true, of: 1)
        store.clock.advance(by: .days(33))
        try store.resolveIssue(1)
        #expect(
            try bens.map(\.event).dropFirst() == [
                "DID_FAIL_TO_RENEW.GRACE_PERIOD", "DID_RENEW.BILLING_RECOVERY",
            ]
        )
        #expect(try bens.last?.date == store.clock.now)
    }

    @Test("A member's server hears of an extension")
    func extended() throws {
        try store.subscriptions.extendRenewalDate(
            of: 1,
            byDays: 10,
            reason: .other,
            requestIdentifier: "request"
        )
        #expect(try bens.last?.event == "RENEWAL_EXTENDED")
        let end = try store.entries()[0].expirationDate
        #expect(try bens.last?.transactionInfo?.expirationDate == end)
    }

    @Test("Who has left the family hears nothing more")
    func left() throws {
        try ben.family.leave()
        store.clock.advance(by: .days(100))
        #expect(try bens.last?.event == "REVOKE")
    }
}

extension Catalog {
    /// Plans of three levels, the middle one of which is for one person.
    fileprivate static let plans: Catalog = {
        var products = [
            CatalogProduct(
                id: "level",
                kind: .nonConsumable,
                price: 2.99,
                isFamilyShareable: true
            ),
            CatalogProduct(id: "own", kind: .nonConsumable, price: 1.99),
        ]
        for (level, id) in ["gold", "solo", "silver"].enumerated() {
            var product = CatalogProduct.make(id, level: level + 1, price: Decimal(30 - level * 10))
            product.isFamilyShareable = id != "solo"
            products.append(product)
        }
        return Catalog(products: products)
    }()
}
