import AppReceipt
import Crypto
import Foundation
import Measuring
import SwiftASN1
import X509
import _CryptoExtras

/// The measured operations of this library on one receipt, and their floor.
struct OwnWork {
    private let receipt: SignedReceipt
    private let text: String
    private let roots: TrustedRoots
    private let verifier: ReceiptVerifier
    private let floor: Floor

    init(_ files: ReceiptFiles, _ size: Int) throws {
        receipt = try files.receipt(size)
        text = receipt.base64Encoded
        roots = try files.roots()
        verifier = Self.verifier(roots)
        floor = try Floor(receipt)
    }

    static func verifier(_ roots: TrustedRoots) -> ReceiptVerifier {
        ReceiptVerifier(trustedRoots: roots, minimumDigest: .sha256, rules: [])
    }

    /// Runs an operation once; the peers run in processes of their own.
    func run(_ contestant: Contestant) throws {
        switch contestant {
        case .floor: try floor.run()
        case .verify: _ = try verifier.verify(receipt)
        case .judged: _ = try Self.verifier(roots).verify(receipt)
        case .decode: _ = try receipt.unverifiedContent()
        case .base64: _ = try verifier.verify(SignedReceipt(base64Encoded: text))
        case .raw, .cms, .python: break
        }
    }
}

/// The cryptography that every verifier needs: one RSA verification with a stored key, and the
/// digest of the content.
struct Floor {
    private let key: _RSA.Signing.PublicKey
    private let signature: _RSA.Signing.RSASignature
    private let content: [UInt8]

    struct Unusable: Error {}

    /// Decodes a receipt whose signer's certificate comes first, and which has no signed
    /// attributes.
    init(_ receipt: SignedReceipt) throws {
        let signedData = try Self.member(1, 0, of: try DER.parse(receipt.bytes))
        guard case .primitive(let content) = try Self.member(2, 1, 0, of: signedData).content else {
            throw Unusable()
        }
        let signer = try Certificate(derEncoded: try Self.member(3, 0, of: signedData))
        guard let key = _RSA.Signing.PublicKey(signer.publicKey) else { throw Unusable() }
        self.key = key
        self.content = Array(content)
        // The signature is the last element of the message.
        signature = _RSA.Signing.RSASignature(rawRepresentation: receipt.bytes.suffix(256))
        try run()
    }

    func run() throws {
        var hash = SHA256()
        content.withUnsafeBytes { hash.update(bufferPointer: $0) }
        guard key.isValidSignature(signature, for: hash.finalize(), padding: .insecurePKCS1v1_5)
        else { throw Unusable() }
    }

    private static func member(_ places: Int..., of node: ASN1Node) throws -> ASN1Node {
        var node = node
        for place in places {
            guard case .constructed(let members) = node.content,
                let member = members.dropFirst(place).first(where: { _ in true })
            else { throw Unusable() }
            node = member
        }
        return node
    }
}
