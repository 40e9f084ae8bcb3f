import Foundation

struct OutgoingRequest: Sendable {
    let method: String
    let url: URL
    /// The fields beside those that every request has.
    let fields: [(name: String, value: String)]
    /// The body; `nil` if the request has none.
    let body: Data?
    /// The bytes of the response's body that are kept.
    let bodyLimit: Int

    /// A request that posts JSON and keeps the beginning of the response.
    static func post(
        _ json: Data,
        to url: URL,
        keeping bodyLimit: Int = 1024
    ) -> OutgoingRequest {
        OutgoingRequest(
            method: "POST",
            url: url,
            fields: [("Content-Type", "application/json")],
            body: json,
            bodyLimit: bodyLimit
        )
    }

    /// A request with a bearer token (RFC 6750, 2.1).
    static func get(_ url: URL, token: String, bodyLimit: Int) -> OutgoingRequest {
        OutgoingRequest(
            method: "GET",
            url: url,
            fields: [("Authorization", "Bearer \(token)")],
            body: nil,
            bodyLimit: bodyLimit
        )
    }
}
