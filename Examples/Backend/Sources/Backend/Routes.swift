import AppReceipt
import FlyingFox
import Foundation

/// What the server answers.
///
/// A status of 200 tells the App Store that a notification is stored. With any other it sends the
/// notification again, an hour later and four times more, so nothing is lost while this server or
/// its database is out of order: an error that is thrown here is a status of 500.
struct Routes: Sendable {
    let verifier: JWSVerifier
    let purchases: PurchaseDatabase

    /// Longer than any notification.
    private static let longestBody = 1_000_000

    func add(to server: HTTPServer) async {
        await server.appendRoute("POST /notifications") { try await receive($0) }
        await server.appendRoute("GET /entitlements/:token") { try await entitlements($0) }
    }

    private func receive(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let length = request.bodySequence.count, length <= Self.longestBody else {
            return HTTPResponse(statusCode: .payloadTooLarge)
        }
        let data = try await request.bodyData
        guard let body = try? JSONDecoder().decode(NotificationBody.self, from: data) else {
            return HTTPResponse(statusCode: .badRequest)
        }
        let verified: VerifiedNotification
        do {
            verified = try verifier.verify(JWS<NotificationPayload>(body.signedPayload))
        } catch {
            // Anybody can send a notification; only the App Store can sign one.
            Log.write("Refused: \(error)")
            return HTTPResponse(statusCode: .forbidden)
        }
        let isNew = try await purchases.record(verified)
        Log.write("\(isNew ? "Stored" : "Known"): \(verified.title)")
        return HTTPResponse(statusCode: .ok)
    }

    /// The app's own server asks this, with a token that it knows of the customer who is signed in.
    private func entitlements(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let token = request.routeParameters["token"].flatMap(UUID.init(uuidString:)) else {
            return HTTPResponse(statusCode: .badRequest)
        }
        let entitlements = try await purchases.entitlements(of: token, at: Date())
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "application/json"],
            body: try encoder.encode(["entitlements": entitlements])
        )
    }
}

/// What the App Store sends.
private struct NotificationBody: Decodable {
    let signedPayload: String
}

extension VerifiedNotification {
    /// What happened to what, for the log.
    fileprivate var title: String {
        [
            notification.type?.rawValue, notification.subtype?.rawValue,
            transaction?.productIdentifier, transaction?.transactionIdentifier,
        ]
        .compactMap { $0 }.joined(separator: " ")
    }
}
