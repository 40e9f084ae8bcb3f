import AppReceipt
import Foundation
import StoreModel
import Testing

@Suite("The rule of purchases with seats")
struct SeatPurchaseTests {
    private let date = Date.start + .days(15)

    @Test("Each seat costs the price of its tier, and the price is the average")
    func tiers() throws {
        let (entry, edits) = try buy(.team, seats: 8)
        #expect(entry.quantity == 8)
        #expect(entry.price == 9.24)
        #expect(entry.amountCharged == 73.92)
        #expect(
            entry.seats?.priceTiers == [
                SeatPriceTier(price: 9.99, quantity: 5), SeatPriceTier(price: 7.99, quantity: 3),
            ]
        )
        #expect(entry.seats?.isAddition == false)
        guard case .saveSubscription(let subscription) = edits[2] else {
            Issue.record("\(edits[2])")
            return
        }
        #expect(subscription.renewalSeatCount == 8)
    }

    @Test("The average is rounded half up to thousandths, and the tiers stay exact")
    func average() throws {
        let (entry, _) = try buy(.team.with { $0.price = 10 }, seats: 7)
        #expect(entry.price == 9.426)
        #expect(entry.amountCharged == Decimal(6598) / 100)
        let half = [SeatPriceTier(price: 0.001, quantity: 1), SeatPriceTier(price: 0, quantity: 1)]
        #expect(half.averagePrice == 0.001)
        #expect(([] as [SeatPriceTier]).averagePrice == 0)
    }

    @Test("An offer has one price for each seat")
    func offer() throws {
        let product = CatalogProduct.team.with {
            $0.subscription?.introductoryOffer = CatalogOffer(
                paymentMode: .payAsYouGo,
                period: SubscriptionPeriod(unit: .month),
                price: 2
            )
        }
        let (entry, _) = try buy(product, seats: 8)
        #expect(entry.offer == .introductory)
        #expect(entry.seats?.priceTiers == [SeatPriceTier(price: 2, quantity: 8)])
        let present = entry.with { $0.expirationDate = date + .days(30) }
        let (added, _) = try buy(product, seats: 9, history: history(present))
        #expect(added.amountCharged == 2)
    }

    @Test("More seats are a second transaction of the period, at the prices of their tiers")
    func addition() throws {
        let first = LedgerEntry.seats(1, (9.99, 4))
        let (entry, edits) = try buy(.team, seats: 7, history: history(first))
        #expect(entry.originalID == 1)
        #expect(entry.quantity == 3)
        #expect(entry.amountCharged == Decimal(2597) / 100)
        #expect(entry.expirationDate == first.expirationDate)
        #expect(entry.purchaseDate == date)
        #expect(entry.periodID == 1)
        let marked = first.with { $0.seats?.periodID = 1 }
        let subscription = CustomerSubscription.make(in: first).with { $0.renewalSeatCount = 7 }
        let event = NotificationEvent(.didChangeRenewalPref, .increaseQuantity)
        #expect(
            edits == [
                .renewReceipt(of: 1, at: date), .insert(entry), .update(marked),
                .saveSubscription(subscription), .notify(event, about: entry, at: date),
            ]
        )
        #expect(LedgerEntry.seatCount(ofPeriod: [marked, entry]) == 7)
        #expect(LedgerEntry.newest(ofPeriod: [marked, entry]) == entry)
    }

    @Test("A purchase of the customer alone counts as a seat")
    func alone() throws {
        let first = LedgerEntry.period(1, "team").with { $0.price = 9.99 }
        let (entry, edits) = try buy(.team, seats: 2, history: history(first))
        #expect(entry.quantity == 1)
        guard case .update(let marked) = edits[2] else {
            Issue.record("\(edits[2])")
            return
        }
        #expect(marked.seats?.priceTiers == [SeatPriceTier(price: 9.99, quantity: 1)])
        #expect(marked.amountCharged == 9.99)
        #expect(marked.seats?.isAddition == true)
    }

    @Test("Added seats keep the party that invites; a new subscription has that of the settings")
    func invitations() throws {
        let settings = StoreSettings.make { $0.invitationManagement = .developer }
        let first = LedgerEntry.seats(1, (9.99, 4))
        let (added, _) = try buy(.team, seats: 5, history: history(first), settings: settings)
        #expect(added.seats?.invitationManagement == .apple)
        let (new, _) = try buy(.team, seats: 5, settings: settings)
        #expect(new.seats?.invitationManagement == .developer)
    }

    @Test("Fewer seats, no more seats, no tiers, an invalid number")
    func refusals() {
        let present = history(.seats(1, (9.99, 4)))
        #expect(failure(.team, seats: 3, present)?.underlying == .seatReductionNotAllowed)
        #expect(failure(.crew, seats: 3, present)?.underlying == .seatReductionNotAllowed)
        #expect(failure(.crew, seats: nil, present)?.underlying == .seatReductionNotAllowed)
        #expect(failure(.team, seats: 4, present)?.underlying == .alreadySubscribed)
        #expect(failure(.team, seats: nil, present)?.underlying == .alreadySubscribed)
        #expect(failure(.monthly, seats: 2)?.underlying == .multiSeatPurchaseDisabled)
        #expect(failure(.team, seats: 0)?.code == .paymentInvalid)
        #expect(failure(.team, seats: 100_001)?.code == .paymentInvalid)
        #expect(failure(.team, seats: 100_000) == nil)
    }

    @Test("The monthly plan, which has no seats, does not take them away")
    func monthlyPlan() {
        let product = CatalogProduct.team.with {
            $0.subscription?.monthlyPlan = MonthlyPlan(price: 9)
        }
        var request = PaymentRequest(productID: product.id)
        request.billingPlan = .monthly
        let settings = StoreSettings.make { $0.storefront = "DEU" }
        let outcome = rule(product, request, history(.seats(1, (9.99, 4))), settings: settings)
            .outcome(isConfirmed: true)
        guard case .failed(let failure, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.underlying == .seatReductionNotAllowed)
    }

    @Test("After a refund of seats, the customer can buy them again")
    func refunded() throws {
        let first = LedgerEntry.seats(1, (9.99, 4)).with { $0.seats?.revokedQuantity = 2 }
        let (entry, _) = try buy(.team, seats: 4, history: history(first))
        #expect(entry.quantity == 2)
        #expect(entry.amountCharged == 2 * 9.99)
    }

    @Test("An upgrade replaces all transactions of a period, without the refunded seats")
    func upgrade() throws {
        let first = LedgerEntry.seats(1, period: 1, (10, 4)).with {
            $0.seats?.revokedQuantity = 2
            $0.amountRefunded = 20
        }
        let added = LedgerEntry.seats(2, original: 1, period: 1, (8, 2))
        let (entry, edits) = try buy(.crew, seats: 4, history: history(first, added))
        #expect(entry.quantity == 4)
        let replaced = edits.compactMap { edit -> LedgerEntry? in
            if case .update(let entry) = edit { entry } else { nil }
        }
        #expect(replaced.map(\.isUpgraded) == [true, true])
        #expect(replaced.map(\.amountRefunded) == [30, 8])
    }

    @Test("A downgrade takes its seats with the renewal")
    func downgrade() throws {
        let period = LedgerEntry.seats(1, (20, 2)).with { $0.productID = "crew" }
        let (entry, edits) = try buy(
            .team,
            seats: 6,
            history: history(period),
            subscribed: .crew
        )
        #expect(entry.state == .scheduled)
        guard case .saveSubscription(let subscription) = edits[1] else {
            Issue.record("\(edits[1])")
            return
        }
        #expect(subscription.renewalProductID == "team")
        #expect(subscription.renewalSeatCount == 6)
    }

    @Test("A payment that waits for approval is approved with its seats")
    func approval() throws {
        var request = PaymentRequest(productID: "team")
        request.seatCount = 8
        request.simulatesAskToBuy = true
        let rule = rule(.team, request, PurchaseHistory())
        var numbers = EntryNumbers(after: 0)
        let outcome = rule.outcome(isConfirmed: true)
        let (deferred, _) = rule.entry(of: outcome, by: 1, sharing: ([], []), numbers: &numbers)
        #expect(deferred.state == .deferred)
        let again = PaymentRequest(resuming: deferred, token: deferred.paymentToken)
        #expect(again.seatCount == 8)
        #expect(again.quantity == 1)
    }

    private func history(_ first: LedgerEntry, _ additions: LedgerEntry...) -> PurchaseHistory {
        var history = PurchaseHistory()
        history.latestPeriod = first
        history.presentPeriod = first
        history.seatAdditions = additions
        history.subscription = .make(in: first).with {
            $0.renewalSeatCount = LedgerEntry.seatCount(ofPeriod: [first] + additions)
        }
        history.lastPeriodStart = .start
        history.hasUsedIntroductoryOffer = true
        return history
    }

    private func buy(
        _ product: CatalogProduct,
        seats: Int?,
        history: PurchaseHistory = PurchaseHistory(),
        subscribed: CatalogProduct = .team,
        settings: StoreSettings = .make { _ in }
    ) throws -> (entry: LedgerEntry, edits: [LedgerEdit]) {
        var request = PaymentRequest(productID: product.id)
        request.seatCount = seats
        let rule = rule(product, request, history, subscribed: subscribed, settings: settings)
        let outcome = rule.outcome(isConfirmed: true)
        if case .failed(let failure, _) = outcome { Issue.record("\(failure)") }
        var numbers = EntryNumbers(after: 10)
        return rule.entry(of: outcome, by: 1, sharing: ([], []), numbers: &numbers)
    }

    private func failure(
        _ product: CatalogProduct,
        seats: Int?,
        _ history: PurchaseHistory = PurchaseHistory()
    ) -> LedgerEntry.Failure? {
        var request = PaymentRequest(productID: product.id)
        request.seatCount = seats
        let outcome = rule(product, request, history).outcome(isConfirmed: true)
        guard case .failed(let failure, _) = outcome else { return nil }
        return failure
    }

    private func rule(
        _ product: CatalogProduct,
        _ request: PaymentRequest,
        _ history: PurchaseHistory,
        subscribed: CatalogProduct = .team,
        settings: StoreSettings = .make { _ in }
    ) -> PurchaseRule {
        PurchaseRule(
            request: request,
            product: product,
            subscribedProduct: history.subscription == nil ? nil : subscribed,
            settings: settings,
            history: history,
            signature: .notChecked,
            date: date
        )
    }
}
