import Foundation
import Testing

@testable import LocalAppStore

@Suite("Extensions of all subscriptions to a product")
struct MassExtensionTests {
    private let folder: TemporaryFolder
    private let clock = StoreClock.manual(startingAt: .start)
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
    }

    @Test("Every customer's subscription is extended once, and what cannot be is counted")
    func customers() throws {
        try subscribe("monthly", "ann", "ben", "eve")
        try subscribe("yearly", "joe")
        try subscribe("monthly", "kim", "leo")
        try store(of: "leo").subscriptions.forceExpiry(ofProduct: "monthly")
        for identifier in ["a", "b"] {
            try store(of: "ben").subscriptions.extendRenewalDate(
                of: try store(of: "ben").entries()[0].id,
                byDays: 1,
                reason: .other,
                requestIdentifier: identifier
            )
        }
        let request = try request(storefronts: nil)
        #expect(!request.isComplete)
        try subscribe("monthly", "new")
        clock.advance(by: 60)
        try store.subscriptions.performMassExtensions()
        let done = try #require(
            try store.subscriptions.massExtension(ofProduct: "monthly", requestIdentifier: "outage")
        )
        #expect(done.completionDate == .start + 60)
        #expect(done.succeededCount == 3)
        #expect(done.failedCount == 1)
        #expect(try expirations("ann", "eve", "kim") == Array(repeating: .end + .days(7), count: 3))
        #expect(try expirations("ben", "new") == [.end + .days(2), .end])
        try store.subscriptions.performMassExtensions()
        #expect(try store.subscriptions.massExtensions() == [done])
    }

    @Test("A storefront's subscriptions are those that were bought there")
    func storefronts() throws {
        try subscribe("monthly", "ann")
        try store.updateSettings { $0.storefront = "DEU" }
        try subscribe("monthly", "ben")
        try request(storefronts: ["DEU", "FRA"])
        try store.subscriptions.performMassExtensions()
        #expect(try expirations("ann", "ben") == [.end, .end + .days(7)])
        #expect(try store.subscriptions.massExtensions().map(\.succeededCount) == [1])
    }

    @Test("What a killed process began is completed at another launch, and nothing is done twice")
    func killed() throws {
        let names = (1...7).map { "customer \($0)" }
        for name in names { try subscribe("monthly", name) }
        try request(storefronts: nil)
        try store.subscriptions.performMassExtensionBatch(limit: 3)
        let begun = try #require(try store.subscriptions.massExtensions().first)
        #expect(begun.succeededCount == 3)
        #expect(!begun.isComplete)
        try store.close()

        let reopened = try Store.make(.subscriptions, at: .file(folder.file()), clock: clock)
        try reopened.subscriptions.performMassExtensions()
        let done = try #require(try reopened.subscriptions.massExtensions().first)
        #expect(done.succeededCount == 7)
        #expect(done.isComplete)
        for name in names {
            let customer = try reopened.customers.acting(addingIfNeeded: name)
            #expect(try customer.entries().map(\.expirationDate) == [.end + .days(7)])
        }
    }

    @Test("A request that is repeated is one request; another with its identifier is refused")
    func repeated() throws {
        let first = try request(storefronts: nil)
        #expect(try request(storefronts: nil) == first)
        #expect(throws: StoreError.refusedRequest(.invalidRequestIdentifier)) {
            try request(storefronts: ["USA"])
        }
        #expect(
            try store.subscriptions.massExtension(ofProduct: "yearly", requestIdentifier: "outage")
                == nil
        )
    }

    @Test("A product that is no subscription, and storefronts that do not exist, are refused")
    func refusals() throws {
        #expect(throws: StoreError.refusedRequest(.invalidProduct)) {
            try request(product: "coins", storefronts: nil)
        }
        #expect(throws: StoreError.refusedRequest(.noStorefronts)) {
            try request(storefronts: [])
        }
        #expect(throws: StoreError.refusedRequest(.invalidStorefront)) {
            try request(storefronts: ["USA", "Atlantis"])
        }
    }

    private func store(of name: String) throws -> Store {
        try store.customers.acting(addingIfNeeded: name)
    }

    private func subscribe(_ product: String, _ names: String...) throws {
        for name in names { try store(of: name).pay(product) }
    }

    private func expirations(_ names: String...) throws -> [Date?] {
        try names.map { try store(of: $0).entries().first?.expirationDate }
    }

    @discardableResult
    private func request(
        product: String = "monthly",
        storefronts: [String]?
    ) throws(StoreError) -> MassExtension {
        try store.subscriptions.requestMassExtension(
            ofProduct: product,
            byDays: 7,
            reason: .serviceIssueOrOutage,
            requestIdentifier: "outage",
            storefronts: storefronts
        )
    }
}

extension Date {
    /// The end of a month that began at the start.
    fileprivate static let end: Date = "2024-04-01T12:00:00Z"
}
