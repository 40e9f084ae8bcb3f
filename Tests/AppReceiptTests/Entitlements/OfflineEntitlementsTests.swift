import AppReceipt
import Foundation
import Testing

@Suite struct OfflineEntitlementsTests {
    typealias Entitlement = OfflineEntitlements.Entitlement
    typealias Error = SignedOfflineEntitlements.Error

    private static func json(_ entitlements: [Entitlement]) throws(Error) -> String {
        String(decoding: try OfflineEntitlements.json(of: entitlements), as: UTF8.self)
    }

    @Test func `The answer of a server has its members in one order`() throws {
        let json =
            #"{"entitlements":[{"name":"pro","productId":"com.example.app.pro.monthly","#
            + #""originalTransactionId":"2000000123456789","state":"active","granted":true,"#
            + #""until":"2026-01-31T00:00:00Z"},{"name":"archive","#
            + #""productId":"com.example.app.archive","#
            + #""originalTransactionId":"2000000123456790","state":"active","granted":true,"#
            + #""until":null}]}"#
        #expect(try Self.json(OfflineEntitlements.sample.entitlements) == json)
        #expect(try Self.json([]) == #"{"entitlements":[]}"#)
    }

    @Test func `Seats and a role are written last, and read again`() throws {
        var content = OfflineEntitlements.sample
        content.entitlements[0].seats = 12
        content.entitlements[0].role = .purchaser
        content.entitlements[1].role = .member
        let json = try Self.json(content.entitlements)
        #expect(json.contains(#""until":"2026-01-31T00:00:00Z","seats":12,"role":"purchaser"},"#))
        #expect(json.hasSuffix(#""until":null,"role":"member"}]}"#))
        let key = EntitlementSigningKey()
        let signed = try SignedOfflineEntitlements(signing: content, with: key)
        #expect(try signed.verify(with: [key.publicKey]).content == content)
    }

    @Test func `A grant has a source instead of a purchase`() throws {
        var content = OfflineEntitlements.sample
        let grant = Entitlement(
            name: "beta",
            state: .active,
            isGranted: true,
            until: nil,
            source: .grant
        )
        content.entitlements = [grant]
        let json = #"{"name":"beta","state":"active","granted":true,"until":null,"source":"grant"}"#
        #expect(try Self.json([grant]) == #"{"entitlements":[\#(json)]}"#)
        let key = EntitlementSigningKey()
        let signed = try SignedOfflineEntitlements(signing: content, with: key)
        #expect(try signed.verify(with: [key.publicKey]).content == content)
    }

    /// Ends in seconds from the new year, and how they are written.
    private static let ends: [(TimeInterval, String)] = [
        (0, "2026-01-01T00:00:00Z"), (0.25, "2026-01-01T00:00:00.250Z"),
        (0.0006, "2026-01-01T00:00:00.001Z"), (0.9996, "2026-01-01T00:00:01Z"),
        (-0.5, "2025-12-31T23:59:59.500Z"), (-1_767_225_600.5, "1969-12-31T23:59:59.500Z"),
    ]

    @Test(arguments: ends)
    func `An end has milliseconds only if it needs them`(
        interval: TimeInterval,
        text: String
    ) throws {
        var entitlement = OfflineEntitlements.sample.entitlements[0]
        entitlement.until = .newYear + interval
        entitlement.state = .gracePeriod
        entitlement.isGranted = false
        let json = try Self.json([entitlement])
        #expect(json.hasSuffix(#""state":"gracePeriod","granted":false,"until":"\#(text)"}]}"#))
    }

    private static let unrepresentable:
        [(member: String, change: @Sendable (inout Entitlement) -> Void)] = [
            ("name", { $0.name = "" }), ("name", { $0.name = "pro\0" }),
            ("productId", { $0.productIdentifier = "" }),
            ("originalTransactionId", { $0.originalTransactionIdentifier = "" }),
            ("state", { $0.state = Entitlement.State(rawValue: "") }),
            ("productId", { $0.productIdentifier = nil }),
            ("originalTransactionId", { $0.originalTransactionIdentifier = nil }),
            ("source", { $0.source = Entitlement.Source(rawValue: "") }),
            ("seats", { $0.seats = -1 }), ("role", { $0.role = Entitlement.Role(rawValue: "") }),
            ("until", { $0.until = .distantFuture + 1e12 }),
            ("until", { $0.until = Date(timeIntervalSince1970: .nan) }),
            ("until", { $0.until = Date(timeIntervalSince1970: -.infinity) }),
        ]

    @Test(arguments: unrepresentable.indices)
    func `What has no form is neither answered nor signed`(index: Int) {
        let (member, change) = Self.unrepresentable[index]
        var content = OfflineEntitlements.sample
        change(&content.entitlements[1])
        let failures = [
            SignedOfflineEntitlements.failure { () throws(Error) in
                _ = try Self.json(content.entitlements)
            },
            SignedOfflineEntitlements.failure { () throws(Error) in
                _ = try SignedOfflineEntitlements(signing: content, with: EntitlementSigningKey())
            },
        ]
        for failure in failures {
            guard case .unrepresentable("entitlements[1].\(member)", _) = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test func `No claim without a form is signed`() {
        let changes: [(String, (inout OfflineEntitlements) -> Void)] = [
            ("iat", { $0.issuedAt = .distantPast }), ("app", { $0.bundleIdentifier = "" }),
            ("exp", { $0.expiresAt = Date(timeIntervalSince1970: .infinity) }),
            ("exp", { $0.expiresAt = Date(timeIntervalSince1970: 253_402_300_800) }),
            ("environment", { $0.environment = JWSEnvironment(rawValue: "") }),
            ("customer", { $0.customer = "" }),
        ]
        for (member, change) in changes {
            var content = OfflineEntitlements.sample
            change(&content)
            let failure = SignedOfflineEntitlements.failure { () throws(Error) in
                try SignedOfflineEntitlements(signing: content, with: EntitlementSigningKey())
            }
            guard case .unrepresentable(member, _) = failure else {
                Issue.record("\(member): \(String(describing: failure))")
                continue
            }
        }
    }

    @Test func `Granted is what has no end or a later one, until the document expires`() {
        var content = OfflineEntitlements.sample
        content.entitlements[0].until = .newYear + 86_400
        func names(after interval: TimeInterval) -> [String] {
            content.entitlements(grantedAt: .newYear + interval).map(\.name)
        }
        #expect(names(after: 0) == ["pro", "archive"])
        #expect(names(after: 86_399.9) == ["pro", "archive"])
        #expect(names(after: 86_400) == ["archive"])
        #expect(names(after: 604_799.9) == ["archive"])
        #expect(names(after: 604_800) == [])
        content.entitlements[1].isGranted = false
        #expect(names(after: 0) == ["pro"])
    }
}
