import Foundation
import LocalAppStore
import Testing

@Suite("Subscribing")
struct SubscribingTests {
    let store: Store

    init() throws {
        store = try .make()
    }

    @Test("The first period has the catalog's price and ends by the calendar")
    func firstPeriod() throws {
        let entry = try store.pay("yearly")
        #expect(entry.price == 49.99)
        #expect(entry.offer == nil)
        #expect(entry.expirationDate == Date(timeIntervalSince1970: 1_740_830_400))
        #expect(entry.subscriptionGroupID == "magazine")
    }

    @Test("An introductory offer applies automatically, once in a group")
    func introductoryOffer() throws {
        let trial = try store.pay("monthly")
        #expect(trial.offer == .introductory)
        #expect(trial.amountCharged == 0)
        #expect(trial.expirationDate == .start + .days(7))

        try store.subscriptions.setAutoRenew(false, of: trial.id)
        store.clock.advance(by: .days(8))
        let paid = try store.pay("monthly")
        #expect(paid.offer == nil)
        #expect(paid.amountCharged == 4.99)
        #expect(paid.originalID == trial.id)
    }

    @Test("A subscriber cannot subscribe to the same product again")
    func alreadySubscribed() throws {
        try store.pay("yearly")
        let again = try store.pay("yearly")
        let reason = "The customer is subscribed to \"yearly\" already."
        #expect(again.failure == .init(.unknown, underlying: .alreadySubscribed, reason: reason))
        #expect(again.amountCharged == 0)
    }

    @Test("Another subscription of the group replaces the first one at once")
    func replacing() throws {
        let monthly = try store.pay("monthly")
        let yearly = try store.pay("yearly")
        #expect(yearly.state == .purchased)
        #expect(yearly.originalID == monthly.id)
        #expect(try store.entry(monthly.id)?.isUpgraded == true)
        #expect(try store.entry(yearly.id)?.isUpgraded == false)
    }

    @Test("A promotional offer is for present and former subscribers")
    func promotionalEligibility() throws {
        let request = PaymentRequest(productID: "yearly", discount: .make("winter"))
        let reason =
            "Promotional offers are for present and former subscribers; the customer never "
            + "subscribed in the group \"magazine\"."
        #expect(try store.pay(request).failure == .init(.ineligibleForOffer, reason: reason))
    }

    @Test(
        "A promotional offer sets the price and the length of the first period",
        arguments: [("winter", Decimal(7.99), 91.0), ("half", Decimal(2.49), 30.0)]
    )
    func promotionalTerms(offer: String, price: Decimal, days: Double) throws {
        try store.subscriptions.setAutoRenew(false, of: store.pay("yearly").id)
        store.clock.advance(by: .days(366 + 30))
        let date = store.clock.now
        let entry = try store.pay(
            PaymentRequest(productID: "yearly", discount: .make(offer))
        )
        #expect(entry.offer == .promotional(id: offer))
        #expect(entry.discount == .make(offer))
        #expect("\(entry.price)".hasPrefix("\(price)".prefix(4)))
        #expect(entry.expirationDate == date + .days(days))
        #expect(try store.entry(entry.id) == entry)
    }

    @Test("An unknown or incomplete promotional offer is refused")
    func wrongOffers() throws {
        try store.pay("yearly")
        let unknown = PaymentRequest(productID: "monthly", discount: .make("summer"))
        let unsigned = PaymentRequest(productID: "monthly", discount: .make("half", signature: ""))
        let offers = "\"monthly\" has no promotional offer \"summer\"; it has \"winter\", \"half\"."
        let noOffers =
            "\"coins\" is not an auto-renewable subscription, so it has no promotional offers."
        #expect(try store.pay(unknown).failure == .init(.invalidOfferIdentifier, reason: offers))
        #expect(
            try store.pay(PaymentRequest(productID: "coins", discount: .make("half"))).failure
                == .init(.invalidOfferIdentifier, reason: noOffers)
        )
        #expect(
            try store.pay(unsigned).failure
                == .init(
                    .missingOfferParameters,
                    reason: "The promotional offer has no signature."
                )
        )
    }

    @Test(
        "Each missing part of a promotional offer is named",
        arguments: [
            (\PaymentRequest.Discount.offerID, "identifier"), (\.keyID, "key identifier"),
            (\.signature, "signature"),
        ] as [(any WritableKeyPath<PaymentRequest.Discount, String> & Sendable, String)]
    )
    func missingParts(
        part: any WritableKeyPath<PaymentRequest.Discount, String> & Sendable,
        name: String
    ) throws {
        var discount = PaymentRequest.Discount.make("half")
        discount[keyPath: part] = ""
        discount.timestamp = 0
        let request = PaymentRequest(productID: "monthly", discount: discount)
        #expect(
            try store.pay(request).failure?.reason
                == "The promotional offer has no \(name), no timestamp."
        )
    }

    @Test(
        "Without a key, a signature that can be none of any key is refused",
        arguments: [
            ("AQID", "an ECDSA signature in DER"), ("none!", "Base64"),
            // Numbers of 0, and one that is the order of the curve.
            ("MAYCAQACAQE=", "an ECDSA signature in DER"),
            ("MAYCAQECAQA=", "an ECDSA signature in DER"),
            (
                "MCYCIQD/////AAAAAP//////////vOb6racXnoTzucrC/GMlUQIBAQ==",
                "an ECDSA signature in DER"
            ),
        ]
    )
    func impossibleSignature(signature: String, form: String) throws {
        try store.pay("yearly")
        let discount = PaymentRequest.Discount.make("half", signature: signature)
        let entry = try store.pay(PaymentRequest(productID: "monthly", discount: discount))
        #expect(
            entry.failure == .init(.invalidSignature, reason: "The signature is not \(form).")
        )
    }

    @Test("A refunded subscription is not active")
    func refund() throws {
        try store.refunds.refund(store.pay("yearly").id)
        #expect(try store.pay("yearly").state == .purchased)
    }

    @Test("After the refund of an upgrade, the older subscription does not return")
    func refundedUpgrade() throws {
        let monthly = try store.pay("monthly")
        try store.refunds.refund(store.pay("yearly").id)
        #expect(try store.entry(monthly.id)?.isUpgraded == true)
        #expect(try store.subscriptions.all().map(\.status) == [.revoked])
        #expect(try store.pay("monthly").state == .purchased)
    }

    @Test("After an upgrade is deleted, the older subscription continues as before")
    func removedUpgrade() throws {
        let monthly = try store.pay("monthly")
        try store.delete(store.pay("yearly").id)
        #expect(try store.entry(monthly.id) == monthly)
        #expect(try store.subscriptions.all().map(\.productID) == ["monthly"])
    }

    @Test("The time rate shortens the period")
    func timeRate() throws {
        try store.updateSettings { $0.timeRate = .monthlyRenewalEveryFiveMinutes }
        #expect(try store.pay("yearly").expirationDate == .start + 3600)
    }
}

extension PaymentRequest.Discount {
    static func make(_ offerID: String, signature: String = "MAYCAQECAQE=") -> Self {
        Self(
            offerID: offerID,
            keyID: "KEY",
            nonce: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            signature: signature,
            timestamp: 1_709_294_400_000
        )
    }
}
