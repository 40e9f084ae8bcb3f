import AppReceipt
import Foundation
import GRDB
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Promotional offers")
struct PromotionalOfferTests {
    let store: Store

    init() throws {
        store = try .make(.offers())
        try store.subscribeInThePast()
    }

    @Test("A signed offer is sold at its price", arguments: [nil, "", "Ann"])
    func signed(user: String?) throws {
        let entry = try store.pay("yearly", offer: "winter", user: user)
        #expect(entry.failure == nil)
        #expect(entry.offer == .promotional(id: "winter"))
        #expect(entry.amountCharged == 7.99)
        #expect(try store.entry(entry.id) == entry)
    }

    @Test(
        "A payment other than the signed one is refused",
        arguments: [
            { $0.offerID = "half" }, { $0.nonce = UUID() }, { $0.timestamp -= 1 },
        ] as [@Sendable (inout PaymentRequest.Discount) -> Void]
    )
    func otherFields(change: @Sendable (inout PaymentRequest.Discount) -> Void) throws {
        let entry = try store.pay("yearly", offer: "winter", change: change)
        let discount = try #require(entry.discount)
        #expect(entry.failure?.code == .invalidSignature)
        let app = store.app.bundleIdentifier
        #expect(
            entry.failure?.reason
                == "The signature does not verify. It was checked with bundle identifier "
                + "\"\(app)\", key identifier \"KEY\", product identifier \"yearly\", "
                + "offer identifier \"\(discount.offerID)\", user name \"\", nonce "
                + "\"\(discount.nonce.uuidString.lowercased())\", timestamp "
                + "\"\(discount.timestamp)\"."
        )
        #expect(entry.amountCharged == 0)
    }

    @Test("A signature for another product, user or app is refused")
    func otherPayments() throws {
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        let product = PaymentRequest(productID: "monthly", discount: discount)
        let user = PaymentRequest(
            productID: "yearly",
            applicationUsername: "ann",
            discount: discount
        )
        #expect(try store.pay(product).failure?.code == .invalidSignature)
        let forgotten = try store.pay(user).failure
        #expect(forgotten?.code == .invalidSignature)
        #expect(forgotten?.reason?.contains("it was probably made without the user name") == true)
        store.app.bundleIdentifier = "com.example.other"
        let app = PaymentRequest(productID: "yearly", discount: discount)
        #expect(try store.pay(app).failure?.code == .invalidSignature)
    }

    @Test("Another key, malformed text and a wrong date each have their own reason")
    func reasons() throws {
        let now = store.clock.now.timeIntervalSince1970 * 1000
        let virtualClock =
            " The store's time is virtual, apart from the system's clock: "
            + "sign with the store's time."
        let cases: [(@Sendable (inout PaymentRequest.Discount) -> Void, String)] = [
            (
                { $0.keyID = "OTHER" },
                "The key identifier is \"OTHER\", and the known key is \"KEY\"."
            ),
            ({ $0.signature = "a signature" }, "The signature is not Base64."),
            ({ $0.signature = "c2lnbmVk" }, "The signature is not an ECDSA signature in DER."),
            (
                { $0.timestamp += 60_001 },
                "The timestamp \(Int64(now) + 60_001) is after \(Int64(now)), the current time in "
                    + "milliseconds since 1970." + virtualClock
            ),
            (
                { $0.timestamp = 1 },
                "The timestamp 1 is more than 24 hours before \(Int64(now)), the current time in "
                    + "milliseconds since 1970." + virtualClock
            ),
        ]
        for (change, reason) in cases {
            let failure = try store.pay("yearly", offer: "winter", change: change).failure
            #expect(failure == .init(.invalidSignature, reason: reason))
        }
    }

    @Test("A clock is virtual if it is manual or was advanced")
    func virtualClock() {
        #expect(StoreClock.manual(startingAt: .start).isVirtual)
        let clock = StoreClock.system()
        #expect(!clock.isVirtual)
        clock.advance(by: 1)
        #expect(clock.isVirtual)
    }

    @Test("A signature is valid for 24 hours by the store's clock")
    func age() throws {
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        let request = PaymentRequest(productID: "yearly", discount: discount)
        store.clock.advance(by: .days(1) + 0.001)
        #expect(try store.pay(request).failure?.code == .invalidSignature)

        let other = try store.signedDiscount(offerID: "winter", productID: "yearly")
        store.clock.advance(by: .days(1))
        #expect(
            try store.pay(PaymentRequest(productID: "yearly", discount: other)).failure == nil
        )
    }

    @Test("A nonce is good for one purchase, also after that is refunded")
    func nonce() throws {
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        let first = try store.pay(PaymentRequest(productID: "yearly", discount: discount))
        try store.refunds.refund(first.id)
        let again = try store.pay(PaymentRequest(productID: "yearly", discount: discount))
        let nonce = discount.nonce.uuidString.lowercased()
        let reason = "The nonce \(nonce) was used for an earlier purchase."
        #expect(again.failure == .init(.invalidSignature, reason: reason))
        let newNonce = try store.pay("yearly", offer: "winter")
        #expect(newNonce.failure == nil)
    }

    @Test("A payment that was cancelled or failed does not use up the nonce")
    func cancelled() throws {
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        store.confirmationPolicy = .refuse
        let cancelled = try store.pay(PaymentRequest(productID: "yearly", discount: discount))
        #expect(cancelled.failure?.code == .paymentCancelled)
        store.confirmationPolicy = .confirm
        let bought = try store.pay(PaymentRequest(productID: "yearly", discount: discount))
        #expect(bought.failure == nil)
    }

    @Test("A purchase with an offer may be approved after 24 hours, but not twice with one nonce")
    func approved() throws {
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        let discount = try store.signedDiscount(offerID: "winter", productID: "yearly")
        let waiting = try ["yearly", "yearly"].map {
            try store.pay(PaymentRequest(productID: $0, discount: discount))
        }
        #expect(waiting.map(\.state) == [.deferred, .deferred])
        store.clock.advance(by: .days(3))
        let approved = try store.approve(waiting[0].id)
        #expect(approved.offer == .promotional(id: "winter"))
        #expect(try store.approve(waiting[1].id).failure?.code == .invalidSignature)
    }

    @Test("An interrupted purchase keeps its offer when the issue is resolved")
    func interrupted() throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let interrupted = try store.pay("yearly", offer: "winter")
        store.clock.advance(by: .days(3))
        let resolved = try store.resolveIssue(interrupted.id)
        #expect(resolved.offer == .promotional(id: "winter"))
    }

    @Test("Each way to fail has its own code")
    func codes() throws {
        let codes = try [
            store.pay("yearly", offer: "winter") { $0.signature = "" },
            store.pay("yearly", offer: "summer"),
            store.pay("yearly", offer: "winter") { $0.nonce = UUID() },
            store.pay("yearly", offer: "priceless"),
        ].map(\.failure?.code)
        #expect(
            codes == [
                .missingOfferParameters, .invalidOfferIdentifier, .invalidSignature,
                .invalidOfferPrice,
            ]
        )
        let newcomer = try Store.make(.offers())
        let failure = try newcomer.pay("yearly", offer: "winter").failure
        #expect(failure?.code == .ineligibleForOffer)
    }

    @Test("An offer to be paid without a price is refused, a free one is not")
    func prices() throws {
        let reason = "The offer \"priceless\" of \"yearly\" requires a payment and has no price."
        #expect(
            try store.pay("yearly", offer: "priceless").failure
                == .init(.invalidOfferPrice, reason: reason)
        )
        let free = try store.pay("yearly", offer: "free")
        #expect(free.state == .purchased)
        #expect(free.amountCharged == 0)
    }

    @Test("Without a key, no signature is checked, and a store cannot sign")
    func noKey() throws {
        let store = try Store.make(.offers(key: nil))
        try store.subscribeInThePast()
        for _ in 0..<2 {
            let request = PaymentRequest(productID: "yearly", discount: .make("winter"))
            #expect(try store.pay(request).failure == nil)
            store.clock.advance(by: .days(400))
        }
        #expect(throws: StoreError.noOfferKey) {
            try store.signedDiscount(offerID: "winter", productID: "yearly")
        }
    }
}

@Suite("Promotional offers in an older ledger")
struct OlderOfferTests {
    @Test("A ledger from before signatures retains the offers of its purchases")
    func older() throws {
        let folder = try TemporaryFolder()
        let bought: LedgerEntry
        do {
            let store = try Store.make(.offers(key: nil), at: .file(folder.file()))
            try store.subscribeInThePast()
            bought = try store.pay(
                PaymentRequest(productID: "yearly", discount: .make("winter"))
            )
            try store.close()
        }
        let database = try DatabaseQueue(path: folder.file().path)
        try database.write { database in
            try database.execute(
                sql: """
                    \(LedgerSchema.undoingToVersion3)
                    PRAGMA user_version = 3
                    """
            )
        }
        try database.close()
        let store = try Store.make(.offers(), at: .file(folder.file()))
        #expect(try store.entry(bought.id) == bought)
        #expect(bought.offer == .promotional(id: "winter"))
    }
}
