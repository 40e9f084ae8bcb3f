import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import AppReceipt

@Suite struct JWSIssuingTests {
    private func issuer() throws -> JWSIssuer { try JWSChain.good.get().issuer() }

    @Test func `Every payload is decoded as it was issued`() throws {
        let issuer = try issuer()
        #expect(try issuer.issue(TransactionPayload.makeFull()).unverifiedPayload() == .makeFull())
        #expect(try issuer.issue(RenewalInfoPayload.makeFull()).unverifiedPayload() == .makeFull())
        #expect(
            try issuer.issue(AppTransactionPayload.makeFull()).unverifiedPayload() == .makeFull()
        )
        let notification = try NotificationPayload.makeFull(issuer)
        #expect(try issuer.issue(notification).unverifiedPayload() == notification)
    }

    @Test func `The members have Apple's names and forms`() throws {
        var payload = TransactionPayload.make()
        payload.priceInMilliunits = 9_990
        payload.isUpgraded = false
        payload.additionalTransactionReason = .seatAddition
        let jws = try issuer().issue(payload)
        let part = try #require(jws.compactSerialization.split(separator: ".").dropFirst().first)
        let json = try #require(Base64Coding.url.decode(Array(part.utf8)[...]))
        let expected =
            #"{"additionalTransactionReason":"SEAT_ADDITION","#
            + #""appAccountToken":"01020304-0506-0708-090a-0b0c0d0e0f10","#
            + #""bundleId":"com.example.app","environment":"Production","isUpgraded":false,"#
            + #""originalTransactionId":"900","price":9990,"productId":"com.example.app.pro","#
            + #""signedDate":1717243200000,"transactionId":"1000"}"#
        #expect(String(decoding: json, as: UTF8.self) == expected)
    }

    @Test func `A document without a date of its signature is not issued`() throws {
        let issuer = try issuer()
        var payload = TransactionPayload.make()
        payload.signedDate = nil
        #expect(throws: JWSIssuer.Error.missingSigningDate) { try issuer.issue(payload) }
    }

    @Test func `A value that no document can hold is not issued`() throws {
        let issuer = try issuer()
        var payload = TransactionPayload.make()
        payload.expirationDate = Date(timeIntervalSince1970: 253_402_300_800)
        #expect(
            throws: JWSIssuer.Error.unrepresentable(
                member: "expiresDate",
                expected: "a date in milliseconds since 1970"
            )
        ) { try issuer.issue(payload) }
        payload = .make()
        payload.advancedCommerceInfo = Data("[]".utf8)
        #expect(
            throws: JWSIssuer.Error.unrepresentable(
                member: "advancedCommerceInfo",
                expected: "an object"
            )
        ) { try issuer.issue(payload) }
        payload = .make()
        payload.storefront = "USA\0"
        #expect(
            throws: JWSIssuer.Error.unrepresentable(
                member: "storefront",
                expected: "a string without NUL"
            )
        ) { try issuer.issue(payload) }
        payload = .make()
        payload.environment = JWSEnvironment(rawValue: "Sandbox\0")
        #expect(
            throws: JWSIssuer.Error.unrepresentable(
                member: "environment",
                expected: "a string without NUL"
            )
        ) { try issuer.issue(payload) }
        var renewalInfo = RenewalInfoPayload()
        renewalInfo.signedDate = Moment.created
        renewalInfo.eligibleWinBackOfferIdentifiers = ["a", "b\0"]
        #expect(
            throws: JWSIssuer.Error.unrepresentable(
                member: "eligibleWinBackOfferIds",
                expected: "a list of strings"
            )
        ) { try issuer.issue(renewalInfo) }
    }

    @Test func `The certificates have the identifiers of their keys and issuers`() throws {
        let identity = try JWSChain.good.get().identity()
        let certificates = try identity.certificates.map { try Certificate(derEncoded: $0) }
        for (index, certificate) in certificates.enumerated() {
            let issuer = certificates[min(index + 1, 2)]
            let subject = try certificate.extensions.subjectKeyIdentifier
            let authority = try certificate.extensions.authorityKeyIdentifier
            #expect(
                subject?.keyIdentifier
                    == SubjectKeyIdentifier(hash: certificate.publicKey).keyIdentifier
            )
            #expect(
                authority?.keyIdentifier
                    == SubjectKeyIdentifier(hash: issuer.publicKey).keyIdentifier
            )
            #expect(certificate.signatureAlgorithm == .ecdsaWithSHA256)
        }
    }

    @Test func `A document of one certificate has the header of Xcode's`() throws {
        let identity = try JWSChain.xcode.get()
        let jws = try JWSIssuer(identity: identity).issue(TransactionPayload.make())
        let header = try #require(jws.compactSerialization.split(separator: ".").first)
        let json = try #require(Base64Coding.url.decode(Array(header.utf8)[...]))
        let text = String(decoding: json, as: UTF8.self)
        #expect(text.hasPrefix(#"{"alg":"ES256","kid":"Apple_Xcode_Key","typ":"JWT","x5c":["MII"#))
    }

    @Test(arguments: [false, true])
    func `An identity is the same after its PEM`(isXcodes: Bool) throws {
        let identity = try isXcodes ? JWSChain.xcode.get() : JWSChain.good.get().identity()
        let stored = try JWSSigningIdentity(pemRepresentation: identity.pemRepresentation)
        #expect(stored.certificates == identity.certificates)
        #expect(stored.key.rawRepresentation == identity.key.rawRepresentation)
    }

    @Test func `An identity needs the key of its certificate`() throws {
        let good = try JWSChain.good.get()
        let attacker = try JWSChain.attacker.get()
        let certificates = try good.identity().certificates
        #expect(throws: SigningIdentity.Error.unusableKey) {
            try JWSSigningIdentity(certificates: certificates, key: attacker.signer.key)
        }
        #expect(throws: SigningIdentity.Error.certificateCount(2)) {
            try JWSSigningIdentity(
                certificates: Array(certificates.dropLast()),
                key: good.signer.key
            )
        }
        #expect(throws: SigningIdentity.Error.malformedCertificate(index: 1)) {
            try JWSSigningIdentity(
                certificates: [certificates[0], [], certificates[2]],
                key: good.signer.key
            )
        }
        #expect(throws: SigningIdentity.Error.unusableKey) {
            try JWSSigningIdentity(pemRepresentation: "")
        }
    }
}
