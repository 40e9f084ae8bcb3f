import Crypto
package import Foundation

/// Computes the code of a message by a secret key: HMAC with SHA-256.
///
/// Source: RFC 2104.
package struct MessageAuthenticator {
    private var code: HMAC<SHA256>

    /// Makes the authenticator of one message; the key has any length.
    package init(key: Data) {
        code = HMAC(key: SymmetricKey(data: key))
    }

    /// Adds bytes to the message.
    package mutating func update(_ bytes: [UInt8]) {
        code.update(data: bytes)
    }

    /// Returns the code, of 32 bytes.
    package func finalize() -> Data {
        Data(code.finalize())
    }
}
