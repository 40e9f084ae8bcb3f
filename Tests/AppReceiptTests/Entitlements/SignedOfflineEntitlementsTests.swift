import Foundation
import Testing

@testable import AppReceipt

@Suite struct SignedOfflineEntitlementsTests {
    typealias Error = SignedOfflineEntitlements.Error
    private static let key = EntitlementSigningKey()
    private let document: SignedOfflineEntitlements

    init() throws {
        document = try SignedOfflineEntitlements(signing: .sample, with: Self.key)
    }

    @Test func `A signed document verifies as what was signed`() throws {
        let copy = SignedOfflineEntitlements(document.compactSerialization)
        let verified = try copy.verify(with: [Self.key.publicKey])
        #expect(verified.content == .sample)
        #expect(verified.signed == document)
        #expect(verified.entitlements(grantedAt: .newYear).map(\.name) == ["pro", "archive"])
        #expect(verified.entitlements(grantedAt: .newYear + 604_800) == [])
    }

    @Test func `Header and payload are those that another tool writes`() throws {
        let key = try EntitlementSigningKey(pemRepresentation: ForeignEntitlements.privateKey)
        let signed = try SignedOfflineEntitlements(signing: .sample, with: key)
        let parts = signed.compactSerialization.split(separator: ".")
        #expect(parts[0] == ForeignEntitlements.header)
        #expect(parts[1] == ForeignEntitlements.payload)
    }

    @Test func `A document of another tool verifies`() throws {
        let key = try EntitlementPublicKey(pemRepresentation: ForeignEntitlements.publicKey)
        #expect(try ForeignEntitlements.document.verify(with: [key]).content == .sample)
    }

    @Test func `It counts until it expires, on a clock at most a minute behind`() throws {
        let keys = [Self.key.publicKey]
        func failure(after interval: TimeInterval) -> Error? {
            SignedOfflineEntitlements.failure { () throws(Error) in
                try document.verify(with: keys, after: interval)
            }
        }
        for interval in [-60, 0, 604_799.9] { #expect(failure(after: interval) == nil) }
        for interval in [-60.1, -86_400] {
            #expect(failure(after: interval) == .inFuture(.newYear, now: .newYear + interval))
        }
        for interval in [604_800.0, 1e9] {
            let end = Date.newYear + 604_800
            #expect(failure(after: interval) == .expired(end, now: .newYear + interval))
        }
        #expect(failure(after: .nan) != nil)
    }

    @Test func `It is for one app, one environment and one customer`() throws {
        let keys = [Self.key.publicKey]
        let customer = OfflineEntitlements.sample.customer
        #expect(throws: Error.otherApp("com.example.app", expected: "com.example.App")) {
            try document.verify(with: keys, bundleIdentifier: "com.example.App")
        }
        #expect(throws: Error.otherEnvironment(.production, expected: .sandbox)) {
            try document.verify(with: keys, environment: .sandbox)
        }
        for other in ["", customer.uppercased(), customer + "\0", "2000000123456789"] {
            #expect(throws: Error.otherCustomer(customer, expected: other)) {
                try document.verify(with: keys, customer: other)
            }
        }
    }

    @Test func `Texts are compared byte by byte`() throws {
        var content = OfflineEntitlements.sample
        content.bundleIdentifier = "\u{E9}"
        content.environment = JWSEnvironment(rawValue: "\u{E9}")
        content.customer = "\u{E9}"
        let signed = try SignedOfflineEntitlements(signing: content, with: Self.key)
        func verify(_ app: String, _ environment: String, _ customer: String) throws(Error) {
            try signed.verify(
                with: [Self.key.publicKey],
                bundleIdentifier: app,
                environment: JWSEnvironment(rawValue: environment),
                customer: customer
            )
        }
        try verify("\u{E9}", "\u{E9}", "\u{E9}")
        #expect(throws: Error.self) { try verify("e\u{301}", "\u{E9}", "\u{E9}") }
        #expect(throws: Error.self) { try verify("\u{E9}", "e\u{301}", "\u{E9}") }
        #expect(throws: Error.self) { try verify("\u{E9}", "\u{E9}", "e\u{301}") }
    }

    @Test func `The header names one of several keys`() throws {
        let (old, new) = (Self.key, EntitlementSigningKey())
        let next = try SignedOfflineEntitlements(signing: .sample, with: new)
        for keys in [[old.publicKey, new.publicKey], [new.publicKey, old.publicKey]] {
            try document.verify(with: keys)
            try next.verify(with: keys)
        }
        #expect(throws: Error.otherKey(id: old.id, known: [new.id])) {
            try document.verify(with: [new.publicKey])
        }
        #expect(throws: Error.otherKey(id: new.id, known: [])) { try next.verify(with: []) }
    }

    @Test func `Dates are signed in whole seconds and ends in milliseconds`() throws {
        var content = OfflineEntitlements.sample
        content.issuedAt += 0.75
        content.expiresAt += 0.75
        content.entitlements[0].until = .newYear + 86_400.5
        let verified = try SignedOfflineEntitlements(signing: content, with: Self.key)
            .verify(with: [Self.key.publicKey]).content
        #expect(verified.issuedAt == .newYear)
        #expect(verified.expiresAt == .newYear + 604_800)
        #expect(verified.entitlements[0].until == .newYear + 86_400.5)
    }

    @Test(arguments: [0, 0.75, -1])
    func `Nothing is signed that expires when it is issued`(validity: TimeInterval) {
        var content = OfflineEntitlements.sample
        content.expiresAt = content.issuedAt + validity
        let end = Date.newYear + validity.rounded(.down)
        #expect(throws: Error.noValidity(issuedAt: .newYear, expiresAt: end)) {
            try SignedOfflineEntitlements(signing: content, with: Self.key)
        }
    }

    @Test func `Nothing is signed that would be too long to be read`() throws {
        var content = OfflineEntitlements.sample
        let entitlement = content.entitlements[0]
        content.entitlements = Array(repeating: entitlement, count: 1000)
        try SignedOfflineEntitlements(signing: content, with: Self.key)
            .verify(with: [Self.key.publicKey])
        content.entitlements = Array(repeating: entitlement, count: 2000)
        #expect(throws: Error.self) {
            try SignedOfflineEntitlements(signing: content, with: Self.key)
        }
    }

    @Test func `An error says what was found and what was expected`() {
        #expect(
            Error.otherCustomer("a\n", expected: "b").localizedDescription
                == #"The document is for the customer "a\u{A}" instead of "b""#
        )
        #expect(
            Error.otherKey(id: nil, known: []).localizedDescription
                == "The key identifier is missing; known keys: none"
        )
    }
}
