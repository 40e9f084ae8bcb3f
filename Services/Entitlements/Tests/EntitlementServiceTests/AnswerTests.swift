import AppReceipt
import EntitlementModel
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import EntitlementService

/// Answers over HTTP: their headers, and the purchases of testers in them.
@Suite struct AnswerTests {
    private static let production = "app=com.example.shop&environment=Production"

    @Test func `an answer that is known has the same headers, without a body`() async throws {
        let service = try await TestService(catalog: ProductCatalog(version: 7))
        try await service.receive(TransactionPayload.make())
        try await service.serve { client async throws in
            let first = try await client.entitlements()
            let tag = try #require(first.headers[.eTag])
            let same = try await client.entitlements([.ifNoneMatch: tag])
            #expect(same.status == .notModified)
            let version = try #require(HTTPField.Name("Entitlements-Version"))
            #expect(first.headers[.cacheControl] == "private, no-cache")
            for name in [HTTPField.Name.eTag, .cacheControl, version] {
                #expect(first.headers[name] != nil, "\(name)")
                #expect(same.headers[name] == first.headers[name], "\(name)")
            }
        }
    }

    @Test(arguments: ["-1", "21", "1.5", "x"])
    func `a wait has whole seconds, up to twenty`(wait: String) async throws {
        let service = try await TestService()
        let query = "app=com.example.shop&environment=Sandbox&wait="
        try await service.serve { client async throws in
            let tag = try #require(try await client.entitlements().headers[.eTag])
            let refused = try await client.entitlements(query: query + wait, [.ifNoneMatch: tag])
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("`wait` must be an integer from 0 to 20."))
            let known = try await client.entitlements(query: query + "0", [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
        }
    }

    @Test func `each name of a customer has the same answer, until it is unlinked`() async throws {
        let service = try await TestService()
        let account = CustomerID.account(.account), user = CustomerID.user("42")
        try await service.receive(TransactionPayload.make())
        try await service.link(user, to: account)
        try await service.serve { client async throws in
            let first = try await client.entitlements()
            let tag = try #require(first.headers[.eTag])
            for name in [user, account, .originalTransaction("100")] {
                let answer = try await client.entitlements(of: name.description)
                #expect(answer.headers[.eTag] == tag, "\(name)")
                #expect(answer.text == first.text, "\(name)")
            }
            try await service.unlink(user, from: account)
            let own = try await client.entitlements(
                of: user.description,
                [.ifNoneMatch: tag]
            )
            #expect(own.status == .ok)
            #expect(own.text == #"{"entitlements":[]}"#)
        }
    }

    @Test func `a tester has purchases of the sandbox in production, and no grants of it`()
        async throws
    {
        let service = try await TestService(environments: [.sandbox, .production])
        try await service.receive(TransactionPayload.make())
        try await service.grant("gift", to: .account(.account))
        try await service.serve { client async throws in
            for isTester in [true, true, false, false] {
                let response = try await client.setTester(isTester)
                #expect(response.text == #"{"isTester":\#(isTester)}"#)
                let answer = try await client.entitlements(
                    query: Self.production,
                    key: TestService.adminKey
                )
                #expect(answer.text.contains(#""source":"sandbox""#) == isTester)
                #expect(answer.text.contains("monthly") == isTester)
                #expect(!answer.text.contains("gift"))
            }
            let sandbox = try await client.entitlements()
            #expect(sandbox.text.contains("gift") && sandbox.text.contains("monthly"))
            #expect(!sandbox.text.contains(#""source":"sandbox""#))
        }
        // A repetition adds nothing to the audit log.
        let stated =
            "SELECT kind, actor FROM entitlements.statement WHERE environment = 'Production'"
        #expect(
            try await service.rows(stated) == Array(repeating: "(admitSandbox,anna)", count: 2)
        )
        let events = "SELECT count(*) FROM entitlements.event WHERE environment = 'Production'"
        #expect(try await service.rows(events) == ["(0)"])
    }
}

extension TestClientProtocol {
    fileprivate func setTester(_ isTester: Bool) async throws -> TestResponse {
        try await execute(
            uri: "/v1/customers/\(UUID.account)/tester"
                + "?app=com.example.shop&environment=Production",
            method: .put,
            headers: [.authorization: "Bearer \(TestService.adminKey)"],
            body: ByteBuffer(string: #"{"isTester":\#(isTester),"actor":"anna"}"#)
        )
    }
}
