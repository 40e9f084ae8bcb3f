import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import EntitlementService

/// The keys that each call needs, and what a refused call leaves as it was.
@Suite struct AccessTests {
    private typealias Call = (path: String, method: HTTPRequest.Method)

    private static let customer = "customers/\(UUID.account.uuidString)"
    private static let reading: [Call] = [
        (customer, .get), ("\(customer)/entitlements", .get),
        ("\(customer)/entitlements/signed", .get), ("\(customer)/balances", .get),
        ("transfers/check", .post), ("consumption-requests", .get), ("statistics", .get),
    ]
    private static let writing: [Call] = [
        (customer, .delete), ("\(customer)/links", .post), ("\(customer)/links/user:1", .delete),
        ("\(customer)/grants", .post), ("\(customer)/grants/\(UUID.account)", .delete),
        ("\(customer)/tester", .put), ("\(customer)/balances/coins", .post),
        ("\(customer)/events/replay", .post), ("consumption-requests/1", .post),
    ]
    private static let administration: [Call] = [
        ("search", .get), ("dead-letters", .get), ("lag", .get),
    ]

    @Test func `every call about an app needs a key, and one for the app`() async throws {
        let service = try await Self.serviceWithCustomer()
        try await service.serve { client async throws in
            for (path, method) in Self.reading + Self.writing + Self.administration {
                for key in [nil, "unknown"] {
                    let response = try await client.request(path, method, key: key)
                    #expect(response.status == .unauthorized, "\(path)")
                    #expect(response.headers[.wwwAuthenticate] == "Bearer", "\(path)")
                    let text = """
                        {"error":{"code":"unauthorized","message":"Missing or unknown API key."}}
                        """
                    #expect(response.text == text)
                }
                let other = try await client.request(path, method, key: TestService.otherKey)
                #expect(other.status == .forbidden, "\(path)")
                #expect(other.text.contains("has no access to com.example.shop Sandbox."))
            }
        }
        try await Self.expectUnchanged(service)
    }

    @Test(arguments: [
        ("Bearer KEY", true), ("bearer KEY", true), ("BEARER KEY", true), ("Basic KEY", false),
        ("KEY", false), ("BearerKEY", false), ("Bearer  KEY", false), ("Bearer", false),
    ])
    func `a key is a bearer token`(form: String, isKnown: Bool) async throws {
        let service = try await TestService()
        let field = form.replacing("KEY", with: TestService.key)
        try await service.serve { client async throws in
            let response = try await client.entitlements(key: nil, [.authorization: field])
            #expect(response.status == (isKnown ? .ok : .unauthorized))
        }
    }

    @Test func `a key that reads changes nothing, and one that writes has no access to the page`()
        async throws
    {
        let service = try await Self.serviceWithCustomer()
        try await service.serve { client async throws in
            for (calls, key, reason) in [
                (Self.writing, TestService.key, "no write access"),
                (Self.administration, TestService.writerKey, "no access to the page"),
            ] {
                for (path, method) in calls {
                    let response = try await client.request(path, method, key: key)
                    #expect(response.status == .forbidden, "\(path)")
                    let text = """
                        {"error":{"code":"forbidden","message":"This API key has \(reason)."}}
                        """
                    #expect(response.text == text)
                }
            }
        }
        try await Self.expectUnchanged(service)
    }

    @Test func `a key for the sandbox has no access to production`() async throws {
        let service = try await TestService(environments: [.sandbox, .production])
        try await service.serve { client async throws in
            for (path, method) in Self.reading + Self.writing + Self.administration {
                let response = try await client.request(
                    path,
                    method,
                    environment: "Production",
                    key: TestService.writerKey
                )
                #expect(response.status == .forbidden, "\(path)")
                #expect(response.text.contains("has no access to com.example.shop Production."))
            }
        }
        #expect(try await service.rows("TABLE entitlements.statement") == [])
    }

    @Test func `an app that is not served is named, also to a key with access to it`() async throws
    {
        let service = try await TestService()
        try await service.serve { client async throws in
            for (path, method) in Self.reading + Self.writing + Self.administration {
                let response = try await client.request(
                    path,
                    method,
                    environment: "Production",
                    key: TestService.adminKey
                )
                #expect(response.status == .notFound, "\(path)")
                let reason = "The app is not served in this environment."
                #expect(
                    response.text == #"{"error":{"code":"unknown","message":"\#(reason)"}}"#
                )
            }
        }
    }

    @Test func `a grant is revoked by the names of its customer alone`() async throws {
        let service = try await TestService()
        try await service.serve { client async throws in
            let id = UUID().uuidString.lowercased()
            let grant = #"{"id":"\#(id)","name":"gift","reason":"test","actor":"anna"}"#
            #expect(try await client.call("grants", grant).text == #"{"id":"\#(id)"}"#)
            let actor = #"{"actor":"anna"}"#
            let other = UUID.otherAccount.uuidString
            let stranger = try await client.call("grants/\(id)", actor, .delete, of: other)
            #expect(stranger.status == .notFound)
            #expect(stranger.text.contains("The customer has no such grant."))
            #expect(try await service.entitlements().map(\.name) == ["gift"])
            try await service.link(.account(.otherAccount), to: .account(.account))
            let linked = try await client.call("grants/\(id)", actor, .delete, of: other)
            #expect(linked.status == .ok)
        }
        #expect(try await service.entitlements().isEmpty)
    }

    private static func serviceWithCustomer() async throws -> TestService {
        let service = try await TestService()
        try await service.receive(TransactionPayload.make())
        try await service.receiveConsumptionRequest()
        return service
    }

    /// Checks that a customer is as it was received.
    private static func expectUnchanged(_ service: TestService) async throws {
        #expect(try await service.entitlements().map(\.name) == ["monthly"])
        #expect(try await service.consumptionRequests() == ["(1,open,0,,)"])
        #expect(try await service.rows("TABLE entitlements.statement") == [])
    }
}

extension TestClientProtocol {
    fileprivate func request(
        _ path: String,
        _ method: HTTPRequest.Method,
        environment: String = "Sandbox",
        key: String?
    ) async throws -> TestResponse {
        try await execute(
            uri: "/v1/\(path)?app=com.example.shop&environment=\(environment)&text=1",
            method: method,
            headers: key.map { [.authorization: "Bearer \($0)"] } ?? [:],
            body: method == .get ? nil : ByteBuffer(string: "{}")
        )
    }
}
