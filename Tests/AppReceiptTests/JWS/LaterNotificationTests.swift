import Foundation
import Testing

@testable import AppReceipt

/// Notifications of later versions, with types, subtypes, members and subjects that are unknown.
@Suite struct LaterNotificationTests {
    private let chain: JWSChain
    private let verifier: JWSVerifier

    init() throws {
        chain = try JWSChain.good.get()
        verifier = try chain.verifier()
    }

    private static let app =
        #""bundleId":"com.example.app","appAppleId":1234567890,"environment":"Production""#

    /// A signed notification of an unknown type with further members.
    private func notification(_ members: String) throws -> JWS<NotificationPayload> {
        let payload = """
            {"notificationType":"SEATS_MOVED","subtype":"SIDEWAYS","version":"3.0",\
            "notificationUUID":"01020304-0506-0708-090a-0b0c0d0e0f10",\
            "signedDate":1717243200000,\(members)}
            """
        return JWS(try Token(chain, payload: payload).compact())
    }

    private func rule(_ members: String, _ verifier: JWSVerifier) throws -> JWSRefusal.Rule? {
        let document = try notification(members)
        return brokenRule { try verifier.verify(document) }
    }

    @Test func `Unknown types, subtypes and members are kept`() throws {
        let issuer = try chain.issuer()
        let transaction = try issuer.issue(TransactionPayload.make()).compactSerialization
        let document = try notification(
            """
            "mood":["good"],"data":{\(Self.app),"status":9,"consumptionRequestReason":"BORED",\
            "signedTransactionInfo":"\(transaction)","weather":{"isSunny":true}}
            """
        )
        let verified = try verifier.verify(document)
        #expect(verified.notification.type?.rawValue == "SEATS_MOVED")
        #expect(verified.notification.subtype?.rawValue == "SIDEWAYS")
        #expect(verified.notification.data?.status?.rawValue == 9)
        #expect(verified.notification.data?.consumptionRequestReason == "BORED")
        #expect(verified.transaction?.transactionIdentifier == "1000")
        let json = String(decoding: verified.notification.jsonRepresentation, as: UTF8.self)
        #expect(json.contains(#""mood":["good"]"#) && json.contains(#""isSunny":true"#))
    }

    @Test func `A known subject decides beside an unknown one`() throws {
        let other = #""bundleId":"com.example.other""#
        #expect(try rule(#""data":{\#(Self.app)},"moveInfo":{\#(other)}"#, verifier) == nil)
        let refused = try rule(#""data":{\#(other)},"moveInfo":{\#(Self.app)}"#, verifier)
        #expect(refused == .bundleIdentifier)
    }

    @Test(
        arguments: ["moveInfo", "unclaimInfo"],
        [
            (app, nil), ("", nil), (#""bundleId":"com.example.app""#, nil),
            (#""environment":"Production""#, nil),
            (#""bundleId":"com.example.other""#, .bundleIdentifier),
            (#""environment":"Sandbox""#, .environment),
            (#""environment":"Production","appAppleId":1"#, .appAppleIdentifier),
        ] as [(String, JWSRefusal.Rule?)]
    )
    func `A subject that need not name its app is checked as far as it does`(
        member: String,
        row: (app: String, rule: JWSRefusal.Rule?)
    ) throws {
        #expect(try rule(#""\#(member)":{\#(row.app)}"#, verifier) == row.rule)
    }

    @Test func `Every unknown subject is checked`() throws {
        let members = #""a":{"bundleId":"com.example.other"},"b":{\#(Self.app)}"#
        #expect(try rule(members, verifier) == .bundleIdentifier)
        #expect(try rule(#""a":{"bundleId":{"x":1},"environment":[]}"#, verifier) == nil)
    }

    @Test func `A notification without a subject is refused`() throws {
        #expect(try rule(#""mood":"good""#, verifier) == .content)
        #expect(try rule(#""data":null"#, verifier) == .content)
    }

    @Test func `Without an environment the signer is one of those that are accepted`() throws {
        let attacker = try JWSChain.attacker.get().root.encoded()
        let local = JWSPolicy.make("com.example.app", [.localTesting(root: attacker)])
        #expect(try rule(#""moveInfo":{}"#, try chain.verifier(local)) == .environment)
        #expect(try rule(#""unclaimInfo":{}"#, try chain.verifier(local)) == .environment)
    }

    @Test func `The claims of seats that were taken are read`() throws {
        let document = try notification(
            #""unclaimInfo":{"unclaimSeatIds":["01020304-0506-0708-090A-0B0C0D0E0F10"]}"#
        )
        let seats = try verifier.verify(document).notification.unclaimInfo
        #expect(seats?.seatClaimIdentifiers == [JWSChain.account])
        let text = #""unclaimInfo":{"unclaimSeatIds":["x"]}"#
        #expect(try rule(text, verifier) == .content)
    }

    @Test(arguments: ["MIGRATION", "MIGRATE"])
    func `Both names of a migration mean the same`(name: String) throws {
        var payload = NotificationPayload.make()
        payload.type = .init(rawValue: name)
        let verified = try verifier.verify(try chain.issuer().issue(payload))
        #expect(verified.notification.type == .migration)
        let decoded = try NotificationPayload(json: #"{"notificationType":"\#(name)"}"#.utf8)
        #expect(decoded.type == .migration)
    }
}
