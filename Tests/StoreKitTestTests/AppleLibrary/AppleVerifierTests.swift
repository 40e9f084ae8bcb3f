import Foundation
import LocalAppStore
import StoreKit
import StoreKitTest
import StoreTesting
import TestSupport
import Testing

/// The documents of StoreKit 2 in an app, verified and decoded by Apple's server library.
///
/// `Scripts/check.sh` runs it with a Python that has the library.
@Suite(
    "Apple's verifier",
    .timeLimit(.minutes(10)),
    .environment(.sandbox),
    .enabled(if: AppleLibrary.python != nil, "APPLE_CLIENT_PYTHON is not set.")
)
struct AppleVerifierTests {
    @Test("It decodes what an app sees, and refuses the documents of another root")
    func documents() async throws {
        let seats = try SeatShop()
        let stores = [
            try await Self.documents(of: Plan.file) { try await $0.buyPlans() },
            try await Self.documents(of: Plan.file) { try await $0.loseRenewal() },
            try await Self.documents(of: SampleProducts.file) { try await $0.redeemCode() },
            try await Self.documents(of: seats.file) { try await $0.buySeats() },
            try await Self.documents(of: SampleProducts.file) { try await $0.shareWithFamily() },
        ]
        let folder = try TemporaryFolder()
        let other = try Store.sample(at: .file(folder.file("store.sqlite")))
        let run = try await AppleLibrary.run(
            "verifier.py",
            facts: [
                "stores": stores,
                "otherRoot": try other.encodedRoot,
                // Each must occur, or the journeys miss their purpose.
                "expected": [
                    "type": [
                        "Consumable", "Non-Consumable", "Non-Renewing Subscription",
                        "Auto-Renewable Subscription",
                    ],
                    "offerType": [1, 2, 3, 4],
                    "offerDiscountType": ["FREE_TRIAL", "PAY_AS_YOU_GO", "ONE_TIME"],
                    "inAppOwnershipType": ["PURCHASED", "FAMILY_SHARED"],
                    "transactionReason": ["PURCHASE", "RENEWAL"], "isUpgraded": [true],
                    "revocationType": ["REFUND_FULL", "FAMILY_REVOKE"],
                    "isInBillingRetryPeriod": [true], "priceIncreaseStatus": [0],
                    "autoRenewStatus": [0, 1], "expirationIntent": [1, 2],
                ],
            ]
        )
        #expect(run.status == 0, "\(run.output)")
        withExtendedLifetime(seats) {}
    }

    /// The facts about a store after a journey in it.
    private static func documents(
        of file: URL,
        after journey: (inout DocumentJourney) async throws -> Void
    ) async throws -> [String: Any] {
        try await withStore(contentsOf: file, startingAt: .opening) { session in
            var collection = DocumentJourney(session)
            try await journey(&collection)
            try await collection.collect()
            return [
                "bundleID": session.store.app.bundleIdentifier,
                "device": AppStore.deviceVerificationID?.uuidString.lowercased() ?? "",
                "root": try session.store.encodedRoot,
                "documents": collection.documents.values.map(\.facts),
            ]
        }
    }
}

extension Store {
    fileprivate var encodedRoot: String {
        get throws { Data(try signedTransactionRootCertificate).base64EncodedString() }
    }
}

/// A customer's journey, and every document that the app could read on it.
private struct DocumentJourney {
    private let session: SKTestSession
    private(set) var documents: [String: AppleDocument] = [:]

    init(_ session: SKTestSession) {
        self.session = session
    }

    mutating func collect() async throws {
        for await result in Transaction.all { add(try AppleDocument(result)) }
        for await group in Product.SubscriptionInfo.Status.all {
            for status in group.statuses {
                add(try AppleDocument(status.transaction))
                add(try AppleDocument(status.renewalInfo))
            }
        }
        add(try AppleDocument(try await AppTransaction.shared))
    }

    private mutating func add(_ document: AppleDocument) {
        documents[document.jws] = document
    }

    /// A product of each type, a refund, an upgrade, and every offer of a plan.
    mutating func buyPlans() async throws {
        try await Product.buy(Plan.coins, options: [.quantity(2), .appAccountToken(UUID())])
        try await Product.buy("season")
        try await Product.buy("book")
        try session.refundTransaction(identifier: try session.newest().identifier)
        try await Product.buy(Plan.silver, options: [.appAccountToken(UUID())])
        try await Product.buy(Plan.gold)
        try await Product.buy(Plan.club)
        let daily = try #require(try await Product.products(for: ["press.daily"]).first)
        try await Product.buy(daily.id)
        try await collect()
        try session.expireSubscription(productIdentifier: daily.id)
        try await collect()
        let offer = try #require(daily.subscription?.winBackOffers.first)
        try await Product.buy(daily.id, options: [.winBackOffer(offer)])
        try await collect()
        try session.expireSubscription(productIdentifier: daily.id)
        try await Product.buy(daily.id, options: [.promotionalOffer(id: "quarter")])
    }

    /// A renewal, a price increase, auto-renew turned off, a grace period, and billing retry.
    mutating func loseRenewal() async throws {
        try await Product.buy(Plan.silver)
        try await session.advance(pastRenewals: 1, of: Plan.silver)
        let id = try session.newest().identifier
        try session.requestPriceIncreaseConsentForTransaction(identifier: id)
        try await collect()
        try session.consentToPriceIncreaseForTransaction(identifier: id)
        try session.disableAutoRenewForTransaction(identifier: id)
        try await collect()
        try session.enableAutoRenewForTransaction(identifier: id)
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        try await session.advance(pastRenewals: 1, of: Plan.silver)
        try await collect()
        await session.advance(by: 17 * 86_400)
    }

    mutating func redeemCode() async throws {
        for id in [SampleProducts.hints, SampleProducts.colours, SampleProducts.pass] {
            try await Product.buy(id, options: [.codeOffer(referenceName: "Welcome")])
        }
        let id = SampleProducts.monthly
        try await Product.buy(id)
        try session.expireSubscription(productIdentifier: id)
        try await Product.buy(id, options: [.codeOffer(referenceName: "Friends")])
    }

    /// Seats, of which some are added, some refunded, and fewer renew.
    mutating func buySeats() async throws {
        try await Product.buy(SeatShop.team, options: [.seats(5)])
        try await collect()
        try await Product.buy(SeatShop.team, options: [.seats(8)])
        let id = try session.newest().identifier
        try session.refundSeats(1, of: id)
        try session.setRenewalSeats(2, for: id)
        try await collect()
        try await session.advance(pastRenewals: 1, of: SeatShop.team)
        try await collect()
        try session.refundSeats(2, of: session.newest().identifier)
    }

    /// Records a family member's view of the customer's purchases, during sharing and after.
    mutating func shareWithFamily() async throws {
        try await Product.buy(SampleProducts.colours)
        try await Product.buy(SampleProducts.weekly)
        documents = try await session.withCustomer("ben") { ben in
            var member = DocumentJourney(ben)
            try ben.joinFamily(organizedBy: "customer")
            try await member.collect()
            try ben.leaveFamily()
            try await member.collect()
            return member.documents
        }
    }
}
