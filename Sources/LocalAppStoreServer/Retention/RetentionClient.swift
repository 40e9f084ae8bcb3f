import AppReceipt
import Dispatch
import FlyingSocks
import Foundation
package import LocalAppStore
import StoreCommands
import StrictJSON

/// Requests retention messages from the developer's server.
package struct RetentionClient: Sendable {
    private let queue: BlockingQueue
    private let client: HTTPClient
    private let log: @Sendable (String) -> Void

    /// The bytes of a response that are read; the rest is missing in its JSON.
    private static let bodyLimit = 65_536

    init(
        within seconds: TimeInterval,
        queue: BlockingQueue,
        pool: some AsyncSocketPool,
        connections: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.queue = queue
        self.log = log
        client = HTTPClient(timeout: seconds, connections: connections, pool: pool)
    }

    /// Returns the page for a customer who chooses to cancel a subscription.
    func screen(
        forCancelling id: LedgerEntry.ID,
        in store: Store
    ) async throws -> RetentionScreen {
        let request = try await queue.run { try store.retention.requestForCancellation(of: id) }
        let start = DispatchTime.now()
        let response = await response(to: request, at: request.url)
        if let url = request.url {
            log(LogLine(request, to: url, response, since: start).description)
        }
        return try await queue.run { try store.retention.screen(after: response, to: request) }
    }

    /// Sends a request once, because Apple documents no second attempt.
    func response(
        to request: RetentionRequest,
        at url: URL?
    ) async -> Result<RetentionResponse, RetentionFallback> {
        guard let url else { return .failure(.noRealtimeURL) }
        let body = Data("{\"signedPayload\":\"\(request.document.compactSerialization)\"}".utf8)
        let answer = await client.send(.post(body, to: url, keeping: Self.bodyLimit))
        return Result { () throws(RetentionFallback) in try answer.retentionResponse() }
    }

    func invalidate() {
        client.invalidate()
    }
}

extension RetentionClient {
    /// Sends a request once, for a program without a server.
    package static func response(
        to request: RetentionRequest
    ) async throws -> Result<RetentionResponse, RetentionFallback> {
        let pool = SocketPool<Poll>.make()
        try await pool.prepare()
        let polling = Task { try await pool.run() }
        defer { polling.cancel() }
        let seconds = StoreServer.Limits().retentionTime
        let client = RetentionClient(
            within: seconds,
            queue: BlockingQueue(),
            pool: pool,
            connections: 1
        )
        defer { client.invalidate() }
        return await client.response(to: request, at: request.url)
    }
}

extension HTTPClient.Answer? {
    /// Reads the response; the answer is `nil` if the task was cancelled.
    fileprivate func retentionResponse() throws(RetentionFallback) -> RetentionResponse {
        switch (self?.result, self?.status) {
        case (.success, 200): break
        case (.success, let status?), (.unsuccessfulStatus, let status?): throw .status(status)
        case (let result, _): throw .failedRequest(result ?? .other)
        }
        do throws(JSONMismatch) {
            return try RetentionResponse(json: Data((self?.body ?? "").utf8))
        } catch {
            let place = error.path.isEmpty ? "the body" : error.path
            throw .invalidResponse(reason: "\(place): \(error.reason)")
        }
    }
}

extension LogLine {
    /// Makes the line of a request for a retention message.
    fileprivate init(
        _ request: RetentionRequest,
        to url: URL,
        _ response: Result<RetentionResponse, RetentionFallback>,
        since start: DispatchTime
    ) {
        let identifier = request.identifier?.uuidString.lowercased() ?? ""
        let purchase = "transaction \(request.status.entry.originalID)"
        let result =
            switch response {
            case .success: "a response"
            case .failure(let fallback): fallback.detail
            }
        let time = start.millisecondsToNow
        self.init(
            "Retention request \(identifier), \(purchase), to \(url.withoutSecrets): \(result) "
                + "in \(time) ms"
        )
    }
}
