import Foundation
import LocalAppStore
import StoreTestSupport
import StrictJSON
import Testing

@testable import LocalAppStoreServer

@Suite("Control: what every request has to be", .timeLimit(.minutes(10)))
struct ControlRequestTests {
    private let store: Store

    init() throws {
        store = try .make()
    }

    @Test(
        "A body that is no object of JSON is refused with the place",
        arguments: [
            ("[]", "expected an object"), ("{", "expected a key in quotes"),
            (#"{"name":"a","name":"b"}"#, #"expected the key "name" only once"#),
            (#"{"name":"a"} x"#, "expected the end of the file"),
            (#"{"name":'a'}"#, "expected a value"),
            (String(repeating: #"{"a":"#, count: 100), "levels of nesting"),
        ]
    )
    func malformed(body: String, reason: String) async throws {
        try await ControlClient.run(store) { client in
            let response = try await client.ask("POST", "/customers", body)
            #expect(response.status == 400)
            #expect(response.body["error"]?["code"] == .string("malformedJSON"))
            #expect(response.body["error"]?["message"]?.text?.contains(reason) == true)
        }
    }

    @Test(
        "A member of another type or range is named with what was expected",
        arguments: [
            (
                #"{"productID":1}"#,
                "productID: expected a non-empty string without NUL, but found 1"
            ),
            (
                #"{"productID":"a\u0000"}"#,
                #"productID: expected a non-empty string without NUL, but found "a\u{0}""#
            ),
            (
                #"{"quantity":1}"#,
                "productID: expected a non-empty string without NUL, but it is missing"
            ),
            (
                #"{"productID":"a","quantity":0}"#,
                "quantity: expected an integer from 1 to 10, but found 0"
            ),
            (
                #"{"productID":"a","quantity":1.5}"#,
                "quantity: expected an integer from 1 to 10, but found 1.5"
            ),
            (
                #"{"productID":"a","quantity":1e999}"#,
                "quantity: expected an integer from 1 to 10, but found 1e999"
            ),
            (
                #"{"productID":"a","quantity":null}"#,
                "quantity: expected an integer from 1 to 10, but found null"
            ),
            (
                #"{"productID":"a","appAccountToken":"x"}"#,
                #"appAccountToken: expected a UUID, but found "x""#
            ),
            (
                #"{"productID":"a","offer":"x"}"#,
                #"offer: expected an object, but found "x""#
            ),
            (
                #"{"productID":"a","offer":{"kind":"x","id":"y"}}"#,
                #"offer.kind: expected one of "promotional", "code", "winBack", but found "x""#
            ),
            (
                #"{"productID":"a","offer":{"kind":"code"}}"#,
                "offer.id: expected a non-empty string without NUL, but it is missing"
            ),
            (
                #"{"productID":"a","offer":{"kind":"code","id":"y","price":1}}"#,
                #"offer.price: unknown member; expected one of "kind", "id""#
            ),
            (
                #"{"productID":"a","price":"0"}"#,
                #"price: unknown member; expected one of "productID", "customerID", "#
                    + #""quantity", "seats", "appAccountToken", "billingPlan", "offer""#
            ),
        ]
    )
    func members(body: String, message: String) async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.message("POST", "/transactions", body)
            #expect(refusal == message)
        }
    }

    @Test("The refusal of a malformed query has the form of the API's errors")
    func malformedQuery() async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.message("GET", "/customers?search=%00")
            #expect(refusal == "The query of the request is not UTF-8 without control characters.")
        }
    }

    @Test(
        "A parameter of another value, twice or unknown is refused",
        arguments: [
            ("limit=0", "limit: expected an integer from 1 to 500"),
            ("limit=501", "limit: expected an integer from 1 to 500"),
            ("limit=99999999999999999999", "limit: expected an integer from 1 to 500"),
            ("limit=1&limit=2", "limit: expected one value"),
            ("customerID=x", "customerID: expected an integer from 1 to 9223372036854775807"),
            (
                "state=bought",
                #"state: expected one of "purchased", "failed", "deferred", "restored""#
            ),
            (
                "state=scheduled",
                #"state: expected one of "purchased", "failed", "deferred", "restored""#
            ),
            ("order=asc", "There is no parameter order."),
        ]
    )
    func parameters(query: String, message: String) async throws {
        try await ControlClient.run(store) { client in
            let refusal = try await client.message("GET", "/transactions?\(query)")
            #expect(refusal == message)
        }
    }

    @Test("No route takes parameters or members that it does not know")
    func unknownEverywhere() async throws {
        let id = try store.pay(PaymentRequest(productID: "monthly")).id
        try await ControlClient.run(store) { client in
            for operation in try APIDescription().operations.sorted() {
                let parts = operation.split(separator: " ").map(String.init)
                let path = parts[1].replacingOccurrences(of: "{id}", with: "\(id)")
                    .replacingOccurrences(of: "{identifier}", with: UUID().uuidString)
                let code = try await client.refusal(parts[0], "\(path)?unknown=1")
                #expect(code == "400 unknownParameter", "\(operation)")
                let body = try await client.refusal(parts[0], path, #"{"unknown":1}"#)
                let codes = ["unknownMember", "invalidMember", "invalidFaultPlan"]
                #expect(codes.map { "400 \($0)" }.contains(body), "\(operation)")
            }
        }
    }

    @Test("What no route answers has an error of the same form")
    func noRoute() async throws {
        try await RunningServer.run(store) { server in
            let missing = try await server.ask("GET", "/control/v1/nothing")
            #expect(missing.status == 404)
            #expect(missing.text.contains(#"{"error":{"code":"notFound""#))
            let method = try await server.ask("DELETE", "/control/v1/store")
            #expect(method.status == 405)
            #expect(method.fields["allow"] == "GET, HEAD")
            #expect(method.text.contains(#""code":"methodNotAllowed""#))
            let fields = ["Origin: http://evil.test"]
            let page = try await server.ask("POST", "/control/v1/reset", fields: fields)
            #expect(page.status == 403)
            #expect(page.text.contains(#""code":"forbidden""#))
        }
    }

    @Test("A body that is too long is refused in the same form")
    func tooLong() async throws {
        var configuration = StoreServer.Configuration.patient
        configuration.limits.bodyBytes = 10
        try await RunningServer.run(store, configuration) { server in
            let body = #"{"name":"much too long"}"#
            let response = try await server.ask("POST", "/control/v1/customers", body: body)
            #expect(response.status == 413)
            #expect(response.text.contains(#""code":"contentTooLarge""#))
        }
    }
}
