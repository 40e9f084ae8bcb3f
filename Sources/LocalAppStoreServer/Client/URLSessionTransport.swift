import Foundation
import LocalAppStore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests over TLS, by Foundation's client.
///
/// On Linux that client ends the process when a server closes in the middle of a head.
struct URLSessionTransport: Sendable {
    /// The seconds that an exchange may take.
    private let timeout: TimeInterval
    private let session: URLSession
    private let exchanges = URLSessionExchanges()

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - timeout: The seconds that the server may take for its response.
    ///   - connections: The number of concurrent requests.
    init(timeout: TimeInterval, connections: Int) {
        self.timeout = timeout
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        // On Linux Foundation cuts off the fraction of a second.
        configuration.timeoutIntervalForRequest = timeout.clampedForTimers.rounded(.up)
        session = URLSession(
            configuration: configuration,
            delegate: exchanges,
            delegateQueue: nil
        )
    }

    func send(_ request: OutgoingRequest) async -> HTTPClient.Answer {
        await HTTPClient.answer(within: timeout) { await exchange(request) }
    }

    /// Sends a request, and reads its response; a cancelled one has timed out.
    private func exchange(_ request: OutgoingRequest) async -> HTTPClient.Answer {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method
        message.httpBody = request.body
        for field in request.fields {
            message.setValue(field.value, forHTTPHeaderField: field.name)
        }
        let task = session.dataTask(with: message)
        let started = Locked<URLSessionTask?>(nil)
        let exchange = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task, keeping: request.bodyLimit, continuation)
                task.resume()
                started.withLock { $0 = task }
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            // A task that ended before `begin` would leave its continuation waiting.
            started.withLock { $0 }?.cancel()
        }
        return exchange.answer
    }

    func invalidate() {
        session.invalidateAndCancel()
    }
}

/// The response to a request, possibly incomplete.
private struct URLSessionExchange: Sendable {
    let status: Int?
    let body: Data
    let error: URLError.Code?

    /// The result of the attempt, in the words of Apple's documentation of `sendAttemptResult`.
    var answer: HTTPClient.Answer {
        // An interim response isn't the result.
        let status = status.flatMap { $0 < 200 ? nil : $0 }
        let text = status.map { _ in String(decoding: body, as: UTF8.self) }
        return HTTPClient.Answer(result(status), status: status, body: text)
    }

    private func result(_ status: Int?) -> StoreNotification.Attempt.Result {
        switch (status, error) {
        case (let status?, nil): HTTPClient.Answer.result(ofStatus: status)
        case (nil, nil), (nil, .badServerResponse), (nil, .zeroByteResource): .noResponse
        case (_, .timedOut), (_, .cancelled): .timedOut
        case (_?, _?), (nil, .networkConnectionLost): .prematureClose
        case (nil, .cannotConnectToHost), (nil, .cannotFindHost), (nil, .dnsLookupFailed),
            (nil, .notConnectedToInternet):
            .socketIssue
        case (nil, .secureConnectionFailed), (nil, .serverCertificateUntrusted),
            (nil, .serverCertificateHasBadDate), (nil, .serverCertificateHasUnknownRoot),
            (nil, .serverCertificateNotYetValid), (nil, .unknown):
            // Linux reports the last one for every failure of TLS.
            .tlsIssue
        case (nil, .unsupportedURL), (nil, .cannotParseResponse), (nil, .cannotDecodeContentData),
            (nil, .cannotDecodeRawData):
            .invalidResponse
        default: .other
        }
    }
}

/// The requests under way of a session, by the numbers of their tasks.
private final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    private let open = Locked<[Int: Open]>([:])

    private struct Open {
        let bodyLimit: Int
        let continuation: CheckedContinuation<URLSessionExchange, Never>
        var body = Data()
    }

    func begin(
        _ task: URLSessionTask,
        keeping bodyLimit: Int,
        _ continuation: CheckedContinuation<URLSessionExchange, Never>
    ) {
        let begun = Open(bodyLimit: bodyLimit, continuation: continuation)
        open.withLock { $0[task.taskIdentifier] = begun }
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
            guard let begun = open[dataTask.taskIdentifier] else { return }
            let room = begun.bodyLimit - begun.body.count
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
            returning: URLSessionExchange(
                status: (task.response as? HTTPURLResponse)?.statusCode,
                body: ended?.body ?? Data(),
                error: error.map { ($0 as? URLError)?.code ?? .unknown }
            )
        )
    }
}
