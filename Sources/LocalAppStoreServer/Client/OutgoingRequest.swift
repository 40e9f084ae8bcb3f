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
}
