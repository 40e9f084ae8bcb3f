import AppReceipt
import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server that invites to a subscription with seats, in place of Apple: an account that accepts
/// an invitation gets a seat, which the server claims at the App Store.
///
/// It keeps everything in memory; a server of an app has a database, and knows who asks.
actor SeatHost {
    /// The address of the App Store Server API, and a token for a request to it.
    private let appStore: URL
    private let token: @Sendable () throws -> ServerAPIToken
    private let verifier: JWSVerifier
    private var invitations: [UUID: Invitation] = [:]

    private struct Invitation {
        let originalTransactionID: String
        var account: String?
        var seatClaimID: UUID?
    }

    init(
        appStore: URL,
        verifier: JWSVerifier,
        token: @escaping @Sendable () throws -> ServerAPIToken
    ) {
        self.appStore = appStore
        self.verifier = verifier
        self.token = token
    }

    /// The accounts with access by a seat.
    var members: [String] {
        invitations.values.filter { $0.seatClaimID != nil }.compactMap(\.account)
    }

    func add(to server: HTTPServer) async {
        await server.appendRoute("POST /subscriptions/:id/invitations") { await self.invite($0) }
        await server.appendRoute("POST /invitations/:id/accept") { try await self.accept($0) }
        await server.appendRoute("DELETE /invitations/:id") { try await self.remove($0) }
        await server.appendRoute("POST /notifications") { try await self.receive($0) }
    }

    private func invite(_ request: HTTPRequest) -> HTTPResponse {
        let id = UUID()
        invitations[id] = Invitation(originalTransactionID: request.routeParameters["id"] ?? "")
        return HTTPResponse(statusCode: .created, body: Data(id.uuidString.utf8))
    }

    /// Claims a seat for the account in the body.
    private func accept(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let body = try await request.acceptableBody else {
            return HTTPResponse(statusCode: .payloadTooLarge)
        }
        let account = String(decoding: body, as: UTF8.self)
        guard let id = request.routeParameters["id"].flatMap(UUID.init(uuidString:)),
            let invitation = invitations[id], [nil, account].contains(invitation.account)
        else { return HTTPResponse(statusCode: .notFound) }
        invitations[id]?.account = account
        let status = try await claim(id, of: invitation)
        return HTTPResponse(status: status)
    }

    /// Claims the seat of an invitation, and returns the status of the response.
    ///
    /// The invitation identifies the request, so that a lost response costs no second seat.
    private func claim(_ id: UUID, of invitation: Invitation) async throws -> Int {
        let body = try JSONEncoder().encode(["requestIdentifier": id])
        let (status, answer) = try await ask("POST", of: invitation, body: body)
        if status == 200 {
            let claim = try JSONDecoder().decode(SeatClaim.self, from: answer)
            invitations[id]?.seatClaimID = claim.seatClaimId
        }
        return status
    }

    /// Ends the claim of an invitation, which is removed only then.
    private func remove(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let id = request.routeParameters["id"].flatMap(UUID.init(uuidString:)),
            let invitation = invitations[id]
        else { return HTTPResponse(statusCode: .notFound) }
        if invitation.account != nil, invitation.seatClaimID == nil {
            // The response to the claim may have been lost. Without a free seat there is none.
            let status = try await claim(id, of: invitation)
            guard [200, 404, 409].contains(status) else {
                return HTTPResponse(status: status)
            }
        }
        if let claim = invitations[id]?.seatClaimID {
            let (status, _) = try await ask("DELETE", of: invitation, "/\(claim)")
            guard [200, 404].contains(status) else {
                return HTTPResponse(status: status)
            }
        }
        invitations[id] = nil
        return HTTPResponse(statusCode: .ok)
    }

    /// Ends the access of members whose seats the App Store took, for example after a refund.
    private func receive(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let data = try await request.acceptableBody else {
            return HTTPResponse(statusCode: .payloadTooLarge)
        }
        let body = try JSONDecoder().decode(Notification.self, from: data)
        let verified = try verifier.verify(JWS<NotificationPayload>(body.signedPayload))
        let claims = verified.notification.unclaimInfo?.seatClaimIdentifiers ?? []
        invitations = invitations.filter { !claims.contains($1.seatClaimID ?? UUID()) }
        return HTTPResponse(statusCode: .ok)
    }

    private func ask(
        _ method: String,
        of invitation: Invitation,
        _ path: String = "",
        body: Data? = nil
    ) async throws -> (status: Int, body: Data) {
        let path = "/groups/v1/transactions/\(invitation.originalTransactionID)/seats\(path)"
        var request = URLRequest(url: URL(string: path, relativeTo: appStore) ?? appStore)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let field = "Bearer \(try token().compactSerialization)"
        request.setValue(field, forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, data)
    }
}

extension HTTPRequest {
    /// The body; `nil` if it is longer than 65,536 bytes, or of unknown length.
    fileprivate var acceptableBody: Data? {
        get async throws {
            guard let length = bodySequence.count, length <= 65_536 else { return nil }
            return try await bodyData
        }
    }
}

extension HTTPResponse {
    /// Makes a response with the status of the App Store's.
    fileprivate init(status: Int) { self.init(statusCode: .init(status, phrase: "")) }
}

private struct SeatClaim: Decodable {
    let seatClaimId: UUID
}

private struct Notification: Decodable {
    let signedPayload: String
}
