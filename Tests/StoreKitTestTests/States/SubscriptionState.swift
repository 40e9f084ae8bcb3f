import Foundation
import LocalAppStore
import StoreKitTest
import Testing

/// The plans of `Plans.storekit`, of one group but for the club, which has a free trial.
enum Plan {
    static let gold = "plan.gold"
    static let silver = "plan.silver"
    static let music = "plan.music"
    static let yearly = "plan.silver.yearly"
    static let club = "club"
    /// A consumable.
    static let coins = "coins"
    static let all: Set = [gold, silver, music, yearly, club]

    static let file = SampleProducts.file
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("ParityTests/Resources/Plans.storekit")
}

/// A row of the article: how a customer comes into a state.
struct SubscriptionState: Sendable, CustomTestStringConvertible {
    let name: String
    /// The product that the row is about.
    let product: String
    /// Brings a new customer of an app into the state; what arrived before it is forgotten.
    let reach: @Sendable (any SubscriberApp.Type) async throws -> Subscriber

    var testDescription: String { name }

    private init(
        _ name: String,
        of product: String = Plan.silver,
        isSubscriber: Bool = true,
        _ change: @escaping @Sendable (Subscriber) async throws -> Void
    ) {
        (self.name, self.product) = (name, product)
        reach = {
            let subscriber = try Subscriber.ofSession($0)
            if isSubscriber { try await subscriber.buy(Plan.silver) }
            try await subscriber.forget()
            try await change(subscriber)
            return subscriber
        }
    }

    private init(
        _ name: String,
        reach: @escaping @Sendable (any SubscriberApp.Type) async throws -> Subscriber
    ) {
        (self.name, product, self.reach) = (name, Plan.silver, reach)
    }

    static let all = beginnings + endings + billing + prices + changes + others

    private static let beginnings = [
        Self("Free trial", of: Plan.club, isSubscriber: false) { try await $0.buy(Plan.club) },
        Self("Paid period", isSubscriber: false) { try await $0.buy(Plan.silver) },
        Self("Renewed") { try await $0.pass(Plan.silver) },
    ]

    private static let endings = [
        Self("Auto-renew turned off") { try await $0.turnOffAutoRenew() },
        Self("Ended by the customer") {
            try await $0.turnOffAutoRenew()
            try await $0.pass(Plan.silver)
        },
    ]

    private static let billing = [
        Self("Billing grace period") { try await $0.failRenewal(hasGrace: true) },
        Self("Billing retry") { try await $0.failRenewal() },
        Self("Billing retry after the grace period") {
            try await $0.failRenewal(hasGrace: true)
            try await $0.wait(days: 17)
        },
        Self("Recovered in the grace period") {
            try await $0.failRenewal(hasGrace: true)
            try await $0.resolveIssue()
        },
        Self("Recovered in billing retry") {
            try await $0.failRenewal()
            try await $0.wait(days: 5)
            try await $0.resolveIssue()
        },
        Self("Billing failed for good") {
            try await $0.failRenewal()
            try await $0.wait(days: 61)
        },
    ]

    private static let prices = [
        Self("Price increase pending") { try await $0.increasePrice() },
        Self("Price increase consented") { subscriber in
            try await subscriber.increasePrice()
            let id = try subscriber.newest()
            try await subscriber.change {
                try $0.consentToPriceIncreaseForTransaction(identifier: id)
            }
        },
        Self("Price increase declined") { subscriber in
            try await subscriber.increasePrice()
            let id = try subscriber.newest()
            try await subscriber.change {
                try $0.declinePriceIncreaseForTransaction(identifier: id)
            }
        },
        Self("Ended without consent") {
            try await $0.increasePrice()
            try await $0.pass(Plan.silver)
        },
    ]

    private static let changes = [
        Self("Upgraded: the old product") { try await $0.buy(Plan.gold) },
        Self("Upgraded: the new product", of: Plan.gold) { try await $0.buy(Plan.gold) },
        Self("Upgraded after a renewal: the old product") {
            try await $0.pass(Plan.silver)
            try await $0.forget()
            try await $0.buy(Plan.gold)
        },
        Self("Downgrade waits for the renewal", of: Plan.gold, isSubscriber: false) {
            try await $0.buy(Plan.gold)
            try await $0.forget()
            try await $0.buy(Plan.silver)
        },
        Self("Downgraded at the renewal", isSubscriber: false) {
            try await $0.buy(Plan.gold)
            try await $0.buy(Plan.silver)
            try await $0.forget()
            try await $0.pass(Plan.gold)
        },
        Self("Crossgrade to the same duration", of: Plan.music) { try await $0.buy(Plan.music) },
        Self("Crossgrade to another duration") { try await $0.buy(Plan.yearly) },
    ]

    private static let others = [
        Self("Refunded") { try await $0.refund() },
        Self("Refunded after a renewal") {
            try await $0.pass(Plan.silver)
            try await $0.forget()
            try await $0.refund()
        },
        Self("Product not for sale at the renewal") {
            try await Subscriber.whoseProductIsWithdrawn($0)
        },
        Self("Ask to Buy: waits for approval", isSubscriber: false) {
            try await $0.change { $0.askToBuyEnabled = true }
            try await $0.buy(Plan.silver)
        },
        Self("Ask to Buy: approved", isSubscriber: false) {
            try await $0.ask { try $0.approveAskToBuyTransaction(identifier: $1) }
        },
        Self("Ask to Buy: declined", isSubscriber: false) {
            try await $0.ask { try $0.declineAskToBuyTransaction(identifier: $1) }
        },
        Self("Shared by the family", isSubscriber: false) { _ = try await $0.share() },
        Self("No longer shared by the family", isSubscriber: false) { subscriber in
            let purchaser = try await subscriber.share()
            try await subscriber.forget()
            try await subscriber.change { _ in try purchaser.family.setSharesPurchases(false) }
        },
        Self("The purchaser upgraded to a plan that is not shared", isSubscriber: false) {
            let purchaser = try await $0.share()
            try await $0.forget()
            try await $0.change { _ in try purchaser.buy(Plan.gold) }
        },
        Self("The purchaser renewed with a plan that is not shared", isSubscriber: false) {
            let purchaser = try await $0.share()
            try await $0.change { _ in try purchaser.buy(Plan.yearly) }
            try await $0.forget()
            try await $0.wait(days: 31)
        },
    ]
}

extension Subscriber {
    fileprivate func turnOffAutoRenew() async throws {
        let id = try newest()
        try await change { try $0.disableAutoRenewForTransaction(identifier: id) }
    }

    fileprivate func increasePrice() async throws {
        let id = try newest()
        try await change { try $0.requestPriceIncreaseConsentForTransaction(identifier: id) }
    }

    fileprivate func refund() async throws {
        let id = try newest()
        try await change { try $0.refundTransaction(identifier: id) }
    }

    fileprivate func failRenewal(hasGrace: Bool = false) async throws {
        try await change {
            $0.shouldEnterBillingRetryOnRenewal = true
            $0.billingGracePeriodIsEnabled = hasGrace
        }
        try await pass(Plan.silver)
    }

    fileprivate func resolveIssue() async throws {
        let id = try newest()
        try await change { try $0.resolveIssueForTransaction(identifier: id) }
    }

    /// Buys with Ask to Buy, and forgets that before the answer.
    fileprivate func ask(_ answer: (SKTestSession, UInt) throws -> Void) async throws {
        try await change { $0.askToBuyEnabled = true }
        try await buy(Plan.silver)
        try await forget()
        let id = try newest()
        try await change { try answer($0, id) }
    }

    /// Joins the family of a customer who then buys; returns the store of that one.
    fileprivate func share() async throws -> Store {
        let purchaser = try store.customers.acting(addingIfNeeded: "purchaser")
        try store.family.join(organizedBy: purchaser.customerID)
        try await change { _ in
            try purchaser.buy(Plan.silver)
        }
        return purchaser
    }

    /// A customer whose period ends while no process runs; until then, the product was withdrawn.
    fileprivate static func whoseProductIsWithdrawn(
        _ app: any SubscriberApp.Type
    ) async throws -> Subscriber {
        let folder = try TemporaryFolder()
        let ledger = StoreLocation.file(folder.file("store.sqlite"))
        try subscribe(in: ledger)
        let file = folder.file("Later.storekit")
        // The file has no product of that identifier, and is alike otherwise.
        try String(contentsOf: Plan.file, encoding: .utf8)
            .replacingOccurrences(of: "\"\(Plan.silver)\"", with: "\"plan.bronze\"")
            .write(to: file, atomically: true, encoding: .utf8)
        let store = try Store(
            catalog: try Catalog(contentsOf: file),
            at: ledger,
            clock: .manual(startingAt: .opening + 40 * 86_400)
        )
        return await .of(store, in: folder, app)
    }

    private static func subscribe(in ledger: StoreLocation) throws {
        let store = try Store(
            catalog: try Catalog(contentsOf: Plan.file),
            at: ledger,
            clock: .manual(startingAt: .opening)
        )
        let entry = try store.pay(PaymentRequest(productID: Plan.silver))
        try store.finish([entry.id])
    }
}

extension Store {
    fileprivate func buy(_ plan: String) throws {
        try pay(PaymentRequest(productID: plan, isMadeOutsideApp: true))
    }
}
