import AppReceipt
import Foundation

/// A document that the App Store signed, with its payload.
final class SignedDocument<Payload: JWSPayload>: Sendable {
    let payload: Payload
    /// The payload as it was signed.
    let json: Data
    /// The JWS in its compact form.
    let compact: String

    init(_ verified: VerifiedJWS<Payload>) {
        payload = verified.payload
        json = verified.jsonRepresentation
        compact = verified.signed.compactSerialization
    }

    /// Reads what it can of a document that was not verified; `empty` is the payload of one that
    /// cannot be read at all.
    init(unverified jws: JWS<Payload>, or empty: Payload) {
        compact = jws.compactSerialization
        payload = (try? jws.unverifiedPayload()) ?? empty
        json = Self.part(1, of: compact)
    }

    /// One of the three parts, decoded.
    func part(_ index: Int) -> Data { Self.part(index, of: compact) }

    /// The bytes that the signature covers: header and payload as they are in the compact form.
    var signedData: Data {
        Data((compact.lastIndex(of: ".").map { compact[..<$0] } ?? "").utf8)
    }

    private static func part(_ index: Int, of compact: String) -> Data {
        let parts = compact.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.indices.contains(index) else { return Data() }
        let text = parts[index].replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding) ?? Data()
    }
}

extension UInt64 {
    /// The number of an identifier in a document; 0 if there is none.
    init(_ identifier: String?) {
        self = identifier.flatMap { UInt64($0) } ?? 0
    }
}

extension UUID {
    /// The identifier in a document that has none.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
