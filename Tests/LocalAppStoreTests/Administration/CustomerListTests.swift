import Foundation
import Testing

@testable import LocalAppStore

@Suite("The list of customers")
struct CustomerListTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("The newest is first, pages follow each other, and a part of the name is enough")
    func pages() throws {
        for name in ["Ann", "Bea", "Hanna"] { try store.customers.add(named: name) }
        func page(
            _ text: String? = nil,
            before id: Int64? = nil,
            limit: Int = 50
        ) throws -> [String] {
            try store.customers.list(named: text, before: id, limit: limit).customers
                .map(\.customer.name)
        }
        #expect(try page() == ["Hanna", "Bea", "Ann", "customer"])
        #expect(try page(limit: 2) == ["Hanna", "Bea"])
        #expect(try page(before: 3) == ["Ann", "customer"])
        #expect(try page("ANN") == ["Hanna", "Ann"])
        #expect(try page("%").isEmpty)
        #expect(try store.customers.list(limit: 3).hasMore)
        #expect(try !store.customers.list(limit: 4).hasMore)
    }

    @Test("The members of a family are found, with the organizer")
    func family() throws {
        for name in ["Ann", "Bea", "Cleo"] { try store.customers.add(named: name) }
        try store.customers.acting(addingIfNeeded: "Ann").family.join(organizedBy: 3)
        let found = try store.customers.list(inFamilyOf: 3).customers.map(\.customer.name)
        #expect(found == ["Bea", "Ann"])
        #expect(try store.customers.list(inFamilyOf: 1).customers.isEmpty)
    }

    @Test("Amounts are exact sums of each currency, less refunds")
    func amounts() throws {
        let other = try store.customers.acting(addingIfNeeded: "Bea")
        for _ in 1...10 { try store.pay("coins", quantity: 3) }
        try store.pay("monthly")
        try store.updateSettings { $0.storefront = "DEU" }
        try store.pay("level")
        try store.refunds.refund(1)
        try store.refunds.refund(12)
        try other.pay("pass")
        let balances = try store.customers.list().customers.map(\.amounts)
        let euro = Decimal(0)
        let dollars = Decimal(27 * 99) / 100
        #expect(balances == [["EUR": Decimal(999) / 100], ["USD": dollars, "EUR": euro]])
        #expect(try store.balance() == balances[1])
        #expect(
            try store.customers.list(hasBalances: false).customers.map(\.amounts) == [[:], [:]]
        )
    }

    @Test("A payment that failed or waits costs nothing")
    func unpaid() throws {
        try store.pay("no such product")
        try store.updateSettings { $0.isAskToBuyEnabled = true }
        try store.pay("coins")
        #expect(try store.balance().isEmpty)
    }
}
