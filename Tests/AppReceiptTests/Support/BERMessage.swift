@testable import AppReceipt

/// A good message written as Xcode writes: indefinite lengths around a content in pieces.
struct BERMessage {
    let payload: [UInt8]
    private let certificates: [UInt8]
    private let signerInfos: [UInt8]

    init(_ content: ReceiptContent) throws {
        let receipt = try TestChain.good.get().issuer().issue(content)
        let envelope = try EnvelopeReader(message: receipt.bytes).read()
        payload = Array(envelope.content)
        certificates = envelope.certificates.flatMap { receipt.bytes[$0] }
        let end = envelope.certificates.map(\.upperBound).max() ?? 0
        signerInfos = Array(receipt.bytes[end...])
    }

    static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, 0x80] + content + [0, 0]
    }

    func encoded(pieceSize: Int) -> [UInt8] {
        let pieces = stride(from: 0, to: payload.count, by: pieceSize).map {
            DERWriter.octetString(Array(payload[$0..<min($0 + pieceSize, payload.count)]))
        }
        return encoded(content: Self.indefinite(0x24, Array(pieces.joined())))
    }

    func encoded(content: [UInt8]) -> [UInt8] {
        let info = DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.data)
        let signedData = Self.indefinite(
            Tag.sequence,
            DERWriter.integer(1)
                + DERWriter.set([DERWriter.algorithm(ObjectIdentifier.sha256)])
                + Self.indefinite(Tag.sequence, info + Self.indefinite(Tag.context0, content))
                + Self.indefinite(Tag.context0, certificates) + signerInfos
        )
        let type = DERWriter.element(Tag.objectIdentifier, ObjectIdentifier.signedData)
        return Self.indefinite(Tag.sequence, type + Self.indefinite(Tag.context0, signedData))
    }
}
