import Foundation
import Testing

@testable import AppReceipt

@Suite struct RealtimeRequestTests {
    private let issuer: JWSIssuer
    private let chain: JWSChain

    init() throws {
        chain = try JWSChain.good.get()
        issuer = try chain.issuer()
    }

    private func verify(
        _ payload: RealtimeRequestPayload,
        for app: ClaimRequirement<Int64> = .equals(1_234_567_890),
        in environments: [AcceptedEnvironment] = [.production(appAppleIdentifier: 1_234_567_890)]
    ) throws -> RealtimeRequestPayload {
        let verifier = try chain.verifier(.make("com.example.app", environments))
        return try verifier.verify(issuer.issue(payload), appAppleIdentifier: app).payload
    }

    private func refusal(
        of payload: RealtimeRequestPayload,
        for app: ClaimRequirement<Int64> = .equals(1_234_567_890),
        in environments: [AcceptedEnvironment] = [.production(appAppleIdentifier: 1_234_567_890)]
    ) -> JWSRefusal.Rule? {
        let error = #expect(throws: JWSRefusal.self) {
            try verify(payload, for: app, in: environments)
        }
        return error?.rule
    }

    @Test func `A request is verified with all of its members`() throws {
        let payload = RealtimeRequestPayload.make()
        #expect(try verify(payload) == payload)
        let sandbox = RealtimeRequestPayload.make(environment: .sandbox)
        #expect(try verify(sandbox, in: [.sandbox]) == sandbox)
    }

    @Test func `A request has the names of Apple's documentation`() throws {
        let expected = """
            {"appAppleId":1234567890,"environment":"Production","originalTransactionId":"900",\
            "productId":"com.example.app.pro",\
            "requestIdentifier":"01020304-0506-0708-090a-0b0c0d0e0f10",\
            "signedDate":1717243200000,"userLocale":"en-US"}
            """
        let json = try RealtimeRequestPayload.make().json
        #expect(String(decoding: json, as: UTF8.self) == expected)
        #expect(try RealtimeRequestPayload(json: json) == .make())
    }

    @Test func `A request for another app is refused in every environment`() {
        let sandbox = RealtimeRequestPayload.make(environment: .sandbox)
        #expect(refusal(of: sandbox, for: .equals(2), in: [.sandbox]) == .appAppleIdentifier)
        let others = [AcceptedEnvironment.production(appAppleIdentifier: 2)]
        #expect(refusal(of: .make(), for: .unchecked, in: others) == .appAppleIdentifier)
        var nameless = RealtimeRequestPayload.make()
        nameless.appAppleIdentifier = nil
        #expect(refusal(of: nameless) == .appAppleIdentifier)
    }

    @Test func `A request of another environment is refused`() {
        #expect(refusal(of: .make(environment: .sandbox)) == .environment)
        #expect(refusal(of: .make(), in: [.sandbox]) == .environment)
    }

    @Test func `A request that another root signed is refused`() throws {
        let attacker = try JWSChain.attacker.get().issuer()
        let error = #expect(throws: JWSRefusal.self) {
            try chain.verifier()
                .verify(
                    attacker.issue(RealtimeRequestPayload.make()),
                    appAppleIdentifier: .unchecked
                )
        }
        #expect(error?.rule == .chain)
    }
}
