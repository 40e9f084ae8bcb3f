import FlyingSocks
import Foundation
import LocalAppStore

/// Sends requests to the servers that a store has to do with.
///
/// Redirects are not followed: a redirect would lose the method or the body, and a request to one
/// server would count as received by another.
struct HTTPClient: Sendable {
    private let plain: SocketTransport
    private let secure: URLSessionTransport

    /// The result of a request.
    struct Answer: Sendable, Equatable {
        /// The result, in Apple's words for notifications.
        let result: StoreNotification.Attempt.Result
        /// The status; `nil` without a response.
        let status: Int?
        /// The body, as far as it is kept; `nil` without a response.
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

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - timeout: The seconds that a server may take for its response.
    ///   - connections: The number of concurrent requests to a server.
    ///   - pool: The pool that waits for the sockets.
    init(timeout: TimeInterval, connections: Int, pool: some AsyncSocketPool) {
        plain = SocketTransport(timeout: timeout, pool: pool)
        secure = URLSessionTransport(timeout: timeout, connections: connections)
    }

    /// Sends a request once; the result is `nil` if the task was cancelled.
    func send(_ request: OutgoingRequest) async -> Answer? {
        let isPlain = request.url.scheme?.lowercased() == "http"
        let answer = isPlain ? await plain.send(request) : await secure.send(request)
        return Task.isCancelled ? nil : answer
    }

    /// Runs an exchange; cancels it after some seconds, or when the task is cancelled.
    static func answer(
        within seconds: TimeInterval,
        _ exchange: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        let exchange = Task { await exchange() }
        let alarm = Task {
            try await Task.sleep(seconds: seconds)
            exchange.cancel()
        }
        defer { alarm.cancel() }
        return await withTaskCancellationHandler {
            await exchange.value
        } onCancel: {
            exchange.cancel()
        }
    }

    /// Closes the connections that are kept between requests.
    func invalidate() {
        secure.invalidate()
    }
}

extension HTTPClient.Answer {
    /// The result of a request with a complete response.
    ///
    /// Source: Apple's documentation of notifications: with the statuses 200 to 206, the server has
    /// received it.
    static func result(ofStatus status: Int) -> StoreNotification.Attempt.Result {
        (200...206).contains(status) ? .success : .unsuccessfulStatus
    }
}
