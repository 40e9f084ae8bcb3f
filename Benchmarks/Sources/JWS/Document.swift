import AppReceipt
import Crypto
import Foundation
import SwiftASN1
import X509

/// A signed transaction that is measured.
struct Document {
    let name: String
    let jws: JWS<TransactionPayload>
    let roots: TrustedRoots
    /// The files of a document that other programs read; `nil` for one that is issued here.
    var files: (text: String, root: String)?

    /// One that is issued here, and the one of the environment, if there is one.
    static func all(_ settings: Settings) throws -> [Document] {
        let issued = try issued()
        guard let file = settings.file, let root = settings.root else { return [issued] }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: root)))
        return [
            issued,
            Document(
                name: "of a file",
                jws: JWS(line),
                roots: try TrustedRoots([bytes]),
                files: (file, root)
            ),
        ]
    }

    private static func issued() throws -> Document {
        let start = Date(timeIntervalSince1970: 1_577_836_800)
        let identity = try JWSSigningIdentity.make(
            name: "Example",
            validFrom: start,
            until: start + 20 * 365 * 86_400
        )
        let jws = try JWSIssuer(identity: identity).issue(payload)
        return Document(
            name: "issued here",
            jws: jws,
            roots: try TrustedRoots([identity.rootCertificate])
        )
    }

    private static var payload: TransactionPayload {
        let date = Date(timeIntervalSince1970: 1_717_243_200)
        var payload = TransactionPayload()
        payload.transactionIdentifier = "100000000000001"
        payload.originalTransactionIdentifier = "100000000000000"
        payload.webOrderLineItemIdentifier = "300000000000001"
        payload.bundleIdentifier = "com.example.app"
        payload.productIdentifier = "com.example.app.sub.monthly"
        payload.subscriptionGroupIdentifier = "21234567"
        payload.purchaseDate = date
        payload.originalPurchaseDate = date
        payload.expirationDate = date + 30 * 86_400
        payload.signedDate = date
        payload.quantity = 1
        payload.productType = .autoRenewableSubscription
        payload.ownershipType = .purchased
        payload.environment = .production
        payload.reason = .renewal
        payload.storefront = "USA"
        payload.storefrontIdentifier = "143441"
        payload.priceInMilliunits = 9_990
        payload.currency = "USD"
        payload.appTransactionIdentifier = "704312345678901234"
        return payload
    }
}

/// The measured operations of this library on one document, and their floor.
struct OwnWork {
    private let document: Document
    private let text: String
    private let verifier: JWSVerifier
    private let floor: Floor

    init(_ document: Document) throws {
        self.document = document
        text = document.jws.compactSerialization
        verifier = Self.verifier(document)
        floor = try Floor(text)
    }

    private static func verifier(_ document: Document) -> JWSVerifier {
        JWSVerifier(
            trustedRoots: document.roots,
            policy: JWSPolicy(
                bundleIdentifier: "com.example.app",
                environments: [.production(appAppleIdentifier: 1)]
            )
        )
    }

    /// Runs an operation once; the peers run in processes of their own.
    func run(_ contestant: Contestant) throws {
        switch contestant {
        case .floor: try floor.run()
        case .three: for _ in 0..<3 { try floor.run() }
        case .verify: try verify(verifier)
        case .judged: try verify(Self.verifier(document))
        case .decode: _ = try JWS<TransactionPayload>(text).unverifiedPayload()
        case .apples, .python: break
        }
    }

    private func verify(_ verifier: JWSVerifier) throws {
        _ = try verifier.verify(
            JWS<TransactionPayload>(text),
            productIdentifier: .unchecked,
            appAccountToken: .unchecked
        )
    }
}

/// The cryptography that every verifier needs: one verification on P-256 with a stored key, and the
/// digest of header and payload.
struct Floor {
    private let key: P256.Signing.PublicKey
    private let signature: P256.Signing.ECDSASignature
    private let signed: [UInt8]

    struct Unusable: Error {}

    init(_ text: String) throws {
        let parts = text.split(separator: ".")
        guard parts.count == 3, let header = Self.decode(parts[0]),
            let members = try JSONSerialization.jsonObject(with: header) as? [String: Any],
            let certificates = members["x5c"] as? [String],
            let signer = certificates.first.flatMap({ Data(base64Encoded: $0) }),
            let bytes = Self.decode(parts[2]),
            let key = P256.Signing.PublicKey(
                try Certificate(derEncoded: Array(signer)).publicKey
            )
        else { throw Unusable() }
        self.key = key
        signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
        try run()
    }

    func run() throws {
        guard key.isValidSignature(signature, for: signed) else { throw Unusable() }
    }

    private static func decode(_ part: Substring) -> Data? {
        var text = part.replacingOccurrences(of: "-", with: "+")
            .replacingOccurrences(of: "_", with: "/")
        while !text.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text)
    }
}
