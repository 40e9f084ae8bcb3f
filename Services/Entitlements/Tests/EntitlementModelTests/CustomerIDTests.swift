import Foundation
import Testing

@testable import EntitlementModel

@Suite struct CustomerIDTests {
    @Test(arguments: [
        ("01000000-0000-0000-0000-000000000000", CustomerID.account(.first)),
        ("2000000123456789", .originalTransaction("2000000123456789")),
        ("app-transaction:7115-a", .appTransaction("7115-a")),
        ("user:Zoë, the 1st / 50%", .user("Zoë, the 1st / 50%")), ("user:user:1", .user("user:1")),
    ])
    func `a name is read as it is written`(text: String, name: CustomerID) throws {
        #expect(CustomerID(text) == name)
        #expect(name.description == text)
        #expect(
            try JSONDecoder().decode([CustomerID].self, from: JSONEncoder().encode([name])) == [
                name
            ]
        )
    }

    @Test func `a token has either case`() {
        let token = UUID()
        #expect(CustomerID(token.uuidString) == .account(token))
        #expect(CustomerID(token.uuidString.lowercased()) == .account(token))
    }

    @Test(arguments: [
        "", "a b", "a_b", "user:", "app-transaction:", "app-transaction:a b", "User:1", "users:1",
        "user:a\u{0}b", "user:a\nb", "user:a\u{7F}", "user:a\u{85}",
    ])
    func `another text is no name`(text: String) {
        #expect(CustomerID(text) == nil)
        #expect(
            (try? JSONDecoder().decode([CustomerID].self, from: JSONEncoder().encode([text])))
                == nil
        )
    }

    @Test func `the length of a name is in bytes`() {
        #expect(CustomerID("user:" + String(repeating: "é", count: 100)) != nil)
        #expect(CustomerID("user:" + String(repeating: "é", count: 100) + "a") == nil)
        #expect(CustomerID(String(repeating: "1", count: 64)) != nil)
        #expect(CustomerID(String(repeating: "1", count: 65)) == nil)
    }

    @Test func `names are compared by bytes`() {
        let composed = CustomerID.user("\u{E9}"), decomposed = CustomerID.user("e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(decomposed < composed)
        #expect(CustomerID.user("1") != .appTransaction("1"))
        let names: [CustomerID] = [
            .user("a"), .originalTransaction("2"), .appTransaction("3"), .account(.first),
            .originalTransaction("10"),
        ]
        let texts = names.map(\.description).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        #expect(names.sorted().map(\.description) == texts)
    }
}
