import Foundation
import LocalAppStore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's server as a receiver of notifications.
struct Webhook: Sendable {
    private let session: URLSession
    private let exchanges = WebhookExchanges()

    /// What came of sending a notification once.
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
    init(timeout: TimeInterval, connections: Int = 1) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        session = URLSession(
            configuration: configuration,
            delegate: exchanges,
            delegateQueue: nil
        )
    }

    /// Sends a notification once; the answer is `nil` if the task was cancelled.
    ///
    /// No redirect is followed: it would lose the method or the body, and a notification that
    /// arrived elsewhere would count as received.
    func send(_ body: Data, to url: URL) async -> Answer? {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let exchange = await exchange(request)
        return Task.isCancelled ? nil : exchange.answer(of: url)
    }

    private func exchange(_ request: URLRequest) async -> WebhookExchange {
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task, continuation)
                task.resume()
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Lets the connections to the server end.
    func invalidate() {
        session.invalidateAndCancel()
    }
}

/// What was received after a request, as far as it came.
private struct WebhookExchange: Sendable {
    let status: Int?
    let body: Data
    let error: URLError.Code?

    /// How the attempt ended, in the words of Apple's documentation of `sendAttemptResult`.
    ///
    /// Source: Apple's documentation of notifications: the statuses 200 to 206 tell that the server
    /// has received it.
    func answer(of url: URL) -> Webhook.Answer {
        // An interim response is no answer.
        let status = status.flatMap { $0 < 200 ? nil : $0 }
        let text = status.map { _ in String(decoding: body, as: UTF8.self) }
        return Webhook.Answer(result(status, url), status: status, body: text)
    }

    private func result(_ status: Int?, _ url: URL) -> StoreNotification.Attempt.Result {
        switch (status, error) {
        case (let status?, nil): (200...206).contains(status) ? .success : .unsuccessfulStatus
        case (nil, nil), (nil, .badServerResponse), (nil, .zeroByteResource): .noResponse
        case (_, .timedOut): .timedOut
        case (_?, _?), (nil, .networkConnectionLost): .prematureClose
        case (nil, .cannotConnectToHost), (nil, .cannotFindHost), (nil, .dnsLookupFailed),
            (nil, .notConnectedToInternet):
            .socketIssue
        case (nil, .secureConnectionFailed), (nil, .serverCertificateUntrusted),
            (nil, .serverCertificateHasBadDate), (nil, .serverCertificateHasUnknownRoot),
            (nil, .serverCertificateNotYetValid):
            .tlsIssue
        // Linux has no code for a failure of TLS, and this one for what is not HTTP.
        case (nil, .unknown): url.scheme?.lowercased() == "https" ? .tlsIssue : .other
        case (nil, .unsupportedURL), (nil, .cannotParseResponse), (nil, .cannotDecodeContentData),
            (nil, .cannotDecodeRawData):
            .invalidResponse
        default: .other
        }
    }
}

/// The requests under way of a session, by the numbers of their tasks.
private final class WebhookExchanges: NSObject, URLSessionDataDelegate {
    private let open = Locked<[Int: Open]>([:])

    private struct Open {
        let continuation: CheckedContinuation<WebhookExchange, Never>
        var body = Data()
    }

    /// The bytes of a body that are kept.
    private static let bodyLimit = 1024

    func begin(
        _ task: URLSessionTask,
        _ continuation: CheckedContinuation<WebhookExchange, Never>
    ) {
        open.withLock { $0[task.taskIdentifier] = Open(continuation: continuation) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        open.withLock { open in
            let room = Self.bodyLimit - (open[dataTask.taskIdentifier]?.body.count ?? 0)
            open[dataTask.taskIdentifier]?.body += data.prefix(room)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        let ended = open.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        ended?.continuation.resume(
            returning: WebhookExchange(
                status: (task.response as? HTTPURLResponse)?.statusCode,
                body: ended?.body ?? Data(),
                error: error.map { ($0 as? URLError)?.code ?? .unknown }
            )
        )
    }
}
