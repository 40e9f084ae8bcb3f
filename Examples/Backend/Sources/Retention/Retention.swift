import AppReceipt
import ArgumentParser
import FlyingFox
import Foundation

/// A back end that chooses the message for a customer who may cancel a subscription: with an offer
/// for another product, or alone for a customer of that product.
@main
struct Retention: AsyncParsableCommand {
    @Option(help: "The bundle identifier of the app.")
    var bundleID: String

    @Option(help: "The app's identifier in the App Store.")
    var appAppleID: Int64

    @Flag(help: "Accept production, not the sandbox.")
    var production = false

    @Option(help: "The root certificate of a local store, in DER. (default: Apple's roots)")
    var root: String?

    @Option(help: "The uploaded message, without an image.", transform: identifier)
    var message: UUID

    @Option(help: "The product of the offer.")
    var product: String

    @Option(help: "The promotional offer.")
    var offer: String

    @Option(help: "The .p8 file of the key that signs offers.")
    var key: String

    @Option(help: "The identifier of the key.")
    var keyID: String

    @Option(help: "The port on the loopback address.")
    var port: UInt16 = 8082

    /// Keys and certificates are read before the first request: the App Store waits for 700 ms.
    func run() async throws {
        let environment: AcceptedEnvironment =
            production ? .production(appAppleIdentifier: appAppleID) : .sandbox
        let policy = JWSPolicy(bundleIdentifier: bundleID, environments: [environment])
        let roots = try root.map { path in
            try TrustedRoots([Array(Data(contentsOf: URL(fileURLWithPath: path)))])
        }
        let verifier = JWSVerifier(trustedRoots: roots ?? .apple, policy: policy)
        let pem = try String(contentsOfFile: self.key, encoding: .utf8)
        let key = try PromotionalOfferKey(id: keyID, pemRepresentation: pem)
        // Other machines reach this server through a proxy, which also ends TLS.
        let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
        let server = HTTPServer(address: address, logger: .disabled)
        await server.appendRoute("POST /retention") { request in
            guard let length = request.bodySequence.count, length <= 65_536,
                let body = try? await JSONDecoder()
                    .decode([String: String].self, from: request.bodyData),
                let verified = try? verifier.verify(
                    JWS<RealtimeRequestPayload>(body["signedPayload"] ?? ""),
                    appAppleIdentifier: .equals(appAppleID)
                )
            else { return HTTPResponse(statusCode: .forbidden) }
            let choice = try choice(for: verified, key)
            return HTTPResponse(statusCode: .ok, body: try JSONEncoder().encode(choice))
        }
        try await server.run()
    }

    private func choice(
        for request: VerifiedJWS<RealtimeRequestPayload>,
        _ key: PromotionalOfferKey
    ) throws -> Choice {
        guard request.productIdentifier != product else {
            return Choice(message: .init(messageIdentifier: message))
        }
        // The App Store's time counts; that of a local store may be ahead.
        let signed = PromotionalOfferSignature.Message(
            bundleIdentifier: bundleID,
            keyIdentifier: keyID,
            productIdentifier: product,
            offerIdentifier: offer,
            applicationUsername: "",
            nonce: UUID(),
            timestamp: Int64(request.signingDate.timeIntervalSince1970 * 1000)
        )
        let signature = try PromotionalOfferSignature(signing: signed, with: key)
        return Choice(
            promotionalOffer: .init(
                messageIdentifier: message,
                promotionalOfferSignatureV1: .init(
                    encodedSignature: signature.base64Encoded,
                    productId: product,
                    nonce: signed.nonce,
                    timestamp: signed.timestamp,
                    keyId: keyID,
                    offerIdentifier: offer
                )
            )
        )
    }

    private static func identifier(_ text: String) throws -> UUID {
        guard let identifier = UUID(uuidString: text) else {
            throw ValidationError("Expected a UUID.")
        }
        return identifier
    }
}

/// A response, which has exactly one member.
private struct Choice: Encodable {
    var message: Message?
    var promotionalOffer: Offer?

    struct Message: Encodable {
        let messageIdentifier: UUID
    }

    struct Offer: Encodable {
        let messageIdentifier: UUID
        let promotionalOfferSignatureV1: Signature
    }

    struct Signature: Encodable {
        let encodedSignature: String
        let productId: String
        let nonce: UUID
        let timestamp: Int64
        let keyId: String
        let offerIdentifier: String
    }
}
