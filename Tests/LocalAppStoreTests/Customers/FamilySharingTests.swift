import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Family Sharing")
struct FamilySharingTests {
    let store: Store
    let ben: Store

    init() throws {
        store = try .make(.family)
        ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
    }

    @Test("A member gets a transaction of their own, without a price, for what the other buys")
    func shared() throws {
        let level = try store.pay("level")
        let shared = try #require(try ben.entries().first)
        #expect(shared.sharedEntryID == level.id)
        #expect(shared.originalID == shared.id)
        #expect(shared.state == .purchased)
        #expect(shared.price == 0)
        #expect(try ben.unfinishedEntries() == [shared])
        #expect(try ben.productsInReceipt == ["level"])
        #expect(try ben.balance().isEmpty)
        #expect(try store.entries() == [level])
    }

    @Test("Only non-consumables and subscriptions that are shareable are shared")
    func products() throws {
        for product in ["coins", "own", "alone", "pass"] { try store.pay(product) }
        #expect(try ben.entries().isEmpty)
    }

    @Test("Everybody in the family shares, not the organizer alone")
    func everyMember() throws {
        let eve = try store.customers.acting(addingIfNeeded: "eve")
        try eve.family.join(organizedBy: store.customerID)
        try ben.pay("level")
        #expect(try store.productsInReceipt == ["level"])
        #expect(try eve.productsInReceipt == ["level"])
    }

    @Test("A shared subscription goes on with each renewal, with the same original transaction")
    func renewals() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(70))
        let (own, shared) = (try store.entries(), try ben.entries())
        #expect(own.count == 3)
        #expect(shared.map(\.sharedEntryID) == own.map(\.id))
        #expect(shared.map(\.expirationDate) == own.map(\.expirationDate))
        #expect(Set(shared.map(\.originalID)) == [shared[0].id])
        #expect(try ben.subscriptions.all().isEmpty)
    }

    @Test("verifyReceipt names the ownership, and the renewal of the purchaser's subscription")
    func response() throws {
        try store.pay("monthly")
        try store.subscriptions.setAutoRenew(false, of: 1)
        let shared = try #require(try ben.entries().first)
        let receipt = try #require(try ben.receipt()).base64Encoded
        let answer = ben.verifyReceipt(
            Data(#"{"receipt-data":"\#(receipt)"}"#.utf8),
            at: .sandbox
        )
        let object = try #require(
            try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        )
        let info = try #require(object["latest_receipt_info"] as? [[String: Any]])
        #expect(info.map { $0["in_app_ownership_type"] as? String } == ["FAMILY_SHARED"])
        let renewals = try #require(object["pending_renewal_info"] as? [[String: Any]])
        #expect(renewals.map { $0["auto_renew_status"] as? String } == ["0"])
        #expect(
            renewals.map { $0["original_transaction_id"] as? String } == ["\(shared.id)"]
        )
    }

    @Test("A refund revokes what the family had, and a member's transaction is not refunded")
    func refund() throws {
        let level = try store.pay("level")
        let shared = try #require(try ben.entries().first)
        #expect(throws: StoreError.self) { try ben.refunds.refund(shared.id) }
        store.clock.advance(by: 60)
        try store.refunds.refund(level.id)
        let revoked = try #require(try ben.undeliveredRevocations().first)
        #expect(revoked.id == shared.id)
        #expect(revoked.revocationDate == store.clock.now)
        #expect(revoked.amountRefunded == 0)
        #expect(try ben.restore().isEmpty)
    }

    @Test("Who stops sharing withdraws everything, and shares it anew later")
    func withdrawn() throws {
        try store.pay("level")
        try store.pay("monthly")
        try store.family.setSharesPurchases(false)
        #expect(try ben.undeliveredRevocations().count == 2)
        try store.pay("yearly")
        #expect(try ben.entries().count == 2)
        try store.family.setSharesPurchases(true)
        let active = try ben.entries().filter { $0.revocationDate == nil && !$0.isUpgraded }
        #expect(active.map(\.productID) == ["level", "yearly"])
        #expect(active[0].originalID == (try ben.entries()[0].id))
    }

    @Test("Who leaves loses what the others have, and the others lose theirs")
    func leaving() throws {
        try store.pay("level")
        try ben.pay("monthly")
        try ben.family.leave()
        #expect(try ben.undeliveredRevocations().map(\.productID) == ["level"])
        #expect(try store.undeliveredRevocations().map(\.productID) == ["monthly"])
        #expect(try ben.customer.familyOrganizerID == nil)
        #expect(try ben.entries().filter { $0.revocationDate == nil }.count == 1)
        try ben.family.leave()
    }

    @Test("When the organizer leaves, the family ends")
    func organizerLeaves() throws {
        let eve = try store.customers.acting(addingIfNeeded: "eve")
        try eve.family.join(organizedBy: store.customerID)
        try eve.pay("level")
        try store.family.leave()
        #expect(try store.customers.all().allSatisfy { $0.familyOrganizerID == nil })
        #expect(try ben.undeliveredRevocations().count == 1)
        #expect(try store.undeliveredRevocations().count == 1)
        try eve.pay("monthly")
        #expect(try ben.entries().count == 1)
    }

    @Test("Who joins gets what is owned and active, in both directions")
    func joining() throws {
        let eve = try store.customers.acting(addingIfNeeded: "eve")
        try eve.pay("level")
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        try eve.family.join(organizedBy: store.customerID)
        #expect(try eve.entries().map(\.productID) == ["level", "monthly"])
        #expect(try eve.entries()[1].sharedEntryID == (try store.entries()[1].id))
        #expect(try store.productsInReceipt == ["level", "monthly", "monthly"])
    }

    @Test("An upgrade ends the shared subscription if the new product is not shareable")
    func upgrade() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(3))
        try store.pay("best")
        #expect(try ben.entries().map(\.isUpgraded) == [false])
        #expect(try ben.entries().map(\.revocationDate) == [store.clock.now])
        try store.pay("alone")
        #expect(try ben.entries().count == 1)
    }

    @Test("An upgrade to a shareable product continues the member's transactions")
    func sharedUpgrade() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(3))
        try store.pay("bestForAll")
        let shared = try ben.entries()
        #expect(shared.map(\.isUpgraded) == [true, false])
        #expect(shared[1].originalID == shared[0].id)
    }

    @Test("A subscription that ends early ends for the family too")
    func expiry() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(3))
        try store.subscriptions.forceExpiry(ofProduct: "monthly")
        #expect(try ben.entries().map(\.expirationDate) == [store.clock.now])
        try store.delete(1)
        #expect(try ben.entries().isEmpty)
    }

    @Test("A member who has something by sharing can still buy it, and keeps their own")
    func ownPurchase() throws {
        let level = try store.pay("level")
        #expect(try ben.pay("level").price == 2.99)
        try store.pay("monthly")
        #expect(try ben.pay("monthly").state == .purchased)
        try store.refunds.refund(level.id)
        let owned = try ben.entries().filter { $0.revocationDate == nil }
        #expect(owned.filter { $0.productID == "level" }.map(\.isFamilyShared) == [false])
    }

    @Test("A child's purchases wait for approval until the family ends")
    func child() throws {
        try ben.family.setAsksToBuy(true)
        let asked = try ben.pay("coins")
        #expect(asked.state == .deferred)
        #expect(try store.pay("coins").state == .purchased)
        #expect(try ben.approve(asked.id).state == .purchased)
        #expect(throws: StoreError.self) { try store.family.setAsksToBuy(true) }
        try ben.family.leave()
        #expect(try ben.customer.asksToBuy == false)
        #expect(throws: StoreError.self) { try ben.family.setAsksToBuy(true) }
    }

    @Test("An approved purchase is shared")
    func approved() throws {
        try ben.family.setAsksToBuy(true)
        try ben.approve(ben.pay("level").id)
        #expect(try store.productsInReceipt == ["level"])
    }

    @Test("A customer has one family, and a family one organizer")
    func oneFamily() throws {
        let eve = try store.customers.acting(addingIfNeeded: "eve")
        #expect(throws: StoreError.self) {
            try eve.family.join(organizedBy: ben.customerID)
        }
        #expect(throws: StoreError.self) {
            try ben.family.join(organizedBy: eve.customerID)
        }
        #expect(throws: StoreError.self) {
            try eve.family.join(organizedBy: eve.customerID)
        }
        #expect(throws: StoreError.unknownCustomer(id: 9)) {
            try eve.family.join(organizedBy: 9)
        }
        #expect(try eve.customer.familyOrganizerID == nil)
        #expect(try store.customer.isOrganizer)
    }
}

extension Catalog {
    /// Products that a family can share, and others.
    static let family: Catalog = {
        var products = [
            CatalogProduct(id: "coins", kind: .consumable, price: 0.99, isFamilyShareable: true),
            CatalogProduct(id: "own", kind: .nonConsumable, price: 1.99),
            CatalogProduct(
                id: "pass",
                kind: .nonRenewingSubscription,
                price: 9.99,
                isFamilyShareable: true
            ),
            CatalogProduct(
                id: "level",
                kind: .nonConsumable,
                price: 2.99,
                isFamilyShareable: true
            ),
            .make("alone", group: "other", level: 1, price: 5),
        ]
        for id in ["monthly", "yearly", "bestForAll", "best"] {
            var product = CatalogProduct.make(id, level: id == "monthly" ? 2 : 1, price: 5)
            product.isFamilyShareable = id != "best"
            products.append(product)
        }
        return Catalog(products: products)
    }()
}
