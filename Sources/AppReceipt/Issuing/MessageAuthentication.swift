import Crypto
package import Foundation

/// Codes of messages by a secret key: HMAC with SHA-256.
///
/// Source: RFC 2104. Modules without cryptography of their own use it.
package enum MessageAuthentication {
    /// Returns the code of a message, of 32 bytes; the key has any length.
    package static func code(of message: [UInt8], key: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
    }
}
