import AppReceipt
import Foundation

/// A good receipt that the mutations start from, and what an accepted mutation must still hold.
struct Seed: Sendable {
    let name: String
    let content: ReceiptContent
    let payload: [UInt8]
    let signature: [UInt8]
    let message: [UInt8]

    /// Issues the content; with `sha1`, as receipts were before 2023.
    init(_ name: String, _ content: ReceiptContent, _ signer: Signer, sha1: Bool = false) throws {
        let issuer = ReceiptIssuer(identity: signer.identity, digest: sha1 ? .sha1 : .sha256)
        message = try issuer.issue(content).bytes
        payload = try Self.payload(of: message)
        signature = Array(message.suffix(256))
        self.name = name
        self.content = try SignedReceipt(bytes: message).unverifiedContent()
    }

    /// The same content in another message.
    init(_ name: String, _ seed: Seed, in message: Message) {
        self.name = name
        content = seed.content
        payload = seed.payload
        signature = message.signature
        self.message = message.encoded()
    }

    /// The octets of the first SET that holds attributes and is not that of the digests.
    private static func payload(of message: [UInt8]) throws -> [UInt8] {
        for start in message.indices.dropLast(8)
        where message[start] == 0x31 && message[start + 1] >= 0x82 {
            let size = Int(message[start + 1] & 0x7F)
            let length = message[start + 2..<start + 2 + size].reduce(0) { $0 << 8 | Int($1) }
            return Array(message[start..<start + 2 + size + length])
        }
        throw CocoaError(.fileReadCorruptFile)
    }
}
