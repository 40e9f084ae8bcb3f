import Foundation
import StoreKit
import StoreKitTest
import StoreTesting
import Testing

@Suite(
    "Habits of Apple's systems",
    .timeLimit(.minutes(10)),
    .store(contentsOf: SampleProducts.file, startingAt: .opening)
)
struct SystemHabitTests {
    private static let week: TimeInterval = 7 * 86_400

    private var session: SKTestSession {
        get throws { try SKTestSession.current }
    }

    @Test("Without a system, all is as Apple documents it")
    func none() async throws {
        let session = try session
        #expect(session.systemHabits == nil)
        let storefronts = Task {
            for await _ in Storefront.updates { return 1 }
            return 0
        }
        _ = try await Product.buy(SampleProducts.weekly)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.weekly])
        #expect(try await session.status.state == .subscribed)
        await session.advance(by: Self.week)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.weekly])
        #expect(try await session.status.state == .subscribed)
        await session.deliveries()
        storefronts.cancel()
        #expect(await storefronts.value == 0)
    }

    @Test("An own purchase is listed a second late", .systemHabits(.macOS26))
    func lateListing() async throws {
        let session = try session
        let result = try await Product.buy(SampleProducts.weekly)
        #expect(result.verification != nil)
        #expect(await Transaction.all.products.isEmpty)
        #expect(await Transaction.unfinished.products.isEmpty)
        #expect(await Transaction.currentEntitlements.products.isEmpty)
        #expect(await Transaction.latest(for: SampleProducts.weekly) == nil)
        #expect(try await Product.SubscriptionInfo.status(for: SKTestSession.group).isEmpty)
        await session.advance(by: 1)
        #expect(await Transaction.all.products == [SampleProducts.weekly])
        #expect(await Transaction.unfinished.products == [SampleProducts.weekly])
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.weekly])
        #expect(try await session.status.state == .subscribed)
    }

    @Test(
        "An own subscription arrives as an update, too",
        arguments: [(SystemHabits.macOS26, [0.5]), (.sandbox, [10, 10])]
    )
    func ownSubscription(habits: SystemHabits, intervals: [TimeInterval]) async throws {
        let session = try session
        session.systemHabits = habits
        var updates = Transaction.updates.makeAsyncIterator()
        let bought = try #require(try await Product.buy(SampleProducts.weekly).verification)
        await bought.unsafePayloadValue.finish()
        for interval in intervals {
            await session.advance(by: interval)
            #expect(try await updates.verified().id == bought.unsafePayloadValue.id)
        }
        // Nothing but subscriptions; what comes next was bought elsewhere.
        _ = try await Product.buy(SampleProducts.colours)
        await session.advance(by: 60)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(try await updates.verified().productID == SampleProducts.hints)
    }

    @Test("An update of an own subscription does not survive the app", .systemHabits(.macOS26))
    func ownSubscriptionOfKilledApp() async throws {
        let session = try session
        let bought = try #require(try await Product.buy(SampleProducts.weekly).verification)
        await bought.unsafePayloadValue.finish()
        var updates = Transaction.updates.makeAsyncIterator()
        session.relaunchApp()
        await session.advance(by: 1)
        try session.buyProduct(productIdentifier: SampleProducts.hints)
        #expect(try await updates.verified().productID == SampleProducts.hints)
    }

    @Test(
        "Missed renewals arrive newest first, with the original or with the newest twice",
        arguments: [(SystemHabits.macOS26, [3, 2, 1, 0]), (.iOS27, [3, 3, 2, 1])]
    )
    func missedRenewals(habits: SystemHabits, weeks: [Int]) async throws {
        let session = try session
        session.systemHabits = habits
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        for await result in Transaction.unfinished { await result.unsafePayloadValue.finish() }
        await session.advance(by: 3 * Self.week)
        var updates = Transaction.updates.makeAsyncIterator()
        for week in weeks {
            let date = try await updates.verified().purchaseDate
            #expect(date == Date.opening + TimeInterval(week) * Self.week)
        }
    }

    @Test(
        "A subscription seems to expire for a moment when it renews",
        arguments: [(SystemHabits.macOS26, 0.7, true), (.iOS27, 0.3, false)]
    )
    func renewalGap(habits: SystemHabits, gap: TimeInterval, renews: Bool) async throws {
        let session = try session
        session.systemHabits = habits
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        await session.advance(by: Self.week)
        let status = try await session.status
        #expect(status.state == .expired)
        let info = try status.renewalInfo.payloadValue
        #expect(info.willAutoRenew == renews)
        #expect(info.expirationReason == nil)
        #expect(await Transaction.currentEntitlements.products.isEmpty)
        #expect(await Transaction.all.products.count == 2)
        await session.advance(by: gap)
        #expect(try await session.status.state == .subscribed)
        #expect(try await session.status.renewalInfo.payloadValue.willAutoRenew)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.weekly])
    }

    @Test("Buying an expired subscription returns its old transaction", .systemHabits(.iOS27))
    func resubscription() async throws {
        let session = try session
        let old = try #require(try await Product.buy(SampleProducts.weekly).verification)
        try session.expireSubscription(productIdentifier: SampleProducts.weekly)
        let again = try #require(try await Product.buy(SampleProducts.weekly).verification)
        #expect(again.unsafePayloadValue.id == old.unsafePayloadValue.id)
        #expect(await Transaction.currentEntitlements.products.isEmpty)
        session.systemHabits = .macOS26
        let new = try #require(try await Product.buy(SampleProducts.weekly).verification)
        #expect(new.unsafePayloadValue.id != old.unsafePayloadValue.id)
    }

    @Test("A declined purchase arrives as bought", .systemHabits(.iOS27))
    func declined() async throws {
        let session = try session
        session.askToBuyEnabled = true
        var updates = Transaction.updates.makeAsyncIterator()
        #expect(try await Product.buy(SampleProducts.colours).isPending)
        try session.declineAskToBuyTransaction(identifier: try session.newest().identifier)
        #expect(try await updates.verified().productID == SampleProducts.colours)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.colours])
    }

    @Test("An interrupted purchase throws an unknown error, and can be resolved")
    func interrupted() async throws {
        let session = try session
        session.interruptedPurchasesEnabled = true
        #expect(try await Product.buy(SampleProducts.hints).isPending)
        session.systemHabits = .iOS27
        let error = await #expect(throws: StoreKitError.self) {
            try await Product.buy(SampleProducts.colours)
        }
        guard case .unknown = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        session.interruptedPurchasesEnabled = false
        var updates = Transaction.updates.makeAsyncIterator()
        try session.resolveIssueForTransaction(identifier: try session.newest().identifier)
        #expect(try await updates.verified().productID == SampleProducts.colours)
    }

    @Test(
        "A consumable is bought without a promotional offer",
        arguments: [nil, SystemHabits.xcode]
    )
    func offerOfConsumable(habits: SystemHabits?) async throws {
        let session = try session
        session.systemHabits = habits
        let malformed = Product.PurchaseOption.promotionalOffer(
            offerID: "comeback",
            keyID: "key",
            nonce: UUID(),
            signature: Data([1, 2, 3]),
            timestamp: 1
        )
        guard habits == .xcode else {
            await #expect(throws: Product.PurchaseError.self) {
                try await Product.buy(SampleProducts.hints, options: [malformed])
            }
            return
        }
        let result = try await Product.buy(SampleProducts.hints, options: [malformed])
        #expect(try result.verification?.payloadValue.offer == nil)
        await #expect(throws: Product.PurchaseError.self) {
            try await Product.buy(SampleProducts.monthly, options: [malformed])
        }
    }

    @Test(
        "The first answer about introductory offers holds until the app's end",
        arguments: [SystemHabits.macOS26, .iOS27]
    )
    func eligibility(habits: SystemHabits) async throws {
        let session = try session
        session.systemHabits = habits
        let group = SKTestSession.group
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        try session.buyProduct(productIdentifier: SampleProducts.monthly)
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        session.relaunchApp()
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        session.clearTransactions()
        #expect(await !Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
        session.systemHabits = nil
        #expect(await Product.SubscriptionInfo.isEligibleForIntroOffer(for: group))
    }

    @Test("A subscription in billing retry is listed as an entitlement", .systemHabits(.iOS27))
    func billingRetry() async throws {
        let session = try session
        try session.buyProduct(productIdentifier: SampleProducts.weekly)
        session.shouldEnterBillingRetryOnRenewal = true
        await session.advance(by: Self.week)
        #expect(try await session.status.state == .inBillingRetryPeriod)
        #expect(await Transaction.currentEntitlements.products == [SampleProducts.weekly])
        session.systemHabits = .macOS26
        #expect(await Transaction.currentEntitlements.products.isEmpty)
    }

    @Test("Calls that are to fail throw an error of the system", .systemHabits(.iOS27))
    func ownErrors() async throws {
        let session = try session
        let offline = StoreKitError.networkError(URLError(.notConnectedToInternet))
        let product = try #require(try await Product.products(for: [SampleProducts.hints]).first)
        try await session.setSimulatedError(.generic(offline), forAPI: .loadProducts)
        try await session.setSimulatedError(.generic(offline), forAPI: .appStoreSync)
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        let loading = await #expect(throws: StoreKitError.self) {
            try await Product.products(for: [SampleProducts.hints])
        }
        let syncing = await #expect(throws: StoreKitError.self) { try await AppStore.sync() }
        let buying = await #expect(throws: StoreKitError.self) { try await product.purchase() }
        #expect(loading?.isOfSystem == true)
        #expect(syncing?.isOfSystem == true)
        guard case .unknown = buying else {
            Issue.record("\(String(describing: buying))")
            return
        }
    }

    @Test("Purchases fail once a simulated failure has ended", .systemHabits(.macOS26))
    func keptFailure() async throws {
        let session = try session
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        try await session.setSimulatedError(nil, forAPI: .purchase)
        let error = await #expect(throws: StoreKitError.self) {
            try await Product.buy(SampleProducts.hints)
        }
        guard case .unknown = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        session.resetToDefaultState()
        #expect(try await Product.buy(SampleProducts.hints).verification != nil)
    }

    @Test("An iteration over storefronts begins with the present one", .systemHabits(.macOS26))
    func storefront() async throws {
        var storefronts = Storefront.updates.makeAsyncIterator()
        #expect(await storefronts.next()?.countryCode == "USA")
        try session.storefront = "DEU"
        #expect(await storefronts.next()?.countryCode == "DEU")
    }
}

extension StoreKitError {
    fileprivate var isOfSystem: Bool { if case .systemError = self { true } else { false } }
}
