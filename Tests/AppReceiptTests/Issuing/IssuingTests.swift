import Crypto
import Foundation
import SwiftASN1
import Testing
import X509

@testable import AppReceipt

@Suite struct IssuingTests {
    private let chain: TestChain

    init() throws {
        chain = try TestChain.good.get()
    }

    @Test func `a certificate's number is positive and of 16 bytes`() {
        let numbers = (0..<500).map { _ in Array(CertificateTemplate.makeSerial().bytes) }
        #expect(numbers.allSatisfy { $0.count == 16 && 0x40..<0x80 ~= $0[0] })
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `only the signer of a new identity has an RSA key`() throws {
        let identity = try SigningIdentity.make(
            name: "Test",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
        let keys = try identity.certificates.map { try Certificate(derEncoded: $0).publicKey }
        #expect(keys.map { P256.Signing.PublicKey($0) != nil } == [false, true, true])
        #expect(identity.privateKeyPEM.contains("RSA") && keys.count == 3)
    }

    @Test(arguments: ReceiptDigest.allCases)
    func `an issued receipt is verified and has the same content`(digest: ReceiptDigest) throws {
        let content = ReceiptContent.makeFull()
        let receipt = try chain.issuer(digest).issue(content)
        let verified = try ReceiptVerifier.make(trusting: chain).verify(receipt)
        #expect(verified.content == content)
        #expect(verified.signed == receipt)
        #expect(try receipt.unverifiedContent() == content)
    }

    @Test func `a receipt without purchases is good`() throws {
        let receipt = try chain.issuer().issue(.make(purchases: []))
        let verified = try ReceiptVerifier.make(trusting: chain).verify(receipt)
        #expect(verified.inAppPurchases == [])
    }

    @Test func `members of the set are sorted by their encodings`() throws {
        let payload = try PayloadEncoder(content: .makeFull()).payload()
        let slice = payload[...]
        var outer = DERCursor(slice.indices)
        let set = try outer.next(Tag.set, "the content", in: slice.span)
        var cursor = DERCursor(set.content)
        var members: [[UInt8]] = []
        while !cursor.isAtEnd {
            members.append(Array(payload[try cursor.next(in: slice.span).whole]))
        }
        #expect(members.count > 20)
        #expect(members == members.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test func `fractions of a second are cut off`() throws {
        let content = ReceiptContent.make(creationDate: Moment.created + 0.75)
        let decoded = try chain.issuer().issue(content).unverifiedContent()
        #expect(decoded.creationDate == Moment.created)
    }

    @Test func `many purchases and repeated products are decoded`() throws {
        let purchases = (0..<300).map { number in
            Receipt.InAppPurchase.make(
                productIdentifier: "com.example.app.product.number.\(number % 90)",
                transactionIdentifier: "\(100_000_000_000_000 + number)"
            )
        }
        let decoded = try chain.issuer().issue(.make(purchases: purchases)).unverifiedContent()
        #expect(Set(decoded.inAppPurchases) == Set(purchases))
        #expect(decoded.inAppPurchases.count == 300)
    }

    @Test func `content that could not be decoded is not issued`() throws {
        let issuer = try chain.issuer()
        var twice = ReceiptContent.make()
        twice.otherAttributes = [ReceiptAttribute(type: 2, value: [0x0C, 0x00])]
        #expect(throws: ReceiptIssuer.Error.self) { try issuer.issue(twice) }
        var tooLarge = ReceiptContent.make()
        tooLarge.otherAttributes = [ReceiptAttribute(type: .max, value: [])]
        #expect(throws: ReceiptIssuer.Error.unrepresentableAttribute(type: .max)) {
            try issuer.issue(tooLarge)
        }
        #expect(throws: ReceiptIssuer.Error.unrepresentableDate(attribute: 12)) {
            try issuer.issue(.make(creationDate: Date(timeIntervalSince1970: 1e15)))
        }
        #expect(throws: ReceiptIssuer.Error.self) {
            try issuer.issue(.make(bundleIdentifier: "com.good\0.evil"))
        }
    }

    @Test func `an identity is made, stored and loaded`() throws {
        let identity = try SigningIdentity.make(
            name: "Example",
            validFrom: Moment.chainStart,
            until: Moment.chainEnd
        )
        let loaded = try SigningIdentity(
            certificates: identity.certificates,
            privateKeyPEM: identity.privateKeyPEM
        )
        let receipt = try ReceiptIssuer(identity: loaded).issue(.make())
        let verifier = ReceiptVerifier(
            trustedRoots: try TrustedRoots([identity.rootCertificate]),
            rules: []
        )
        #expect(verifier.judge(receipt).brokenRule == nil)
        #expect(ReceiptVerifier(rules: []).judge(receipt).brokenRule == .chain)
    }

    @Test func `an identity needs three certificates and their own key`() throws {
        let identity = try chain.identity()
        let other = try TestChain.attacker.get().identity()
        #expect(throws: SigningIdentity.Error.certificateCount(1)) {
            try SigningIdentity(
                certificates: [identity.rootCertificate],
                privateKeyPEM: identity.privateKeyPEM
            )
        }
        #expect(throws: SigningIdentity.Error.unusableKey) {
            try SigningIdentity(
                certificates: identity.certificates,
                privateKeyPEM: other.privateKeyPEM
            )
        }
        #expect(throws: SigningIdentity.Error.unusableKey) {
            try SigningIdentity(certificates: identity.certificates, privateKeyPEM: "no key")
        }
        for index in 0..<3 {
            var certificates = identity.certificates
            certificates[index].removeLast()
            #expect(throws: SigningIdentity.Error.malformedCertificate(index: index)) {
                try SigningIdentity(
                    certificates: certificates,
                    privateKeyPEM: identity.privateKeyPEM
                )
            }
        }
    }
}
