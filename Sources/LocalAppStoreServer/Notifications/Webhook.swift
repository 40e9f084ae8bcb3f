import Foundation
import LocalAppStore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app's server as a receiver of notifications.
struct Webhook: Sendable {
    private let session: URLSession

    /// Makes a webhook.
    ///
    /// - Parameter timeout: How many seconds the server may take for its answer.
    init(timeout: TimeInterval) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        session = URLSession(configuration: configuration)
    }

    /// Sends a notification once; the result is `nil` if the task was cancelled.
    ///
    /// Source: Apple's documentation of notifications: the statuses 200 to 206 tell that the server
    /// has received it.
    func send(_ body: Data, to url: URL) async -> StoreNotification.Attempt.Result? {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        do {
            let response = try await response(to: request)
            guard let response = response as? HTTPURLResponse else { return .invalidResponse }
            return (200...206).contains(response.statusCode) ? .success : .unsuccessfulStatus
        } catch let error as URLError {
            return Task.isCancelled ? nil : .init(error.code)
        } catch {
            return .other
        }
    }

    // Apple's platforms have the `async` methods from later versions on.
    private func response(to request: URLRequest) async throws -> URLResponse? {
        let task = Locked<URLSessionTask?>(nil)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let dataTask = session.dataTask(with: request) { _, response, error in
                    continuation.resume(with: error.map(Result.failure) ?? .success(response))
                }
                task.withLock { $0 = dataTask }
                dataTask.resume()
                if Task.isCancelled { dataTask.cancel() }
            }
        } onCancel: {
            task.withLock { $0 }?.cancel()
        }
    }

    /// Lets the connections to the server end.
    func invalidate() {
        session.invalidateAndCancel()
    }
}

extension StoreNotification.Attempt.Result {
    fileprivate init(_ code: URLError.Code) {
        switch code {
        case .timedOut: self = .timedOut
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
            self = .socketIssue
        case .networkConnectionLost: self = .prematureClose
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            self = .tlsIssue
        case .httpTooManyRedirects, .redirectToNonExistentLocation: self = .circularRedirect
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData,
            .cannotDecodeRawData:
            self = .invalidResponse
        case .zeroByteResource: self = .noResponse
        default: self = .other
        }
    }
}
