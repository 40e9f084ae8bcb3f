import FlyingSocks
import Foundation
import LocalAppStore

/// The app's server as a receiver of notifications.
struct Webhook: Sendable {
    private let plain: any WebhookTransport
    private let secure: any WebhookTransport

    /// The result of one attempt to send a notification.
    struct Answer: Sendable, Equatable {
        let result: StoreNotification.Attempt.Result
        /// The status; `nil` without an answer.
        let status: Int?
        /// The beginning of the body; `nil` without an answer.
        let body: String?

        init(
            _ result: StoreNotification.Attempt.Result,
            status: Int? = nil,
            body: String? = nil
        ) {
            self.result = result
            self.status = status
            self.body = body
        }
    }

    /// Makes a webhook.
    ///
    /// - Parameters:
    ///   - timeout: How many seconds the server may take for its answer.
    ///   - connections: How many requests it gets at once.
    ///   - pool: What waits for the sockets.
    init(timeout: TimeInterval, connections: Int = 1, pool: some AsyncSocketPool) {
        plain = SocketTransport(timeout: timeout, pool: pool)
        secure = URLSessionTransport(timeout: timeout, connections: connections)
    }

    /// Sends a notification once; the answer is `nil` if the task was cancelled.
    ///
    /// No redirect is followed: it would lose the method or the body, and a notification that
    /// arrived elsewhere would count as received.
    func send(_ body: Data, to url: URL) async -> Answer? {
        let transport = url.scheme?.lowercased() == "http" ? plain : secure
        let answer = await transport.post(body, to: url)
        return Task.isCancelled ? nil : answer
    }

    /// Closes the connections to the server.
    func invalidate() {
        plain.invalidate()
        secure.invalidate()
    }
}

extension Webhook.Answer {
    /// How an attempt ended whose server answered in full.
    ///
    /// Source: Apple's documentation of notifications: the statuses 200 to 206 tell that the server
    /// has received it.
    static func result(ofStatus status: Int) -> StoreNotification.Attempt.Result {
        (200...206).contains(status) ? .success : .unsuccessfulStatus
    }

    /// The bytes of a body that are kept.
    static let bodyLimit = 1024
}

/// The transport of notifications to the app's server.
protocol WebhookTransport: Sendable {
    /// Posts JSON once, and returns what came of it; the task may be cancelled.
    func post(_ body: Data, to url: URL) async -> Webhook.Answer

    /// Ends what is kept between two requests.
    func invalidate()
}

extension WebhookTransport {
    func invalidate() {}
}
