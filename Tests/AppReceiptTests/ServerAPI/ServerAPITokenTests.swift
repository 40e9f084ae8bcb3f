import Crypto
import Foundation
import Testing

@testable import AppReceipt

/// A token for the App Store Server API, and whether it must be accepted.
struct TokenCase: Sendable, CustomTestStringConvertible {
    let name: String
    let isGood: Bool
    /// Changes a good token.
    let change: @Sendable (inout TokenTemplate) throws -> Void

    var testDescription: String { name }

    static func good(
        _ name: String,
        _ change: @escaping @Sendable (inout TokenTemplate) throws -> Void
    ) -> TokenCase {
        TokenCase(name: name, isGood: true, change: change)
    }

    static func bad(
        _ name: String,
        _ change: @escaping @Sendable (inout TokenTemplate) throws -> Void
    ) -> TokenCase {
        TokenCase(name: name, isGood: false, change: change)
    }
}

/// The parts of a token, which need not belong together.
struct TokenTemplate {
    let key: ServerAPIKey
    /// Members of the header in JSON.
    var header: [String: String]
    /// Claims in JSON.
    var claims: [String: String]
    var otherHeader: String?
    var otherClaims: String?
    /// Makes the signature.
    var signature: @Sendable ([UInt8]) throws -> [UInt8]
    /// Changes the finished text.
    var finish: @Sendable (String) -> String = { $0 }

    init(_ key: ServerAPIKey) {
        self.key = key
        header = ["alg": #""ES256""#, "kid": "\"\(key.id)\"", "typ": #""JWT""#]
        claims = [
            "iss": "\"\(key.issuer)\"", "aud": #""appstoreconnect-v1""#,
            "bid": #""com.example.app""#, "iat": "1709294400", "exp": "1709294700",
        ]
        signature = { Array(try key.key.signature(for: $0).rawRepresentation) }
    }

    func token() throws -> ServerAPIToken {
        let header = Base64Coding.encodeURL(Array((otherHeader ?? Self.object(header)).utf8))
        let claims = Base64Coding.encodeURL(Array((otherClaims ?? Self.object(claims)).utf8))
        let signed = "\(header).\(claims)"
        let signature = Base64Coding.encodeURL(try signature(Array(signed.utf8)))
        return ServerAPIToken(finish("\(signed).\(signature)"))
    }

    private static func object(_ members: [String: String]) -> String {
        let members = members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        return "{\(members.joined(separator: ","))}"
    }
}

@Suite struct ServerAPITokenTests {
    private static let key = ServerAPIKey()
    private static let date = Date(timeIntervalSince1970: 1_709_294_400)

    private static func isAccepted(_ token: ServerAPIToken, at date: Date = date) -> Bool {
        do throws(ServerAPIToken.Error) {
            try token.verify(with: key, bundleIdentifier: "com.example.app", at: date)
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: TokenCase.all)
    func `A token is accepted only if all of it is right`(tokenCase: TokenCase) throws {
        var template = TokenTemplate(Self.key)
        try tokenCase.change(&template)
        #expect(Self.isAccepted(try template.token()) == tokenCase.isGood)
    }

    @Test func `A signed token is valid until it expires`() throws {
        let token = try ServerAPIToken(
            bundleIdentifier: "com.example.app",
            signedWith: Self.key,
            at: Self.date
        )
        #expect(Self.isAccepted(token))
        #expect(Self.isAccepted(token, at: Self.date + 299.9))
        #expect(!Self.isAccepted(token, at: Self.date + 300))
        #expect(Self.isAccepted(token, at: Self.date - 60))
        #expect(!Self.isAccepted(token, at: Self.date - 61))
    }

    @Test func `A key survives as PEM, with the identifiers that are derived from it`() throws {
        let key = ServerAPIKey()
        let copy = try ServerAPIKey(pemRepresentation: key.pemRepresentation)
        #expect(copy.id == key.id)
        #expect(copy.issuerID == key.issuerID)
        let token = try ServerAPIToken(
            bundleIdentifier: "com.example.app",
            signedWith: copy,
            at: Self.date
        )
        try token.verify(with: key, bundleIdentifier: "com.example.app", at: Self.date)
        #expect(key.pemRepresentation.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(throws: PromotionalOfferKey.Error.malformedPEM) {
            try ServerAPIKey(pemRepresentation: "")
        }
    }

    @Test func `The identifiers of a new key look like Apple's`() {
        let key = ServerAPIKey()
        #expect(key.id.count == 10)
        #expect(key.id.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
        #expect(key.id != ServerAPIKey().id)
        #expect(key.issuerID.uuidString.dropFirst(14).first == "4")
        #expect(key.issuerID != ServerAPIKey().issuerID)
    }
}
