import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: transactions", .timeLimit(.minutes(10)))
struct ControlTransactionTests {
    private let store: Store
    private let other: Store

    init() throws {
        store = try .make()
        other = try store.customers.acting(addingIfNeeded: "Bea")
    }

    @Test("A customer buys, with a quantity and an account")
    func buying() async throws {
        try await ControlClient.run(store) { client in
            let token = UUID().uuidString
            let response = try await client.ask(
                "POST",
                "/transactions",
                """
                {"productID":"coins","quantity":2,"customerID":\(other.customerID),\
                "appAccountToken":"\(token)"}
                """
            )
            #expect(response.status == 201)
            let entry = try #require(try other.entries().first)
            #expect(response.body["id"] == .number("\(entry.id)"))
            #expect(response.body["customer"] == .string("Bea"))
            #expect(response.body["appAccountToken"] == .string(token.lowercased()))
            #expect(entry.quantity == 2)
        }
    }

    @Test("A customer redeems the code of a product that does not renew, for one unit")
    func code() async throws {
        try await ControlClient.run(try SampleShop.emptyStore()) { client in
            let offer = #""offer":{"kind":"code","id":"Friends"}"#
            let two = #"{"productID":"level","quantity":2,\#(offer)}"#
            #expect(try await client.refusal("POST", "/transactions", two) == "409 refusedPurchase")
            let one = #"{"productID":"level",\#(offer)}"#
            let response = try await client.ask("POST", "/transactions", one)
            #expect(response.status == 201)
            #expect(response.body["price"] == .string("0.99"))
            let redeemed = ["kind": JSONValue.string("code"), "id": .string("Friends")]
            #expect(response.body["offer"] == .object(redeemed))
        }
    }

    @Test(
        "A purchase that the store refuses is an error",
        arguments: [
            (#"{"productID":"gems"}"#, "404 unknownProduct"),
            (#"{"productID":"monthly","quantity":2}"#, "409 refusedPurchase"),
            (#"{"productID":"coins","customerID":9}"#, "404 unknownCustomer"),
            (
                #"{"productID":"monthly","offer":{"kind":"promotional","id":"x"}}"#,
                "409 noOfferKey"
            ),
            (
                #"{"productID":"monthly","offer":{"kind":"code","id":"x"}}"#,
                "409 refusedPurchase"
            ),
            (
                #"{"productID":"monthly","offer":{"kind":"winBack","id":"x"}}"#,
                "409 refusedPurchase"
            ),
        ]
    )
    func refused(body: String, code: String) async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal("POST", "/transactions", body)
            #expect(refusal == code)
        }
    }

    @Test("All unfinished transactions are finished, of a customer or of all")
    func finishing() async throws {
        for store in [store, other, store] { try store.pay(PaymentRequest(productID: "coins")) }
        try await ControlClient.run(store) { client in
            let path = "/transactions/finish"
            let body = #"{"customerID":\#(other.customerID)}"#
            #expect(try await client.ask("POST", path, body).body["count"] == .number("1"))
            let rest = try await client.get("/transactions?finished=false")
            #expect(rest.all("transactions", "id").map { $0?.number } == [3, 1])
            #expect(try await client.ask("POST", path).body["count"] == .number("2"))
            #expect(try await client.ask("POST", path).body["count"] == .number("0"))
            let code = try await client.refusal("POST", path, #"{"customerID":9}"#)
            #expect(code == "404 unknownCustomer")
        }
    }

    @Test("The list has the newest first, of all customers, page by page")
    func pages() async throws {
        for store in [store, other, store] { try store.pay(PaymentRequest(productID: "coins")) }
        try await ControlClient.run(store) { client in
            let first = try await client.get("/transactions?limit=2")
            #expect(first.all("transactions", "id").map { $0?.number } == [3, 2])
            #expect(first["hasMore"] == .bool(true))
            let second = try await client.get("/transactions?limit=2&before=2")
            #expect(second.all("transactions", "id").map { $0?.number } == [1])
            #expect(second["next"] == nil)
        }
    }

    @Test(
        "The list is filtered",
        arguments: [
            ("customerID=2", [2]), ("productID=monthly", [3]), ("state=failed", [4]),
            ("search=MONTH", [3]), ("search=bea", [2]), ("search=LAS0000000001", [1]),
            ("search=3", [3]), ("search=nothing", []), ("customerID=7", []),
            ("kind=consumable", [2, 1]), ("condition=refunded", []),
            ("customerID=1&productID=coins&state=purchased", [1]), ("search=", [4, 3, 2, 1]),
        ] as [(String, [Int64])]
    )
    func filters(query: String, ids: [Int64]) async throws {
        try store.pay(PaymentRequest(productID: "coins"))
        try other.pay(PaymentRequest(productID: "coins"))
        try store.pay(PaymentRequest(productID: "monthly"))
        try store.pay(PaymentRequest(productID: "gems"))
        try await ControlClient.run(store) { client in
            let body = try await client.get("/transactions?\(query)")
            #expect(body.all("transactions", "id").compactMap { $0?.number } == ids)
        }
    }

    @Test("A transaction has its documents and its subscription")
    func details() async throws {
        let entry = try store.pay(PaymentRequest(productID: "monthly"))
        try await ControlClient.run(store) { client in
            let body = try await client.get("/transactions/\(entry.id)")
            #expect(body["transaction"]?["productID"] == .string("monthly"))
            let payload = body["signedTransaction"]?["payload"]
            #expect(payload?["transactionId"] == .string("\(entry.id)"))
            #expect(body["signedTransaction"]?["header"]?["alg"] == .string("ES256"))
            #expect(body["subscription"]?["id"] == .number("\(entry.id)"))
        }
    }

    @Test("A payment that waits has no document")
    func waiting() async throws {
        let request = PaymentRequest(productID: "coins", simulatesAskToBuy: true)
        let entry = try store.pay(request)
        try await ControlClient.run(store) { client in
            let body = try await client.get("/transactions/\(entry.id)")
            #expect(body["transaction"]?["state"] == .string("deferred"))
            #expect(body["signedTransaction"] == nil)
        }
    }

    @Test("A purchase is approved, declined, finished and refunded")
    func commands() async throws {
        let request = PaymentRequest(productID: "coins", simulatesAskToBuy: true)
        let first = try other.pay(request).id
        let second = try other.pay(.init(productID: "coins", simulatesAskToBuy: true)).id
        try await ControlClient.run(store) { client in
            let approved = try await client.ask("POST", "/transactions/\(first)/approve")
            #expect(approved.body["state"] == .string("purchased"))
            let declined = try await client.ask("POST", "/transactions/\(second)/decline")
            #expect(declined.body["failure"]?["code"] == .number("2"))
            let finished = try await client.ask("POST", "/transactions/\(first)/finish")
            #expect(finished.body["isFinished"] == .bool(true))
            let path = "/transactions/\(first)/refund"
            let refunded = try await client.ask("POST", path, #"{"reason":"developerIssue"}"#)
            #expect(refunded.body["revocationReason"] == .string("developerIssue"))
            #expect(try await client.refusal("POST", path) == "409 unsuitableTransaction")
        }
    }

    @Test("Payment is collected for an interrupted purchase")
    func resolveIssue() async throws {
        try store.updateSettings { $0.interruptsPurchases = true }
        let entry = try store.pay(PaymentRequest(productID: "coins"))
        try await ControlClient.run(store) { client in
            let response = try await client.ask("POST", "/transactions/\(entry.id)/resolve-issue")
            #expect(response.body["state"] == .string("purchased"))
        }
    }

    @Test(
        "A transaction that is none is not found",
        arguments: ["9", "0", "-1", "x", "99999999999999999999", "1.0", "+1x"]
    )
    func unknown(id: String) async throws {
        try await ControlClient.run(store) { client in
            let code = try await client.refusal("GET", "/transactions/\(id)")
            #expect(code == "404 unknownTransaction")
            for command in ["approve", "decline", "refund", "resolve-issue", "finish"] {
                let path = "/transactions/\(id)/\(command)"
                let code = try await client.refusal("POST", path)
                #expect(code == "404 unknownTransaction")
            }
        }
    }
}
