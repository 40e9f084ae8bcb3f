import AppReceipt
import Foundation
import Testing

@Suite struct EntitlementKeyTests {
    @Test(arguments: [
        (ForeignEntitlements.publicKey, ForeignEntitlements.thumbprint),
        (ForeignEntitlements.keyOfRFC7515, ForeignEntitlements.thumbprintOfRFC7515),
    ])
    func `The identifier is the thumbprint that other tools compute`(
        pem: String,
        thumbprint: String
    ) throws {
        #expect(try EntitlementPublicKey(pemRepresentation: pem).id == thumbprint)
    }

    @Test func `A pair of keys of another tool is a pair`() throws {
        let key = try EntitlementSigningKey(pemRepresentation: ForeignEntitlements.privateKey)
        #expect(key.publicKey.pemRepresentation == ForeignEntitlements.publicKey)
        #expect(key.pemRepresentation == ForeignEntitlements.privateKey)
        #expect(key.id == ForeignEntitlements.thumbprint)
    }

    @Test func `A new key survives in every form`() throws {
        let key = EntitlementSigningKey()
        let copy = try EntitlementSigningKey(pemRepresentation: key.pemRepresentation)
        let publicKey = key.publicKey
        #expect(copy.publicKey == publicKey)
        #expect(copy.id == publicKey.id)
        let copies = [
            try EntitlementPublicKey(pemRepresentation: publicKey.pemRepresentation),
            try EntitlementPublicKey(derRepresentation: publicKey.derRepresentation),
            try EntitlementPublicKey(x963Representation: publicKey.x963Representation),
        ]
        for copy in copies {
            #expect(copy == publicKey)
            #expect(copy.id == publicKey.id)
        }
        #expect(Set(copies + [EntitlementSigningKey().publicKey]).count == 2)
    }

    /// Made by the Python package `cryptography`.
    private static let otherKeys = [
        // The sample's key with a compressed point.
        "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACCeNGslrJ1j0DjiSGUp34MxewWmHkG3A0BD7dUFAU9As=",
        // A key on P-384.
        "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEIU7ri2Hj64B8N6LrtotA+/tGSukX9526yRb0A+NicXfWCBct5ZZnwHWX"
            + "Ie0Sz1lq9f8+K5TtQUm2rKPjUZxly8swfWitixLDC/II1PenMMULXx59lOyqBN2K7q1/DnCc",
        // A key on secp256k1, whose point has as many bytes as one on P-256.
        "MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEIbg9ThngGV+iAKRyeGx65KPx5U8timNIKtTv8eJ9vTAN1SDuI71fD531"
            + "il1XQk28yO6qDXF4OtLwHTht+j5H3A==",
        // A key for Ed25519.
        "MCowBQYDK2VwAyEA3GxqMJZMeOUNfN5RAEhaL9qdQ2ph/1+fnKFZqYk8laY=",
        "",
    ]

    @Test(arguments: otherKeys)
    func `A key of another kind is refused`(base64: String) throws {
        let bytes = [UInt8](try #require(Data(base64Encoded: base64)))
        #expect(throws: EntitlementPublicKey.Error.malformedKey) {
            try EntitlementPublicKey(derRepresentation: bytes)
        }
        #expect(throws: EntitlementPublicKey.Error.malformedKey) {
            try EntitlementPublicKey(x963Representation: bytes)
        }
    }

    @Test func `No byte of a public key can be changed, removed or added`() throws {
        let key = EntitlementSigningKey().publicKey
        let bytes = key.derRepresentation
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            // A changed bit gives a point off the curve, or another key.
            #expect((try? EntitlementPublicKey(derRepresentation: changed)) != key)
            changed = bytes
            changed.remove(at: place)
            #expect((try? EntitlementPublicKey(derRepresentation: changed)) == nil)
        }
        #expect((try? EntitlementPublicKey(derRepresentation: bytes + [0])) == nil)
        #expect((try? EntitlementPublicKey(derRepresentation: [0] + bytes)) == nil)
    }

    @Test func `A text that is no PUBLIC KEY in PEM is refused`() throws {
        let pem = ForeignEntitlements.publicKey
        for text in ["", ForeignEntitlements.privateKey, pem + pem, String(pem.dropLast(20))] {
            #expect(throws: EntitlementPublicKey.Error.malformedPEM) {
                try EntitlementPublicKey(pemRepresentation: text)
            }
        }
        #expect(throws: PromotionalOfferKey.Error.malformedPEM) {
            try EntitlementSigningKey(pemRepresentation: pem)
        }
    }
}
