import AppReceipt
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Account tokens that the app's server sets")
struct AccountTokenTests {
    let store: Store
    let token = UUID()

    init() throws {
        store = try .make(.family)
    }

    @Test("A token is that of the transactions so far and of those to come; the last one counts")
    func transactions() throws {
        let original = try store.pay("monthly", user: "ann")
        let other = try store.pay("own", user: "ann")
        store.clock.advance(by: .days(40))
        try store.setAppAccountToken(UUID(), of: original.id)
        try store.setAppAccountToken(token, of: original.id)
        store.clock.advance(by: .days(30))
        let users = try store.entries().filter(\.isSubscription).map(\.applicationUsername)
        #expect(users == [token.uuidString, token.uuidString, token.uuidString])
        #expect(try store.entry(other.id)?.applicationUsername == "ann")
    }

    @Test("verifyReceipt has the token, in lower case")
    func response() throws {
        let original = try store.pay("monthly")
        try store.setAppAccountToken(token, of: original.id)
        let receipt = try #require(try store.receipt()).base64Encoded
        let answer = store.verifyReceipt(
            Data(#"{"receipt-data":"\#(receipt)"}"#.utf8),
            at: .sandbox
        )
        let object = try #require(
            try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        )
        let info = try #require(object["latest_receipt_info"] as? [[String: Any]])
        #expect(info.map { $0["app_account_token"] as? String } == [token.uuidString.lowercased()])
    }

    @Test("A consumable that was finished does not return to the receipt")
    func finished() throws {
        let coins = try store.pay("coins")
        try store.finish([coins.id])
        try store.refreshReceipt()
        try store.setAppAccountToken(token, of: coins.id)
        #expect(try store.productsInReceipt.isEmpty)
    }

    @Test("A transaction that is not the first one, or is a family's, has no token of its own")
    func refusals() throws {
        try store.pay("monthly")
        store.clock.advance(by: .days(40))
        let renewal = try #require(try store.entries().last)
        #expect(throws: StoreError.refusedRequest(.notOriginalTransaction)) {
            try store.setAppAccountToken(token, of: renewal.id)
        }
        let ben = try store.customers.acting(addingIfNeeded: "ben")
        try ben.family.join(organizedBy: store.customerID)
        let shared = try #require(try ben.entries().first)
        #expect(throws: StoreError.refusedRequest(.familySharedTransaction)) {
            try ben.setAppAccountToken(token, of: shared.id)
        }
        #expect(throws: StoreError.unknownEntry(id: 99)) {
            try store.setAppAccountToken(token, of: 99)
        }
    }
}
