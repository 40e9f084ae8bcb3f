import FlyingSocks
import Foundation

/// The app's server as a receiver of notifications.
struct Webhook: Sendable {
    private let client: HTTPClient

    /// The result of one attempt to send a notification, with the beginning of the body.
    typealias Answer = HTTPClient.Answer

    /// Makes a webhook.
    ///
    /// - Parameters:
    ///   - timeout: The seconds that the server may take for its response.
    ///   - connections: The number of concurrent requests.
    ///   - pool: The pool that waits for the sockets.
    init(timeout: TimeInterval, connections: Int = 1, pool: some AsyncSocketPool) {
        client = HTTPClient(timeout: timeout, connections: connections, pool: pool)
    }

    /// Sends a notification once; the result is `nil` if the task was cancelled.
    func send(_ body: Data, to url: URL) async -> Answer? {
        await client.send(.post(body, to: url))
    }

    /// Closes the connections to the server.
    func invalidate() {
        client.invalidate()
    }
}
