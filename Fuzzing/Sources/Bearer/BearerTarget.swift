import AppReceipt
import Driving
import Foundation
import JWSDocuments

/// Judges bytes as a token for the App Store Server API, and ends the process if a promise is
/// broken.
///
/// An input that begins with a brace is claims, which are signed; everything else is a whole token.
struct BearerTarget: Sendable {
    private let key: ServerAPIKey
    private let seed: String
    private let resigner: Resigner

    private static let bundleIdentifier = "com.example.app"
    private static let date = Date(timeIntervalSince1970: 1_717_243_200)

    init(_ folder: FuzzFolder) throws {
        key = try Self.key(in: folder.url.appendingPathComponent("key.p8"))
        seed =
            try ServerAPIToken(
                bundleIdentifier: Self.bundleIdentifier,
                signedWith: key,
                at: Self.date
            )
            .compactSerialization
        resigner = try Resigner(header: seed, pemOfKey: key.pemRepresentation)
        guard accepts(seed) else { fatalError("the seed is refused") }
    }

    func writeSeeds(to folder: FuzzFolder) throws {
        try folder.add(seed: Array(seed.utf8), named: "token")
        let claims = Resigner.payload(of: seed) ?? []
        try folder.add(seed: claims, named: "claims")
        let old = String(decoding: claims, as: UTF8.self)
            .replacingOccurrences(of: "\"iat\"", with: "\"nbf\"")
        try folder.add(seed: Array(old.utf8), named: "claims-of-old-library")
    }

    func take(_ input: [UInt8]) {
        guard input.first == UInt8(ascii: "{") else {
            let text = String(decoding: input, as: UTF8.self)
            guard !accepts(text) || Resigner.signedPart(of: text) == Resigner.signedPart(of: seed)
            else { fatalError("false accept of a token") }
            return
        }
        guard let token = try? resigner.sign(input) else { fatalError("no signature") }
        guard !accepts(token) || areValid(input) else { fatalError("false accept of claims") }
    }

    private func accepts(_ token: String) -> Bool {
        do throws(ServerAPIToken.Error) {
            try ServerAPIToken(token).verify(
                with: key,
                bundleIdentifier: Self.bundleIdentifier,
                at: Self.date
            )
            return true
        } catch {
            _ = error.localizedDescription
            return false
        }
    }

    /// Whether claims, as another parser reads them, may be accepted.
    private func areValid(_ claims: [UInt8]) -> Bool {
        guard let object = members(of: claims) ?? members(of: Self.withoutExponents(claims)),
            let end = (object["exp"] as? NSNumber)?.doubleValue
        else { return false }
        let now = Self.date.timeIntervalSince1970
        return object["iss"] as? String == key.issuerID.uuidString.lowercased()
            && Self.audience(object["aud"]).contains("appstoreconnect-v1")
            && object["bid"] as? String == Self.bundleIdentifier
            && end > now && end <= now + ServerAPIToken.longestValidity + 60
    }

    /// Whom a token is for: a text, or a list of texts.
    private static func audience(_ claim: Any?) -> [String] {
        claim as? [String] ?? (claim as? String).map { [$0] } ?? []
    }

    private func members(of json: [UInt8]) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(json)) as? [String: Any]
    }

    /// JSON without exponents that are too large for the other parser; a claim that nobody knows
    /// may have them.
    private static func withoutExponents(_ json: [UInt8]) -> [UInt8] {
        let text = String(decoding: json, as: UTF8.self)
        let pattern = "(?<=[0-9])[eE][+-]?[0-9]{3,}"
        return Array(
            text.replacingOccurrences(of: pattern, with: "", options: .regularExpression).utf8
        )
    }

    /// The one key of a folder's runs, so that its inputs stay good.
    private static func key(in file: URL) throws -> ServerAPIKey {
        if let pem = try? String(contentsOf: file, encoding: .utf8) {
            return try ServerAPIKey(pemRepresentation: pem)
        }
        let key = ServerAPIKey()
        try Data(key.pemRepresentation.utf8).write(to: file)
        return key
    }
}
