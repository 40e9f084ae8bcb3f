import Crypto
import Foundation
import Testing

@testable import AppReceipt

@Suite struct EntitlementCaseTests {
    @Test(arguments: EntitlementCase.all)
    func `A document is refused for the one thing that is wrong with it`(
        row: EntitlementCase
    ) throws {
        var template = EntitlementTemplate(EntitlementCase.key)
        try row.change(&template)
        let document = try template.document()
        let keys = [EntitlementCase.key.publicKey]
        let failure = SignedOfflineEntitlements.failure {
            () throws(SignedOfflineEntitlements.Error) in try document.verify(with: keys)
        }
        #expect(failure?.kind == row.refusal)
        #expect(failure?.localizedDescription.isEmpty != true)
    }

    @Test func `Every row has a name of its own`() {
        #expect(
            Set(EntitlementCase.all.map(\.testDescription)).count == EntitlementCase.all.count
        )
    }
}

/// A document that is made of the sample, and why it has to be refused.
struct EntitlementCase: Sendable, CustomTestStringConvertible {
    static let key = EntitlementSigningKey()

    let testDescription: String
    /// The kind of the error; `nil` for a good document.
    let refusal: String?
    /// Changes a good document.
    let change: @Sendable (inout EntitlementTemplate) throws -> Void

    init(
        _ name: String,
        _ refusal: String?,
        _ change: @escaping @Sendable (inout EntitlementTemplate) throws -> Void
    ) {
        testDescription = name
        self.refusal = refusal
        self.change = change
    }
}

/// The parts of a document, which need not belong together.
struct EntitlementTemplate {
    let key: EntitlementSigningKey
    /// Members of the header in JSON.
    var header: [String: String]
    /// Members of the payload in JSON but for the list.
    var payload: [String: String]
    /// Members of the one entitlement in JSON.
    var entitlement: [String: String]
    var otherHeader: String?
    var otherPayload: String?
    var otherList: String?
    /// Makes the signature.
    var signature: @Sendable ([UInt8]) throws -> [UInt8]
    /// Changes the finished text.
    var finish: @Sendable (String) -> String = { $0 }

    init(_ key: EntitlementSigningKey) {
        self.key = key
        header = ["alg": #""ES256""#, "kid": "\"\(key.id)\"", "typ": #""JWT""#]
        payload = [
            "iat": "1767225600", "exp": "1767830400", "app": #""com.example.app""#,
            "environment": #""Production""#,
            "customer": #""6f9619ff-8b86-d011-b42d-00c04fc964ff""#,
        ]
        entitlement = [
            "name": #""pro""#, "productId": #""com.example.app.pro""#,
            "originalTransactionId": #""2000000123456789""#, "state": #""active""#,
            "granted": "true", "until": #""2026-01-31T00:00:00Z""#,
        ]
        signature = { Array(try key.key.signature(for: $0).rawRepresentation) }
    }

    func document() throws -> SignedOfflineEntitlements {
        let header = Base64Coding.encodeURL(Array((otherHeader ?? Self.object(header)).utf8))
        var members = payload
        members["entitlements"] = otherList ?? "[\(Self.object(entitlement))]"
        let payload = Base64Coding.encodeURL(Array((otherPayload ?? Self.object(members)).utf8))
        let signed = "\(header).\(payload)"
        let signature = Base64Coding.encodeURL(try signature(Array(signed.utf8)))
        return SignedOfflineEntitlements(finish("\(signed).\(signature)"))
    }

    private static func object(_ members: [String: String]) -> String {
        let members = members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        return "{\(members.joined(separator: ","))}"
    }
}

extension SignedOfflineEntitlements.Error {
    /// The case, with the rule or member that is wrong.
    var kind: String {
        switch self {
        case .malformed(let refusal): "malformed \(refusal.rule.rawValue)"
        case .malformedContent(let member, _): member
        case .otherType: "otherType"
        case .otherKey: "otherKey"
        case .noValidity: "noValidity"
        case .otherApp: "otherApp"
        case .otherEnvironment: "otherEnvironment"
        case .otherCustomer: "otherCustomer"
        case .inFuture: "inFuture"
        case .expired: "expired"
        case .unrepresentable: "unrepresentable"
        case .signing: "signing"
        }
    }
}
