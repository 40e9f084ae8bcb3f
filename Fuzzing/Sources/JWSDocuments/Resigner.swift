import Crypto
import Foundation

/// Signs any payload like a document, whose header it takes.
package struct Resigner: Sendable {
    private let header: String
    private let key: P256.Signing.PrivateKey

    /// Takes the header of a document, and the private key from the PEM of what signed it.
    package init(header document: String, pemOfKey pem: String) throws {
        header = document.prefix { $0 != "." } + "."
        let end = "-----END PRIVATE KEY-----"
        let length = pem.range(of: end).map { pem[..<$0.upperBound] } ?? pem[...]
        key = try P256.Signing.PrivateKey(pemRepresentation: String(length))
    }

    /// The document with this payload.
    package func sign(_ payload: [UInt8]) throws -> String {
        let signed = header + Self.base64(Data(payload))
        let signature = try key.signature(for: Data(signed.utf8))
        return signed + "." + Self.base64(signature.rawRepresentation)
    }

    /// What the signature of a document is of.
    package static func signedPart(of document: String) -> Substring {
        document.lastIndex(of: ".").map { document[..<$0] } ?? document[...]
    }

    /// The decoded payload of a document; `nil` if it is none.
    package static func payload(of document: String) -> [UInt8]? {
        let parts = document.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text).map { Array($0) }
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
