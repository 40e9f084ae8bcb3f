import Testing

extension InvalidValueTests {
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
