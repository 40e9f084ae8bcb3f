/// The three parts of a JWS in compact serialization (RFC 7515, 7.1); nothing is verified.
struct CompactJWS {
    /// The bytes of a document; a notification with two documents in it takes about 20,000.
    static let sizeLimit = 262_144

    let bytes: [UInt8]
    private let firstDot: Int
    private let secondDot: Int
    /// The decoded signature.
    let signature: [UInt8]

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        guard bytes.count <= Self.sizeLimit else {
            throw .init(rule: .size, reason: "the document has \(bytes.count) bytes")
        }
        let dot = UInt8(ascii: ".")
        // A dot between these two is refused with the payload.
        guard let firstDot = bytes.firstIndex(of: dot), let secondDot = bytes.lastIndex(of: dot),
            firstDot < secondDot
        else { throw .init(rule: .structure, reason: "the document does not have three parts") }
        self.bytes = bytes
        self.firstDot = firstDot
        self.secondDot = secondDot
        // Nothing of the payload is decoded before the signature holds; its form is looked at.
        guard Base64Coding.url.isEncoded(bytes[(firstDot + 1)..<secondDot]) else {
            throw Self.otherForm(of: "payload")
        }
        signature = try Self.decode(bytes[(secondDot + 1)...], "signature")
    }

    /// The encoded header.
    var encodedHeader: ArraySlice<UInt8> { bytes[..<firstDot] }

    /// The signing input: the encoded header and payload (RFC 7515, 5.2).
    var signedBytes: ArraySlice<UInt8> { bytes[..<secondDot] }

    func header() throws(JWSRefusal) -> [UInt8] {
        try Self.decode(encodedHeader, "header")
    }

    func payload() throws(JWSRefusal) -> [UInt8] {
        try Self.decode(bytes[(firstDot + 1)..<secondDot], "payload")
    }

    private static func decode(
        _ part: ArraySlice<UInt8>,
        _ name: StaticString
    ) throws(JWSRefusal) -> [UInt8] {
        guard let decoded = Base64Coding.url.decode(part) else { throw otherForm(of: name) }
        return decoded
    }

    private static func otherForm(of name: StaticString) -> JWSRefusal {
        JWSRefusal(rule: .structure, reason: "the \(name) is not Base64url as it is encoded")
    }
}

extension CompactJWS {
    /// Decodes a document that is signed with ES256, and its header.
    static func withES256(_ bytes: [UInt8]) throws(JWSRefusal) -> (CompactJWS, JOSEHeader) {
        let compact = try CompactJWS(bytes)
        let header = try JOSEHeader(try compact.header())
        try header.requireES256()
        return (compact, header)
    }
}
