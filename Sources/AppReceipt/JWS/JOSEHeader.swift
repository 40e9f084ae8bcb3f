import StrictJSON

/// The header of a JWS (RFC 7515, 4).
///
/// Members that name a key in another way, such as `jwk`, `jku` and `x5u`, are ignored, and so are
/// unknown ones.
struct JOSEHeader {
    private let members: [String: JSONValue]

    init(_ bytes: [UInt8]) throws(JWSRefusal) {
        members = try JSONParser.object(in: bytes, of: "header", .header)
        // Members that `crit` lists must be understood (RFC 7515, 4.1.11), and none is. With `b64`
        // other verifiers read the payload as unencoded text (RFC 7797).
        for name in ["crit", "b64"] where members[name] != nil {
            throw .init(rule: .header, reason: "the header has the member \(name)")
        }
    }

    /// The key's identifier; `nil` if it is missing or not a string.
    var keyIdentifier: String? { try? JSONNode(members["kid"]).text() }

    /// The media type of the whole; `nil` if it is missing or not a string.
    var type: String? { try? JSONNode(members["typ"]).text() }

    func requireES256() throws(JWSRefusal) {
        guard case .string(let algorithm) = members["alg"],
            algorithm.utf8.elementsEqual("ES256".utf8)
        else {
            let found = members["alg"].map(\.quoted) ?? "missing"
            throw .init(rule: .algorithm, reason: "the algorithm is \(found)")
        }
    }

    /// The certificates in DER, the signer's first: three, or the one of Xcode.
    func certificates(allowsOne: Bool) throws(JWSRefusal) -> [[UInt8]] {
        guard case .array(let encoded) = members["x5c"] else {
            throw .init(rule: .certificates, reason: "the header has no list of certificates")
        }
        guard encoded.count == 3 || encoded.count == 1 && allowsOne else {
            let reason = "the header has \(encoded.count) certificates"
            throw .init(rule: .certificates, reason: reason)
        }
        var certificates: [[UInt8]] = []
        for value in encoded {
            guard case .string(let text) = value,
                let bytes = Base64Coding.standard.decode(Array(text.utf8)[...])
            else {
                let reason = "a certificate is not Base64 as it is encoded"
                throw .init(rule: .certificates, reason: reason)
            }
            certificates.append(bytes)
        }
        return certificates
    }
}
