import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore
@testable import StoreLedger

@Suite("Extensions of renewal dates")
struct RenewalExtensionTests {
    let store: Store

    init() throws {
        store = try .make(.family)
    }

    @Test("The period ends later, costs nothing more, and later periods follow its new end")
    func extended() throws {
        let entry = try store.pay("monthly")
        let extended = try store.extend(entry.id, by: 10)
        #expect(extended.effectiveDate == "2024-04-11T12:00:00Z")
        #expect(extended.entryID == entry.id)
        #expect(try store.subscriptions.renewalExtensions() == [extended])
        #expect(
            try store.verifiedReceipt().inAppPurchases.map(\.expirationDate) == [
                extended.effectiveDate
            ]
        )
        store.clock.advance(by: .days(80))
        let entries = try store.entries()
        #expect(
            entries.map(\.expirationDate) == [
                "2024-04-11T12:00:00Z", "2024-05-11T12:00:00Z", "2024-06-11T12:00:00Z",
            ]
        )
        #expect(entries.map(\.amountCharged) == [5, 5, 5])
    }

    @Test("A subscription without auto-renew ends later")
    func cancelled() throws {
        let entry = try store.pay("monthly")
        try store.subscriptions.setAutoRenew(false, of: entry.id)
        try store.extend(entry.id, by: 90)
        store.clock.advance(by: .days(120))
        #expect(try store.subscriptions.all().map(\.status) == [.subscribed])
        store.clock.advance(by: .days(2))
        #expect(try store.subscriptions.all().map(\.status) == [.expired])
    }

    @Test("The family has the longer period too")
    func family() throws {
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        let entry = try store.pay("monthly")
        let extended = try store.extend(entry.id, by: 5)
        let shared = try #require(try ben.entries().first)
        #expect(shared.expirationDate == extended.effectiveDate)
        #expect(throws: StoreError.refusedRequest(.familySharedExtension)) {
            try ben.extend(shared.id, by: 5)
        }
    }

    @Test("A subscription is extended twice in 365 days")
    func maximum() throws {
        let entry = try store.pay("yearly")
        try store.extend(entry.id, by: 1, "a")
        try store.extend(entry.id, by: 1, "b")
        store.clock.advance(by: .days(365) - 1)
        #expect(throws: StoreError.refusedRequest(.maximumExtensionsReached)) {
            try store.extend(entry.id, by: 1, "c")
        }
        store.clock.advance(by: 1)
        try store.extend(entry.id, by: 1, "c")
    }

    @Test("A request that is repeated extends the subscription once")
    func repeated() throws {
        let entry = try store.pay("monthly")
        let extended = try store.extend(entry.id, by: 5)
        #expect(try store.extend(entry.id, by: 5) == extended)
        #expect(try store.entry(entry.id)?.expirationDate == extended.effectiveDate)
        #expect(throws: StoreError.refusedRequest(.invalidRequestIdentifier)) {
            try store.extend(entry.id, by: 6)
        }
    }

    @Test("Invalid terms are refused", arguments: [0, 91])
    func terms(dayCount: Int) throws {
        let entry = try store.pay("monthly")
        #expect(throws: StoreError.refusedRequest(.invalidExtensionLength)) {
            try store.extend(entry.id, by: dayCount)
        }
        for identifier in ["", String(repeating: "a", count: 129)] {
            #expect(throws: StoreError.refusedRequest(.invalidRequestIdentifier)) {
                try store.extend(entry.id, by: 1, identifier)
            }
        }
    }

    @Test("Only an active subscription is extended, by its first transaction")
    func refusals() throws {
        let entry = try store.pay("monthly")
        try store.updateSettings { $0.failsRenewals = true }
        store.clock.advance(by: .days(31))
        #expect(throws: StoreError.refusedRequest(.extensionNotAllowed)) {
            try store.extend(entry.id, by: 1)
        }
        let renewal = try store.resolveIssue(entry.id)
        for id in [renewal.id, 99, try store.pay("coins").id] {
            #expect(throws: StoreError.refusedRequest(.unknownOriginalTransaction)) {
                try store.extend(id, by: 1)
            }
        }
        try store.refunds.refund(renewal.id)
        #expect(throws: StoreError.refusedRequest(.extensionNotAllowed)) {
            try store.extend(entry.id, by: 1)
        }
    }

    @Test("A time rate shortens the days")
    func timeRate() throws {
        try store.updateSettings { $0.timeRate = .oneMinuteIsOneDay }
        let entry = try store.pay("monthly")
        let extended = try store.extend(entry.id, by: 2)
        #expect(extended.effectiveDate == entry.expirationDate.map { $0 + 120 })
    }

    @Test("A ledger from before extensions and requests for refunds opens")
    func migration() throws {
        let folder = try TemporaryFolder()
        let file = StoreLocation.file(folder.file())
        do {
            let store = try Store.make(.family, at: file)
            try store.pay("monthly")
            let sql = "\(LedgerSchema.undoingServerRequests) PRAGMA user_version = 9"
            try store.execute(sql: sql)
            try store.close()
        }
        let store = try Store.make(.family, at: file)
        #expect(try store.refunds.requests().isEmpty)
        #expect(try store.subscriptions.massExtensions().isEmpty)
        try store.extend(1, by: 1)
        #expect(try store.subscriptions.renewalExtensions().count == 1)
        try store.clear()
        #expect(try store.subscriptions.renewalExtensions().isEmpty)
    }
}

extension Store {
    @discardableResult
    fileprivate func extend(
        _ id: Int64,
        by dayCount: Int,
        _ requestIdentifier: String = "outage"
    ) throws(StoreError) -> RenewalExtension {
        try subscriptions.extendRenewalDate(
            of: id,
            byDays: dayCount,
            reason: .serviceIssueOrOutage,
            requestIdentifier: requestIdentifier
        )
    }
}
