import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Subscriptions with seats")
struct SeatTests {
    private let store: Store

    init() throws {
        store = try .recording(.teams, clock: .manual(startingAt: .start))
    }

    private var subscription: CustomerSubscription {
        get throws { try #require(try store.subscriptions.all().first) }
    }

    @Test("Both transactions of a period entitle, and the newest one is that of the status")
    func addition() throws {
        let first = try store.buySeats(4)
        store.clock.advance(by: .days(5))
        let added = try store.buySeats(8)
        #expect(added.quantity == 4)
        #expect(added.expirationDate == first.expirationDate)
        #expect(try entitlements == [1, 2])
        let status = try #require(try store.subscriptions.statuses().first)
        #expect(status.entry.id == added.id)
        #expect(status.seatCount == 8)
        #expect(try store.subscriptions.seatCount(ofPeriod: added.id) == 8)
        #expect(try store.entries().allSatisfy { !$0.isUpgraded })
        #expect(try store.balance() == ["USD": 73.92])
        #expect(
            try store.events == [
                "SUBSCRIBED.INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF.INCREASE_QUANTITY",
            ]
        )
    }

    @Test("Documents have the seats, the average price and the reason of two transactions")
    func documents() throws {
        try store.buySeats(5)
        try store.buySeats(8)
        let context = try store.documentContext()
        let payloads = try store.entries().map { TransactionPayload($0, in: context) }
        #expect(payloads.map(\.quantity) == [5, 3])
        #expect(payloads.map(\.priceInMilliunits) == [9990, 7990])
        #expect(payloads.map(\.additionalTransactionReason) == [.seatAddition, .seatAddition])
        #expect(payloads[0].multiSeatInfo?.invitationManagement == .apple)
        #expect(payloads[0].multiSeatInfo?.priceTiers?.map(\.quantity) == [5])
        #expect(payloads[0].multiSeatInfo?.revokedSeatQuantity == nil)
        let status = try #require(try store.subscriptions.statuses().first)
        let renewal = RenewalInfoPayload(status, in: context)
        #expect(renewal.renewalQuantity == 8)
        #expect(renewal.renewalPriceInMilliunits == 9240)
        let tiers = renewal.multiSeatInfo?.renewalPriceTiers
        #expect(tiers?.map(\.priceInMilliunits) == [9990, 7990])
        #expect(tiers?.map(\.quantity) == [5, 3])
        try store.subscriptions.setAutoRenew(false, of: 1)
        let ended = try #require(try store.subscriptions.statuses().first)
        #expect(RenewalInfoPayload(ended, in: context).multiSeatInfo == nil)
        let receipt = try store.verifiedReceipt().inAppPurchases
        #expect(receipt.map(\.quantity).sorted() == [3, 5])
    }

    @Test("A purchase without seats has none in its documents")
    func alone() throws {
        let entry = try store.pay("solo")
        let payload = TransactionPayload(entry, in: try store.documentContext())
        #expect(payload.multiSeatInfo == nil)
        #expect(payload.additionalTransactionReason == nil)
    }

    @Test("The chosen number of seats renews in one transaction, and is the next total")
    func renewal() throws {
        try store.buySeats(4)
        try store.buySeats(8)
        try store.subscriptions.setRenewalSeatCount(3, of: 1)
        try store.subscriptions.setRenewalSeatCount(6, of: 1)
        store.clock.advance(by: .days(40))
        let renewed = try #require(try store.entries().last)
        #expect(renewed.isRenewal)
        #expect(renewed.quantity == 6)
        #expect(renewed.amountCharged == Decimal(5794) / 100)
        #expect(try entitlements == [renewed.id])
        #expect(try subscription.renewalSeatCount == 6)
        #expect(throws: StoreError.self) { try store.subscriptions.setRenewalSeatCount(7, of: 1) }
        let refused = try store.pay(request(5))
        #expect(refused.failure?.underlying == .seatReductionNotAllowed)
    }

    @Test("A refund of seats leaves the purchaser entitled until no seat is left")
    func refunds() throws {
        try store.buySeats(4)
        try store.buySeats(6)
        try store.refunds.refundSeats(3, of: 2)
        let entries = try store.entries()
        #expect(entries.map { $0.seats?.revokedQuantity } == [1, 2])
        #expect(entries.map { $0.revocationDate == nil } == [true, false])
        #expect(try entitlements == [1])
        #expect(try subscription.status == .subscribed)
        #expect(try subscription.renewalSeatCount == 3)
        #expect(try store.subscriptions.statuses().first?.entry.id == 1)
        let payload = TransactionPayload(entries[0], in: try store.documentContext())
        #expect(payload.multiSeatInfo?.revokedSeatQuantity == 1)
        #expect(try store.events.suffix(2) == ["REFUND", "REFUND.SEATS"])
        try store.refunds.refund(1)
        #expect(try subscription.status == .revoked)
        #expect(try entitlements.isEmpty)
        #expect(try store.balance() == ["USD": 0])
        try store.refunds.reverse(2)
        #expect(try subscription.status == .subscribed)
        #expect(try store.subscriptions.seatCount(ofPeriod: 1) == 2)
    }

    @Test("A refund of the first transaction leaves the added seats")
    func refundOfFirst() throws {
        try store.buySeats(4)
        try store.buySeats(6)
        try store.refunds.refund(1)
        #expect(try subscription.status == .subscribed)
        #expect(try entitlements == [2])
        let periods = try store.subscriptions.timeline(of: subscription).segments
        #expect(periods.map(\.kind) == [.period])
        store.clock.advance(by: .days(40))
        #expect(try store.entries().last?.quantity == 2)
    }

    @Test("A deletion of added seats leaves the others, and that of the first all of the period")
    func deletion() throws {
        try store.buySeats(4)
        try store.buySeats(6)
        try store.delete(2)
        #expect(try store.entries().map { $0.seats?.isAddition } == [false])
        #expect(try subscription.renewalSeatCount == 4)
        store.clock.advance(by: .days(40))
        let renewed = try #require(try store.entries().last)
        try store.buySeats(5)
        try store.delete(renewed.id)
        #expect(try store.entries().map(\.id) == [1])
        #expect(try subscription.entryID == 1)
    }

    @Test("An extension, a forced end and an upgrade are of all transactions of a period")
    func ends() throws {
        try store.buySeats(4)
        try store.buySeats(6)
        try store.subscriptions.extendRenewalDate(
            of: 1,
            byDays: 7,
            reason: .other,
            requestIdentifier: "a"
        )
        #expect(Set(try store.entries().map(\.expirationDate)).count == 1)
        try store.buySeats(7)
        try store.buySeats(7, of: "crew")
        #expect(try store.entries().map(\.isUpgraded) == [true, true, true, false])
        try store.buySeats(8, of: "crew")
        store.clock.advance(by: .days(1))
        try store.subscriptions.forceExpiry(ofProduct: "crew")
        #expect(Set(try store.entries().suffix(2).map(\.expirationDate)).count == 1)
        #expect(try subscription.status == .expired)
        #expect(try subscription.renewalSeatCount == nil)
    }

    @Test("A deferred purchase of seats is approved with its total")
    func approval() throws {
        try store.buySeats(4)
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let deferred = try store.pay(request(6))
        #expect(deferred.state == .deferred)
        let approved = try store.approve(deferred.id)
        #expect(approved.quantity == 2)
        #expect(approved.seats?.isAddition == true)
        #expect(try subscription.renewalSeatCount == 6)
    }

    @Test("No seats are added to a period that is not paid")
    func gracePeriod() throws {
        try store.buySeats(2)
        try store.updateSettings {
            $0.failsRenewals = true
            $0.allowsGracePeriod = true
        }
        store.clock.advance(by: .days(32))
        #expect(try subscription.status == .inGracePeriod)
        #expect(try store.pay(request(3)).failure?.code == .unknown)
        #expect(try store.entries().filter { $0.state == .purchased }.count == 1)
    }

    @Test("The ledger keeps the party that invites for a running subscription alone")
    func invitations() throws {
        try store.buySeats(2)
        try store.updateSettings { $0.invitationManagement = .developer }
        try store.buySeats(3)
        store.clock.advance(by: .days(40))
        let parties = try store.entries().compactMap { $0.seats?.invitationManagement }
        #expect(Set(parties) == [.apple])
        try store.subscriptions.forceExpiry(ofProduct: "team")
        let again = try store.buySeats(2)
        #expect(again.seats?.invitationManagement == .developer)
        try store.updateSettings { $0.invitationManagement = .apple }
        #expect(try store.buySeats(2, of: "crew").seats?.invitationManagement == .developer)
    }

    @Test("Seats whose refund is reversed renew, unless the customer chose fewer")
    func reversal() throws {
        try store.buySeats(4)
        try store.refunds.refundSeats(1, of: 1)
        try store.refunds.reverse(1)
        #expect(try subscription.renewalSeatCount == 4)
        try store.refunds.refundSeats(1, of: 1)
        try store.subscriptions.setRenewalSeatCount(2, of: 1)
        try store.refunds.reverse(1)
        #expect(try subscription.renewalSeatCount == 2)
    }

    @Test("A response without old transactions has all of the current period")
    func newestTransactions() throws {
        try store.buySeats(4)
        try store.buySeats(6)
        let response = try store.verifyOwnReceipt(["exclude-old-transactions": true])
        let list = try #require(response.list("latest_receipt_info"))
        #expect(Set(list.map { $0["transaction_id"] as? String }) == ["1", "2"])
    }

    @Test("A limited timeline has periods, whose added seats don't count")
    func timeline() throws {
        try store.buySeats(4)
        store.clock.advance(by: .days(40))
        let renewed = try #require(try store.entries().last)
        try store.buySeats(5)
        try store.buySeats(6)
        let timeline = try store.subscriptions.timeline(of: subscription, limit: 2)
        #expect(timeline.segments.map(\.entryID) == [1, renewed.id])
    }

    @Test("The dialog about added seats has the renewal price of all seats")
    func dialog() throws {
        let sheets = Locked<[PurchaseSheet]>([])
        let store = try store.reopened { catalog in
            catalog.products[0].subscription?.introductoryOffer = CatalogOffer(
                paymentMode: .payAsYouGo,
                period: .month,
                price: 2
            )
        }
        store.confirmationPolicy = .ask { sheet in
            sheets.withLock { $0.append(sheet) }
            return true
        }
        try store.pay(request(4))
        try store.pay(request(6))
        let shown = sheets.withLock { $0 }
        #expect(shown.map(\.offer?.renewalPrice) == [39.96, Decimal(5794) / 100])
    }

    @Test("Seats that are added to a period with a code's offer have the offer, too")
    func addedWithOffer() throws {
        let store = try store.reopened { catalog in
            catalog.products[0].subscription?.codeOffers = [
                CatalogOffer(
                    referenceName: "Friends",
                    paymentMode: .payAsYouGo,
                    period: .month,
                    price: 2,
                    eligibility: [.new]
                )
            ]
        }
        var first = request(4)
        first.offer = .code(referenceName: "Friends")
        try store.pay(first)
        let added = try store.pay(request(6))
        #expect(added.offer == .code(referenceName: "Friends"))
        #expect(added.amountCharged == 4)
        #expect(try store.entry(added.id) == added)
    }

    @Test("An event outside the store is reported with the newest transaction of the period")
    func report() throws {
        try store.buySeats(4)
        let added = try store.buySeats(6)
        let records = try store.notifications.trigger(NotificationEvent(.metadataUpdate))
        #expect(records.last?.notification.entryID == added.id)
    }

    @Test(
        "Events lead to the notifications about seats, more than once",
        arguments: [
            NotificationEvent(.refund, .seats),
            NotificationEvent(.didChangeRenewalPref, .increaseQuantity),
            NotificationEvent(.didChangeRenewalPref, .decreaseQuantity),
        ]
    )
    func triggers(event: NotificationEvent) throws {
        for _ in 0..<3 {
            let records = try store.notifications.trigger(event)
            let subtype = records.last?.notification.subtype
            #expect(subtype == event.subtype)
            #expect(try subscription.renewalSeatCount != nil)
        }
    }

    private var entitlements: [Int64] {
        get throws { try store.transactions(.entitlements)?.entries.map(\.id).sorted() ?? [] }
    }

    private func request(_ count: Int, of productID: String = "team") -> PaymentRequest {
        var request = PaymentRequest(productID: productID)
        request.seatCount = count
        return request
    }
}

extension Catalog {
    /// Subscriptions of one group, of which two are sold with seats.
    fileprivate static var teams: Catalog {
        var team = CatalogProduct.make("team", level: 2, price: 9.99)
        team.subscription?.seatTiers = [
            CatalogSeatTier(minimumSeats: 1, price: 9.99),
            CatalogSeatTier(minimumSeats: 6, price: 7.99),
        ]
        var crew = CatalogProduct.make("crew", level: 1, price: 20)
        crew.subscription?.seatTiers = [CatalogSeatTier(minimumSeats: 1, price: 20)]
        return Catalog(products: [team, crew, .make("solo", level: 3, price: 5)])
    }
}
