import Testing

@testable import LocalAppStore

extension InvalidValueTests {
    @Test("A number of a transaction that leaves no room for others is damage")
    func lastNumber() throws {
        let store = try Store.make(.family)
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        try store.execute(sql: "UPDATE counter SET lastEntryID = \(Int64.max - 1)")
        let error = #expect(throws: StoreError.self) { try store.pay("level") }
        #expect(error?.debugDescription.contains("lastEntryID") == true)
    }

    @Test("Quantities that no version writes are not added up")
    func quantities() throws {
        let store = try Store.make(.seats)
        for count in [2, 3] { try store.buySeats(count) }
        try store.execute(sql: "UPDATE entry SET quantity = \(Int64.min)")
        #expect(try store.subscriptions.seatCount(ofPeriod: 1) == 3)
    }

    @Test("Numbers of payments and seats that no version writes are damage")
    func numbers() throws {
        let commitments = [(1, 101), (1, 0), (3, 2)].map { number, count in
            #"'{"periodNumber":\#(number),"periodCount":\#(count),"paymentPrice":1,"#
                + #""expirationDate":0}'"#
        }
        let seats = [(2, 3), (2, -1), (0, 0), (Int.max, 0)].map { count, revoked in
            #"'{"invitationManagement":"APPLE","revokedQuantity":\#(revoked),"#
                + #""priceTiers":[{"price":1,"quantity":\#(count)}]}'"#
        }
        try commitments.forEach { try meaningless(table: "entry", column: "commitment", value: $0) }
        try meaningless(table: "subscription", column: "commitment", value: commitments[0])
        try seats.forEach { try meaningless(table: "entry", column: "seats", value: $0) }
        for count in ["0", "100001"] {
            try meaningless(table: "subscription", column: "renewalSeatCount", value: count)
        }
    }
}
