import AppReceipt
import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: customers and families", .timeLimit(.minutes(10)))
struct ControlCustomerTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test("A customer is added once, and pays for what was bought")
    func adding() async throws {
        try await ControlClient.run(store) { client in
            let added = try await client.ask("POST", "/customers", #"{"name":"Åsa"}"#)
            #expect(added.status == 201)
            let id = try #require(added.body["id"]?.number)
            try store.customers.acting(for: id).pay(PaymentRequest(productID: "coins", quantity: 3))
            let customer = try await client.get("/customers/\(id)")
            #expect(customer["name"] == .string("Åsa"))
            #expect(customer["balance"]?["USD"] == .string("2.97"))
            let code = try await client.refusal("POST", "/customers", #"{"name":"Åsa"}"#)
            #expect(code == "409 customerExists")
        }
    }

    @Test("The list has the newest first, page by page, by name, and without balances if wanted")
    func list() async throws {
        for name in ["Ann", "Bea"] { try store.customers.add(named: name) }
        try store.pay(PaymentRequest(productID: "coins"))
        try await ControlClient.run(store) { client in
            let first = try await client.get("/customers?limit=2")
            #expect(first.all("customers", "name").map { $0?.text } == ["Bea", "Ann"])
            #expect(first["next"] == .number("2"))
            let second = try await client.get("/customers?before=2")
            #expect(second.all("customers", "balance") == [.object(["USD": .string("0.99")])])
            #expect(second["hasMore"] == .bool(false))
            let found = try await client.get("/customers?search=ea&balances=false")
            #expect(found.all("customers", "name") == [.string("Bea")])
            #expect(found.all("customers", "balance") == [nil])
        }
    }

    @Test("A customer has a receipt, which is made where it is asked for")
    func receipt() async throws {
        let other = try store.customers.add(named: "Ann").id
        try store.pay(PaymentRequest(productID: "monthly"))
        try await ControlClient.run(store) { client in
            let receipt = try await client.get("/customers/\(store.customerID)/receipt")
            #expect(receipt["base64"]?.text == (try store.receipt()?.base64Encoded))
            #expect(receipt["content"]?["bundle_id"] == .string("com.example.shop"))
            let purchases = receipt["content"]?["in_app"]?.elements
            #expect(purchases?.compactMap { $0["product_id"]?.text } == ["monthly"])
            let code = try await client.refusal("GET", "/customers/\(other)/receipt")
            #expect(code == "404 noReceipt")
        }
    }

    @Test("A customer is entitled to what StoreKit 2 lists, until it ends")
    func entitlements() async throws {
        try store.pay(PaymentRequest(productID: "coins"))
        let monthly = try store.pay(PaymentRequest(productID: "monthly")).id
        try await ControlClient.run(store) { client in
            let path = "/customers/\(store.customerID)/entitlements"
            let found = try await client.get(path).all("transactions", "id")
            #expect(found == [.number("\(monthly)")])
            try store.subscriptions.forceExpiry(ofProduct: "monthly")
            #expect(try await client.get(path)["transactions"] == .array([]))
        }
    }

    @Test("The list has a family alone if wanted")
    func familyList() async throws {
        let ben = try store.customers.add(named: "Ben").id
        try store.customers.acting(for: ben).family.join(organizedBy: store.customerID)
        try store.customers.add(named: "Cleo")
        try await ControlClient.run(store) { client in
            let body = try await client.get("/customers?familyOrganizerID=\(store.customerID)")
            #expect(body.all("customers", "name").map { $0?.text } == ["Ben", "customer"])
        }
    }

    @Test("A family is joined, shares, asks to buy, and is left")
    func family() async throws {
        let ben = try store.customers.add(named: "Ben").id
        try await ControlClient.run(store) { client in
            let path = "/customers/\(ben)"
            let organizer = #"{"organizerID":\#(store.customerID)}"#
            let joined = try await client.ask("PUT", "\(path)/family", organizer)
            #expect(joined.body["familyOrganizerID"] == .number("\(store.customerID)"))
            #expect(joined.body["sharesPurchases"] == .bool(true))
            let again = try await client.refusal("PUT", "\(path)/family", organizer)
            #expect(again == "409 unsuitableCustomer")
            let on = #"{"isEnabled":true}"#
            let asking = try await client.ask("PUT", "\(path)/asks-to-buy", on)
            #expect(asking.body["asksToBuy"] == .bool(true))
            let off = #"{"isEnabled":false}"#
            let alone = try await client.ask("PUT", "\(path)/shares-purchases", off)
            #expect(alone.body["sharesPurchases"] == .bool(false))
            let left = try await client.ask("DELETE", "\(path)/family")
            #expect(left.body["familyOrganizerID"] == nil)
            #expect(left.body["asksToBuy"] == .bool(false))
        }
    }

    @Test(
        "A customer who is none is not found, and a body that is none is refused",
        arguments: [
            ("GET", "9", "", "404 unknownCustomer"), ("GET", "x", "", "404 unknownCustomer"),
            ("GET", "9/entitlements", "", "404 unknownCustomer"),
            ("PUT", "9/family", #"{"organizerID":1}"#, "404 unknownCustomer"),
            ("PUT", "1/family", #"{"organizerID":9}"#, "404 unknownCustomer"),
            ("PUT", "1/family", #"{"organizerID":1}"#, "409 unsuitableCustomer"),
            ("PUT", "1/family", "{}", "400 invalidMember"),
            ("DELETE", "1/family", #"{"organizerID":1}"#, "400 unknownMember"),
            ("PUT", "1/asks-to-buy", #"{"isEnabled":true}"#, "409 unsuitableCustomer"),
            ("PUT", "1/asks-to-buy", "", "400 invalidMember"),
            ("PUT", "1/shares-purchases", #"{"isEnabled":0}"#, "400 invalidMember"),
        ]
    )
    func refused(method: String, path: String, body: String, code: String) async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal(method, "/customers/\(path)", body)
            #expect(refusal == code)
        }
    }
}
