import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: refunds and the requests for them", .timeLimit(.minutes(10)))
struct ControlRefundTests {
    private let store: Store
    private let path: String

    init() throws {
        store = try .make()
        path = "/transactions/\(try store.pay(PaymentRequest(productID: "coins")).id)"
    }

    @Test("A request is declined, another one approved, and the refund taken back")
    func requests() async throws {
        try await ControlClient.run(store) { client in
            let reason = #"{"reason":"LEGAL"}"#
            let asked = try await client.ask("POST", "\(path)/refund-request", reason)
            #expect(asked.status == 200)
            let open = try await client.get("/transactions?condition=refundRequested")
            #expect(open.all("transactions", "id") == [.number("1")])
            #expect(open.all("transactions", "isRefundRequested") == [.bool(true)])
            #expect(try await client.get("/store")["openRefundRequests"] == .number("1"))
            let declined = #"{"decision":"declined"}"#
            _ = try await client.ask("POST", "\(path)/refund-decision", declined)
            _ = try await client.ask("POST", "\(path)/refund-request")
            let approved = #"{"decision":"approved"}"#
            let refunded = try await client.ask("POST", "\(path)/refund-decision", approved)
            #expect(refunded.body["amountRefunded"] == .string("0.99"))
            #expect(refunded.body["isRefundRequested"] == .bool(false))
            #expect(try await client.get("/store")["openRefundRequests"] == .number("0"))
            let details = try await client.get(path)
            let decisions = details.all("refundRequests", "decision")
            #expect(decisions == [.string("declined"), .string("approved")])
            #expect(
                details.all("refundRequests", "reason") == [.string("LEGAL"), .string("OTHER")]
            )
            let reversed = try await client.ask("POST", "\(path)/refund-reversal")
            #expect(reversed.body["revocationDate"] == nil)
            #expect(reversed.body["amountRefunded"] == nil)
        }
    }

    @Test("What the developer reported about a purchase is shown with the request")
    func consumption() async throws {
        try store.refunds.request(1, reason: .other)
        let json = """
            {"customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"DELIVERED"}
            """
        try store.refunds.recordConsumption(ConsumptionReport(.two, json: Data(json.utf8)), of: 1)
        try await ControlClient.run(store) { client in
            let request = try #require(
                try await client.get(path)["refundRequests"]?.elements?.first
            )
            #expect(request["consumption"]?["deliveryStatus"] == .string("DELIVERED"))
            #expect(request["decision"] == nil)
        }
    }

    @Test(
        "What the store refuses is an error",
        arguments: [
            ("1/refund-decision", #"{"decision":"approved"}"#, "409 unsuitableTransaction"),
            ("1/refund-decision", "{}", "400 invalidMember"),
            ("1/refund-request", #"{"reason":"other"}"#, "400 invalidMember"),
            ("1/refund-reversal", "", "409 unsuitableTransaction"),
            ("1/refund-reversal", #"{"reason":"OTHER"}"#, "400 unknownMember"),
            ("9/refund-request", "", "404 unknownTransaction"),
        ]
    )
    func refused(path: String, body: String, code: String) async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.refusal("POST", "/transactions/\(path)", body)
            #expect(refusal == code)
        }
    }
}
