import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Changes a good document in every place.
@Suite struct JWSTamperingTests {
    private let bytes: [UInt8]
    private let verifier: JWSVerifier

    init() throws {
        let chain = try JWSChain.good.get()
        bytes = Array(try Token(chain).compact().utf8)
        verifier = try chain.verifier()
        // So that all of it is judged with the certificates remembered, where that is possible.
        #expect(Self.isVerified(bytes, verifier))
    }

    private static func isVerified(_ bytes: [UInt8], _ verifier: JWSVerifier) -> Bool {
        let verified = try? verifier.verify(
            JWS<TransactionPayload>(bytes: bytes),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
        return verified != nil
    }

    @Test(arguments: [UInt8(ascii: "A"), UInt8(ascii: "."), 0, 0xFF])
    func `No byte can be replaced`(byte: UInt8) {
        for place in TestVolume.sample(bytes.indices, every: 31) where bytes[place] != byte {
            var changed = bytes
            changed[place] = byte
            #expect(!Self.isVerified(changed, verifier), "byte \(place)")
        }
    }

    @Test func `No bit can be changed, no byte removed and none doubled`() {
        for place in TestVolume.sample(bytes.indices, every: 31) {
            var changed = bytes
            changed[place] ^= 1 << (place % 8)
            #expect(!Self.isVerified(changed, verifier), "byte \(place)")
            changed = bytes
            changed.remove(at: place)
            #expect(!Self.isVerified(changed, verifier), "byte \(place)")
            changed = bytes
            changed.insert(bytes[place], at: place)
            #expect(!Self.isVerified(changed, verifier), "byte \(place)")
        }
    }

    @Test func `No document is a part of another`() {
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(!Self.isVerified(Array(bytes.prefix(count)), verifier))
            #expect(!Self.isVerified(Array(bytes.suffix(count)), verifier))
        }
    }

    @Test func `The parts of two good documents make no third`() throws {
        let other = Array(
            try Token(try JWSChain.good.get(), payload: Token.payload(["price": "1"]))
                .compact().utf8
        )
        let dot = UInt8(ascii: ".")
        let (parts, others) = (bytes.split(separator: dot), other.split(separator: dot))
        for choice in 1..<7 {
            let mixed = (0..<3).map { choice >> $0 & 1 == 0 ? parts[$0] : others[$0] }
            // Both have the same header, so these two are the documents themselves.
            let isWhole = mixed[1...] == parts[1...] || mixed[1...] == others[1...]
            #expect(Self.isVerified(Array(mixed.joined(separator: [dot])), verifier) == isWhole)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `Several threads may use one verifier`() async throws {
        let fresh = try JWSChain.good.get().verifier()
        let attacker = Array(try Token(JWSChain.attacker.get()).compact().utf8)
        let good = bytes
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let isGood = number.isMultiple(of: 2)
                    return Self.isVerified(isGood ? good : attacker, fresh) == isGood
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(fresh.cache.count == 1)
    }
}
