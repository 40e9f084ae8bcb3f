package import AppReceipt
package import Foundation

/// A document that the App Store signed, with its payload and the verdict of the device.
package final class SignedDocument<Payload: DeviceBoundPayload>: Sendable {
    package let payload: Payload
    /// The payload as it was signed.
    package let json: Data
    /// The JWS in its compact form.
    package let compact: String
    /// The reason not to trust the document; `nil` for a verified one.
    package let refusal: DocumentRefusal?

    init(_ verified: VerifiedJWS<Payload>, refusal: DocumentRefusal?) {
        payload = verified.payload
        json = verified.jsonRepresentation
        compact = verified.signed.compactSerialization
        self.refusal = refusal
    }

    /// Reads an unverified document as far as possible; `empty` is the payload if that fails.
    init(unverified jws: JWS<Payload>, or empty: Payload, refusal: DocumentRefusal) {
        compact = jws.compactSerialization
        payload = (try? jws.unverifiedPayload()) ?? empty
        json = Self.part(1, of: compact)
        self.refusal = refusal
    }

    /// One of the three parts, decoded.
    package func part(_ index: Int) -> Data { Self.part(index, of: compact) }

    /// The bytes that the signature covers: header and payload as they are in the compact form.
    package var signedData: Data {
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

/// The reason not to trust a document.
package enum DocumentRefusal: Sendable, Equatable {
    case broken(JWSRefusal.Rule)
    /// A member that every document of the kind has is missing.
    case incomplete
    case otherDevice
}
