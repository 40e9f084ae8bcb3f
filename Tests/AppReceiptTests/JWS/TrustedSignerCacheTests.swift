import Crypto
import Foundation
import Testing

@testable import AppReceipt

@Suite struct TrustedSignerCacheTests {
    private let chain: JWSChain
    private let verifier: JWSVerifier

    init() throws {
        chain = try JWSChain.good.get()
        verifier = try chain.verifier()
    }

    private func rule(_ text: String, _ verifier: JWSVerifier) -> JWSRefusal.Rule? {
        brokenRule {
            try verifier.verify(
                JWS<TransactionPayload>(text),
                productIdentifier: .unchecked,
                appAccountToken: .unchecked
            )
        }
    }

    @Test func `A signer is found by the exact bytes of the header`() throws {
        let token = try Token(chain)
        #expect(rule(try token.compact(), verifier) == nil)
        let cached = try CompactJWS(Array(try token.compact().utf8))
        #expect(verifier.cache.signer(for: cached) != nil)
        var other = token
        other.otherMembers = #""typ":"JWT""#
        #expect(verifier.cache.signer(for: try CompactJWS(Array(other.compact().utf8))) == nil)
        other = token
        other.certificates[2][other.certificates[2].count - 1] ^= 1
        #expect(verifier.cache.signer(for: try CompactJWS(Array(other.compact().utf8))) == nil)
    }

    @Test func `Nobody but a trusted signer is stored`() throws {
        let attacker = try Token(JWSChain.attacker.get())
        #expect(rule(try attacker.compact(), verifier) == .chain)
        var forged = try Token(chain)
        forged.signature = { _ in [UInt8](repeating: 1, count: 64) }
        #expect(rule(try forged.compact(), verifier) == .signature)
        #expect(verifier.cache.count == 0)
    }

    @Test func `Two headers of a signer are remembered beside each other`() throws {
        let token = try Token(chain)
        var other = token
        other.otherMembers = #""typ":"JWT""#
        for document in [token, other, token, other] {
            #expect(rule(try document.compact(), verifier) == nil)
            #expect(verifier.cache.signer(for: try compact(document)) != nil)
        }
        #expect(verifier.cache.signer(for: try compact(token)) != nil)
        #expect(verifier.cache.count == 2)
    }

    @Test func `A few headers of a signer are stored, and none of another signer is lost`() throws {
        var renewed = chain
        renewed.signer = try chain.intermediate.certify(
            .signer("Test", Moment.chainStart, Moment.chainEnd)
        )
        let first = try Token(renewed)
        #expect(rule(try first.compact(), verifier) == nil)
        for number in 0..<100 {
            var token = try Token(chain)
            token.otherMembers = #""number":\#(number)"#
            #expect(rule(try token.compact(), verifier) == nil)
        }
        #expect(verifier.cache.count == 9)
        #expect(verifier.cache.signer(for: try compact(first)) != nil)
    }

    @Test func `Certificates that are known are not judged again in another header`() throws {
        let token = try Token(chain)
        #expect(rule(try token.compact(), verifier) == nil)
        #expect(verifier.cache.signer(with: token.certificates) != nil)
        #expect(verifier.cache.signer(with: token.certificates.reversed()) == nil)
        // With another key under the same certificates, one can see which of both is used.
        let key = try JWSChain.attacker.get().signer.key
        let paths = try #require(verifier.cache.signer(with: token.certificates)).paths
        verifier.cache.insert(
            TrustedSigner(key: key.publicKey, paths: paths),
            certificates: token.certificates,
            for: try compact(token)
        )
        var other = token
        other.otherMembers = #""typ":"JWT""#
        #expect(rule(try other.compact(), verifier) == .signature)
        other.key = key
        #expect(rule(try other.compact(), verifier) == nil)
    }

    @Test func `Remembered certificates make no other algorithm good`() throws {
        var token = try Token(chain)
        #expect(rule(try token.compact(), verifier) == nil)
        token.algorithm = #""ES384""#
        #expect(rule(try token.compact(), verifier) == .algorithm)
        token.algorithm = #""ES256","crit":["b64"]"#
        #expect(rule(try token.compact(), verifier) == .header)
        #expect(verifier.cache.count == 1)
    }

    private func compact(_ token: Token) throws -> CompactJWS {
        try CompactJWS(Array(try token.compact().utf8))
    }

    @Test func `The number of signers is limited`() throws {
        let cache = TrustedSignerCache(limit: 2)
        let verifier = JWSVerifier(
            trustedRoots: try chain.roots(),
            policy: .make(),
            cache: cache
        )
        for _ in 0..<3 {
            var renewed = chain
            renewed.signer = try chain.intermediate.certify(
                .signer("Test", Moment.chainStart, Moment.chainEnd)
            )
            #expect(rule(try Token(renewed).compact(), verifier) == nil)
        }
        #expect(cache.count == 2)
    }

    @Test func `A remembered signer is judged at the date of each document`() throws {
        let start = Int64(Moment.chainStart.timeIntervalSince1970) * 1000
        for (date, expected) in [
            (1_717_243_200_000, nil), (start - 1, JWSRefusal.Rule.validity), (start, nil),
        ] as [(Int64, JWSRefusal.Rule?)] {
            let payload = Token.payload(["signedDate": "\(date)"])
            #expect(rule(try Token(chain, payload: payload).compact(), verifier) == expected)
        }
        #expect(verifier.cache.count == 1)
    }

    @Test func `A remembered signer makes no other signature good`() throws {
        let token = try Token(chain)
        let text = try token.compact()
        #expect(rule(text, verifier) == nil)
        let changed = JWSCase.replacing(text, 1) { _ in
            Base64Coding.encodeURL(Array(Token.payload(["price": "0"]).utf8))
        }
        #expect(rule(changed, verifier) == .signature)
    }
}
