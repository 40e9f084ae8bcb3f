import Foundation
import TestSupport
import Testing

@testable import AppReceipt

/// Changes a good document in every place.
@Suite struct EntitlementTamperingTests {
    private let keys: [EntitlementPublicKey]
    private let bytes = Array(ForeignEntitlements.document.compactSerialization.utf8)

    init() throws {
        keys = [try EntitlementPublicKey(pemRepresentation: ForeignEntitlements.publicKey)]
        #expect(isVerified(bytes))
    }

    private func isVerified(_ bytes: [UInt8]) -> Bool {
        let document = SignedOfflineEntitlements(String(decoding: bytes, as: UTF8.self))
        return (try? document.verify(with: keys)) != nil
    }

    @Test(arguments: [UInt8(ascii: "A"), UInt8(ascii: "."), 0, 0xFF])
    func `No byte can be replaced`(byte: UInt8) {
        for place in TestVolume.sample(bytes.indices, every: 7) where bytes[place] != byte {
            var changed = bytes
            changed[place] = byte
            #expect(!isVerified(changed), "byte \(place)")
        }
    }

    @Test func `No bit can be changed, no byte removed and none doubled`() {
        for place in TestVolume.sample(bytes.indices, every: 7) {
            var changed = bytes
            changed[place] ^= 1 << (place % 8)
            #expect(!isVerified(changed), "byte \(place)")
            changed = bytes
            changed.remove(at: place)
            #expect(!isVerified(changed), "byte \(place)")
            changed = bytes
            changed.insert(bytes[place], at: place)
            #expect(!isVerified(changed), "byte \(place)")
        }
    }

    @Test func `No document is a part of another`() {
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(!isVerified(Array(bytes.prefix(count))))
            #expect(!isVerified(Array(bytes.suffix(count))))
        }
    }

    @Test func `The parts of two good documents make no third`() throws {
        let key = try EntitlementSigningKey(pemRepresentation: ForeignEntitlements.privateKey)
        var content = OfflineEntitlements.sample
        content.expiresAt += 1
        let later = try SignedOfflineEntitlements(signing: content, with: key)
        let parts = later.compactSerialization.split(separator: ".").map(String.init)
        #expect(isVerified(Array(parts.joined(separator: ".").utf8)))
        let mixed = [ForeignEntitlements.header, parts[1], ForeignEntitlements.signature]
        #expect(!isVerified(Array(mixed.joined(separator: ".").utf8)))
        let other = [parts[0], ForeignEntitlements.payload, parts[2]]
        #expect(!isVerified(Array(other.joined(separator: ".").utf8)))
    }
}
