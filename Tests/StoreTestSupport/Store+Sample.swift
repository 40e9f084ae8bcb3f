import Foundation
package import LocalAppStore

extension Store {
    /// Makes so much happen that each member of each row has a value in one of them.
    ///
    /// The first customer renews, upgrades and owes a payment; Ben has what his family shares, and
    /// Eve what was refunded and what expired.
    package func liveThrough() throws {
        try notifications.updateSettings {
            $0.isRecording = true
            $0.url = URL(string: "http://127.0.0.1:9/hook")
        }
        try shareWithFamily()
        try subscribe()
        try commit()
        try takeMoneyBack()
        try fail()
        try giveSeats()
        try deliver()
        try updateReceiptSettings {
            $0.environment = .production
            $0.appleIdentifier = 1234
            $0.sharedSecret = "hush"
            $0.plannedResponse = .init(status: 21100, isRetryable: true)
        }
    }

    private func shareWithFamily() throws {
        let ben = try customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: customer.id)
        try ben.family.setAsksToBuy(true)
        try ben.family.setSharesPurchases(false)
        try buy(PaymentRequest(productID: "level"))
        let coins = try buy("coins", quantity: 3, account: "an account")
        try finish([coins.id], with: .storeKit1)
    }

    /// After a free week and a month, another subscription replaces the first one, whose renewal
    /// cannot be charged.
    private func subscribe() throws {
        try buy(PaymentRequest(productID: "monthly"))
        clock.advance(by: 20 * 86_400)
        let gold = try buy(PaymentRequest(productID: "gold"))
        try updateSettings {
            $0.allowsGracePeriod = true
            $0.failsRenewals = true
        }
        clock.advance(by: 32 * 86_400)
        try subscriptions.requestPriceIncreaseConsent(of: gold.id)
        try updateSettings { $0.failsRenewals = false }
    }

    /// Kim pays for the second month of a year.
    private func commit() throws {
        let kim = try customers.acting(addingIfNeeded: "kim")
        try updateSettings { $0.storefront = "DEU" }
        var request = PaymentRequest(productID: "year")
        request.billingPlan = .monthly
        try kim.buy(request)
        try kim.subscriptions.forceRenewal(ofProduct: "year")
        try updateSettings { $0.storefront = "USA" }
    }

    private func takeMoneyBack() throws {
        let eve = try customers.acting(addingIfNeeded: "eve")
        let coins = try eve.buy(PaymentRequest(productID: "coins"))
        try eve.refunds.request(coins.id, reason: .legal)
        let report = """
            {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}
            """
        let consumption = try ConsumptionReport(.two, json: Data(report.utf8))
        try eve.refunds.recordConsumption(consumption, of: coins.id)
        clock.advance(by: 3600.5)
        try eve.refunds.decide(of: coins.id, .approved)
        let others = try eve.buy(PaymentRequest(productID: "coins"))
        try eve.refunds.request(others.id, reason: .other)
        try eve.buy(PaymentRequest(productID: "gold"))
        try eve.subscriptions.forceExpiry(ofProduct: "gold")
        let revoked = try customers.acting(addingIfNeeded: "mia")
        try revoked.refunds.refund(
            revoked.buy(PaymentRequest(productID: "gold")).id,
            reason: .developerIssue
        )
        try buySeats(as: customers.acting(addingIfNeeded: "zoe"))
        let friend = try customers.acting(addingIfNeeded: "joe")
        var purchase = CustomerPurchase(productID: "monthly")
        purchase.offer = .code(referenceName: "Friends")
        try friend.buy(purchase)
    }

    /// Of four seats, of which two were added, one is refunded, and two renew.
    private func buySeats(as customer: Store) throws {
        var request = PaymentRequest(productID: "gold")
        request.seatCount = 2
        let gold = try customer.buy(request)
        request.token = UUID()
        request.seatCount = 4
        try customer.buy(request)
        try customer.refunds.refundSeats(1, of: gold.id)
        try customer.subscriptions.setRenewalSeatCount(2, of: gold.id)
    }

    /// Makes a purchase of an owned product, and one that the settings refuse.
    private func fail() throws {
        let joe = try customers.acting(addingIfNeeded: "joe")
        _ = try joe.pay(PaymentRequest(productID: "monthly"))
        _ = try customers.acting(addingIfNeeded: "ben").pay(PaymentRequest(productID: "coins"))
        try updateSettings { $0.interruptsPurchases = true }
        _ = try joe.pay(PaymentRequest(productID: "coins"))
        try updateSettings { $0.interruptsPurchases = false }
    }

    /// A group that Apple invites to, and one that the developer hosts.
    private func giveSeats() throws {
        let (ann, tom) = (
            try customers.acting(addingIfNeeded: "ann"), try customers.acting(addingIfNeeded: "tom")
        )
        let team = try tom.buySeats(3)
        try ann.seatGroups.accept(try tom.seatGroups.invitation(to: team.id))
        try updateSettings { $0.invitationManagement = .developer }
        let hosted = try ann.buySeats(3)
        try ann.seatGroups.claim(UUID(), for: tom.customer.id, of: hosted.id)
        try updateSettings { $0.invitationManagement = .apple }
    }

    private func buySeats(_ count: Int) throws -> LedgerEntry {
        var request = PaymentRequest(productID: "gold")
        request.seatCount = count
        return try buy(request)
    }

    /// Two attempts, of which the second one ends well.
    private func deliver() throws {
        _ = try notifications.requestTest()
        guard let first = try notifications.beginAttempt() else { return }
        try notifications.end(
            first,
            with: .unsuccessfulStatus,
            status: 500,
            response: "out of order"
        )
        guard let second = try notifications.beginAttempt() else { return }
        try notifications.end(second, with: .success, status: 200, response: "ok")
    }

    private func buy(_ productID: String, quantity: Int, account: String) throws -> LedgerEntry {
        var request = PaymentRequest(
            productID: productID,
            quantity: quantity,
            applicationUsername: account
        )
        request.api = .storeKit2
        return try buy(request)
    }
}
