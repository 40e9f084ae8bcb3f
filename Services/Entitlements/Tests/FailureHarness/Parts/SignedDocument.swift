import Crypto
import Foundation

/// A document signed by the App Store, in the form for the service.
struct SignedDocument: Sendable {
    /// The sender.
    enum Kind: Sendable {
        /// The App Store, until it is received.
        case notification
        /// The app's server.
        case upload
    }

    /// The content of a document about a watched customer.
    enum Promise: Sendable {
        case grants(UUID)
        case revokes(UUID)
    }

    let id: UUID
    let kind: Kind
    let content: String
    var promise: Promise?

    static func notification(_ content: String, id: UUID, _ promise: Promise?) -> SignedDocument {
        SignedDocument(id: id, kind: .notification, content: content, promise: promise)
    }

    /// A transaction that the app's server sends, with the identifier that the service gives it
    /// (RFC 9562, 5.8).
    static func upload(_ content: String) -> SignedDocument {
        var bytes = Array(SHA256.hash(data: Array(content.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return SignedDocument(id: NSUUID(uuidBytes: bytes) as UUID, kind: .upload, content: content)
    }
}

extension SignedDocument {
    var path: String { kind == .notification ? "/notifications" : "/transactions" }

    var body: String {
        let member = kind == .notification ? "signedPayload" : "signedTransaction"
        return "{\"\(member)\":\"\(content)\"}"
    }
}
