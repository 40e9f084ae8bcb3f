import Foundation
import _CryptoExtras

/// One RSA-2048 verification with a kept key: how fast the machine is, for figures of another one.
struct SignatureCheck {
    /// What it takes on the machine that upstream was measured on, in microseconds.
    static let published = 12.95

    private let key: _RSA.Signing.PublicKey
    private let signature: _RSA.Signing.RSASignature
    private let message = Data("a receipt".utf8)

    struct Failure: Error {}

    init() throws {
        let privateKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        key = privateKey.publicKey
        signature = try privateKey.signature(for: message, padding: .insecurePKCS1v1_5)
    }

    func run() throws {
        guard key.isValidSignature(signature, for: message, padding: .insecurePKCS1v1_5) else {
            throw Failure()
        }
    }
}
