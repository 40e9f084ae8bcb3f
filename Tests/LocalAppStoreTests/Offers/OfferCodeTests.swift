import Foundation
import LocalAppStore
import Testing

@Suite("Offer codes")
struct OfferCodeTests {
    @Test("A redeemed code sets the price and the length of the first period")
    func redeemed() throws {
        let store = try Store.make(.offers())
        let entry = try store.redeem("yearly")
        #expect(entry.offer == .code(referenceName: "spring"))
        #expect(entry.requestedOffer == .code(referenceName: "spring"))
        #expect(entry.amountCharged == 0.49)
        #expect(entry.expirationDate == .start + .days(31))
        #expect(try store.unfinishedEntries() == [entry])
    }

    @Test(
        "A code is for the kinds of subscribers that the offer names",
        arguments: CatalogOffer.Eligibility.allCases,
        [[.new], [.existing], [.expired], []] as [Set<CatalogOffer.Eligibility>]
    )
    func eligibility(
        customer: CatalogOffer.Eligibility,
        eligibility: Set<CatalogOffer.Eligibility>
    ) throws {
        let store = try Store.make(.offers(codeOffer: .code(for: eligibility)))
        switch customer {
        case .new: break
        case .existing: try store.pay("yearly")
        case .expired: try store.subscribeInThePast()
        }
        if eligibility.isEmpty || eligibility.contains(customer) {
            // For a subscriber this is a downgrade, which begins with the renewal.
            let state = customer == .existing ? LedgerEntry.State.scheduled : .purchased
            #expect(try store.redeem("monthly").state == state)
            return
        }
        let kind = try #require(eligibility.first)
        let before = try store.entries()
        let reason =
            "The code is for these subscribers: \(kind.rawValue); in the group \"magazine\" the "
            + "customer is \(customer.rawValue)."
        #expect(throws: StoreError.refusedPurchase(code: 18, reason: reason)) {
            try store.redeem("monthly")
        }
        #expect(try store.entries() == before)
    }

    @Test("With a stackable code a new customer gets the introductory offer first")
    func stackable() throws {
        let store = try Store.make(.offers(codeOffer: .code(isStackable: true)))
        let trial = try store.redeem("monthly")
        #expect(trial.offer == .introductory)
        #expect(trial.requestedOffer == .code(referenceName: "spring"))
        #expect(trial.amountCharged == 0)
        #expect(try store.entry(trial.id) == trial)

        store.clock.advance(by: .days(80))
        let entries = try store.entries()
        #expect(
            entries.map(\.offer) == [
                .introductory, .code(referenceName: "spring"), .code(referenceName: "spring"), nil,
            ]
        )
        #expect(entries.map { "\($0.price)".prefix(4) } == ["0", "0.49", "0.49", "4.99"])
        #expect(entries[1].requestedOffer == .code(referenceName: "spring"))
    }

    @Test("Without an introductory offer, a stackable code applies at once")
    func stackableLater() throws {
        let store = try Store.make(.offers(codeOffer: .code(isStackable: true)))
        try store.subscriptions.setAutoRenew(false, of: store.pay("monthly").id)
        store.clock.advance(by: .days(40))
        #expect(try store.redeem("monthly").offer == .code(referenceName: "spring"))
        let other = try Store.make(.offers(codeOffer: .code(isStackable: true)))
        #expect(try other.redeem("yearly").offer == .code(referenceName: "spring"))
    }

    @Test("A code that is not stackable replaces the introductory offer")
    func notStackable() throws {
        let store = try Store.make(.offers())
        #expect(try store.redeem("monthly").offer == .code(referenceName: "spring"))
    }

    @Test("A customer redeems one code of an offer")
    func twice() throws {
        let store = try Store.make(.offers())
        try store.subscriptions.setAutoRenew(false, of: store.redeem("yearly").id)
        store.clock.advance(by: .days(400))
        let reason = "The customer has redeemed a code of the offer \"spring\" already."
        #expect(throws: StoreError.refusedPurchase(code: 18, reason: reason)) {
            try store.redeem("yearly")
        }
        #expect(try store.redeem("monthly").state == .purchased)
    }

    @Test("An unknown code, product or price is refused, and nothing is recorded")
    func unknown() throws {
        let store = try Store.make(.offers(codeOffer: .code(price: 0)))
        let names = "\"yearly\" has no offer code \"autumn\"; it has \"spring\"."
        #expect(throws: StoreError.refusedPurchase(code: 11, reason: names)) {
            try store.redeemOfferCode(referenceName: "autumn", productID: "yearly")
        }
        let none = "\"coins\" has no offer code \"spring\"; it has none."
        #expect(throws: StoreError.refusedPurchase(code: 11, reason: none)) {
            try store.redeem("coins")
        }
        #expect(throws: StoreError.unknownProduct(id: "bricks")) { try store.redeem("bricks") }
        let price = "The offer \"spring\" of \"yearly\" requires a payment and has no price."
        #expect(throws: StoreError.refusedPurchase(code: 14, reason: price)) {
            try store.redeem("yearly")
        }
        #expect(try store.entries() == [])
    }

    @Test("A redeemed code waits for approval, and then applies")
    func deferred() throws {
        let store = try Store.make(.offers())
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let entry = try store.redeem("yearly")
        #expect(entry.state == .deferred)
        #expect(entry.offer == nil)
        let approved = try store.approve(entry.id)
        #expect(approved.offer == .code(referenceName: "spring"))
        #expect(approved.amountCharged == 0.49)
    }

    @Test("An interrupted code is delivered, and applies when the issue is resolved")
    func interrupted() throws {
        let store = try Store.make(.offers())
        try store.updateSettings { $0.interruptsPurchases = true }
        let entry = try store.redeem("yearly")
        #expect(entry.hasIssue)
        let resolved = try store.resolveIssue(entry.id)
        #expect(resolved.offer == .code(referenceName: "spring"))
    }

    @Test("verifyReceipt has the reference name, and no flag of a trial")
    func response() throws {
        let store = try Store.make(.offers())
        try store.redeem("monthly")
        let response = try store.verifyOwnReceipt()
        let info = try #require(response.list("latest_receipt_info")?.first)
        #expect(info["offer_code_ref_name"] as? String == "spring")
        #expect(info["promotional_offer_id"] == nil)
        #expect(info["is_trial_period"] as? String == "false")
        #expect(info["is_in_intro_offer_period"] as? String == "false")
        let renewal = try #require(response.list("pending_renewal_info")?.first)
        #expect(renewal["offer_code_ref_name"] as? String == "spring")
        #expect(renewal["promotional_offer_id"] == nil)
    }
}

@Suite("Offer codes that the customer enters in the app")
struct EnteredOfferCodeTests {
    let store: Store

    init() throws {
        store = try .make(.offers())
    }

    @Test("The customer sees the offer and decides, and the code is used up")
    func confirmed() throws {
        let shown = Locked<[PurchaseSheet]>([])
        store.confirmationPolicy = .ask { sheet in
            shown.withLock { $0.append(sheet) }
            return true
        }
        store.offerCodeToRedeem = .init(referenceName: "spring", productID: "yearly")
        let entry = try #require(try store.redeemEnteredOfferCode())
        #expect(entry.offer == .code(referenceName: "spring"))
        #expect(shown.withLock { $0 }.map(\.price) == [0.49])
        #expect(shown.withLock { $0 }.first?.offer?.paymentMode == .payAsYouGo)
        #expect(store.offerCodeToRedeem == nil)
        #expect(try store.redeemEnteredOfferCode() == nil)
    }

    @Test("A customer who cancels is not charged, and nothing is recorded")
    func cancelled() throws {
        store.confirmationPolicy = .refuse
        let code = Store.OfferCode(referenceName: "spring", productID: "yearly")
        store.offerCodeToRedeem = code
        let reason = "The customer cancelled the purchase."
        #expect(throws: StoreError.refusedPurchase(code: 2, reason: reason)) {
            try store.redeemEnteredOfferCode()
        }
        #expect(try store.entries() == [])
        #expect(store.offerCodeToRedeem == code)
    }

    @Test("The customer is not asked about a code that is refused")
    func refused() throws {
        store.confirmationPolicy = .ask { _ in
            Issue.record("asked about a refused code")
            return true
        }
        store.offerCodeToRedeem = .init(referenceName: "autumn", productID: "yearly")
        #expect(throws: StoreError.self) { try store.redeemEnteredOfferCode() }
    }
}

extension Store {
    @discardableResult
    fileprivate func redeem(_ productID: String) throws -> LedgerEntry {
        try redeemOfferCode(referenceName: "spring", productID: productID)
    }
}
