import AppReceipt
import Crypto
import Foundation

/// A receipt's message, made of parts that may be malformed.
struct Message {
    var payload: [UInt8]
    /// The certificates side by side.
    var certificates: [UInt8]
    /// The signed attributes side by side; `nil` for none.
    var attributes: [UInt8]?
    var signature: [UInt8]
    let issuerAndSerial: [UInt8]
    /// The size of the content's pieces in bytes; `nil` for DER.
    var pieceSize: Int?

    /// An unsigned message.
    init(_ payload: [UInt8], _ signer: Signer) {
        self.payload = payload
        certificates = Array(signer.identity.certificates.joined())
        issuerAndSerial = signer.issuerAndSerial
        signature = Array(repeating: 0x55, count: 256)
    }

    /// What a good signature is made over.
    var signed: [UInt8] {
        attributes.map { DERElement.make(0x31, $0) } ?? payload
    }

    mutating func sign(with signer: Signer) throws {
        signature = try signer.signature(over: signed)
    }

    /// The attributes that a signature over them needs.
    var neededAttributes: [UInt8] {
        let type = DERElement.make(
            0x30,
            DERElement.identifier(Identifier.contentType),
            DERElement.make(0x31, DERElement.identifier(Identifier.data))
        )
        let digest = DERElement.make(
            0x30,
            DERElement.identifier(Identifier.messageDigest),
            DERElement.make(0x31, DERElement.make(0x04, Array(SHA256.hash(data: payload))))
        )
        return type + digest
    }

    func encoded() -> [UInt8] {
        let wrap: (UInt8, [[UInt8]]) -> [UInt8] = { tag, parts in
            let content = Array(parts.joined())
            return pieceSize == nil
                ? DERElement.make(tag, content) : DERElement.indefinite(tag, content)
        }
        let info = wrap(0x30, [DERElement.identifier(Identifier.data), wrap(0xA0, [content])])
        let signedData = wrap(
            0x30,
            [
                [0x02, 0x01, 0x01], DERElement.make(0x31, DERElement.algorithm(Identifier.sha256)),
                info, wrap(0xA0, [certificates]), DERElement.make(0x31, signerInfo),
            ]
        )
        return wrap(0x30, [DERElement.identifier(Identifier.signedData), wrap(0xA0, [signedData])])
    }

    private var content: [UInt8] {
        guard let pieceSize else { return DERElement.make(0x04, payload) }
        let pieces = stride(from: 0, to: payload.count, by: pieceSize).flatMap {
            DERElement.make(0x04, Array(payload[$0..<min($0 + pieceSize, payload.count)]))
        }
        return DERElement.indefinite(0x24, pieces)
    }

    private var signerInfo: [UInt8] {
        DERElement.make(
            0x30,
            [0x02, 0x01, 0x01],
            issuerAndSerial,
            DERElement.algorithm(Identifier.sha256),
            attributes.map { DERElement.make(0xA0, $0) } ?? [],
            DERElement.algorithm(Identifier.rsa),
            DERElement.make(0x04, signature)
        )
    }
}

/// The object identifiers of a message.
enum Identifier {
    static let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    static let rsa: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    static let sha256: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
}

/// Encodes elements in DER, independently of the library that is tested.
enum DERElement {
    static func make(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        let content = Array(parts.joined())
        return [tag] + length(content.count) + content
    }

    /// An element of indefinite length, as Xcode writes.
    static func indefinite(_ tag: UInt8, _ parts: [UInt8]...) -> [UInt8] {
        [tag, 0x80] + parts.joined() + [0, 0]
    }

    static func identifier(_ bytes: [UInt8]) -> [UInt8] { make(0x06, bytes) }

    static func algorithm(_ bytes: [UInt8]) -> [UInt8] {
        make(0x30, identifier(bytes), [0x05, 0x00])
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        var bytes: [UInt8] = []
        var rest = count
        while rest > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
