package import AppReceipt
package import AsyncHTTPClient
package import EntitlementModel
package import Foundation
import NIOCore
import NIOHTTP1

/// A client for the App Store Server API, for one app in one environment.
package struct AppStoreServerClient: Sendable {
    /// The number of attempts for a request that gets a transient error, or no response.
    private static let attempts = 8
    private static let longestBody = 32 * 1024 * 1024

    let scope: PurchaseScope
    let url: String
    private let key: ServerAPIKey
    private let client: HTTPClient
    private let now: @Sendable () -> Date
    private let pause: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - scope: The app and the environment.
    ///   - url: The address of the server; by default Apple's for the environment.
    ///   - key: The key that signs tokens.
    ///   - client: The HTTP client.
    ///   - now: The present, by which tokens are dated.
    ///   - pause: Waits between two attempts.
    package init(
        scope: PurchaseScope,
        url: String? = nil,
        key: ServerAPIKey,
        client: HTTPClient,
        now: @escaping @Sendable () -> Date = { Date() },
        pause: @escaping @Sendable (Duration) async throws -> Void = {
            try await Task.sleep(for: $0)
        }
    ) {
        self.scope = scope
        self.key = key
        self.client = client
        self.now = now
        self.pause = pause
        switch scope.environment {
        case .production: self.url = url ?? "https://api.storekit.apple.com"
        case .sandbox: self.url = url ?? "https://api.storekit-sandbox.apple.com"
        }
    }

    /// A page of signed documents, and the token of the next one.
    package struct Page: Hashable, Sendable {
        package let documents: [String]
        package let next: String?
    }

    /// Fetches the notifications of a period (*Get Notification History*).
    package func notifications(
        from start: Milliseconds,
        to end: Milliseconds,
        next: String?
    ) async throws -> Page {
        let query = next.map { "?paginationToken=\(Self.escaped($0))" } ?? ""
        let body = JSON.object(["startDate": .integer(start), "endDate": .integer(end)]).text
        let answer: NotificationHistory = try await ask(
            "POST",
            "/inApps/v1/notifications/history\(query)",
            body: body
        )
        return Page(
            documents: answer.notificationHistory.map(\.signedPayload),
            next: answer.hasMore ? answer.paginationToken : nil
        )
    }

    /// Fetches the transactions of a purchase's customer (*Get Transaction History*).
    func transactions(of id: String, next: String?) async throws -> Page {
        let query = next.map { "?revision=\(Self.escaped($0))" } ?? ""
        let answer: TransactionHistory = try await ask("GET", "/inApps/v2/history/\(id)\(query)")
        return Page(
            documents: answer.signedTransactions ?? [],
            next: answer.hasMore ? answer.revision : nil
        )
    }

    /// Fetches the renewal infos of a purchase's customer (*Get All Subscription Statuses*), by
    /// original transaction.
    func renewalInfos(of id: String) async throws -> [(originalID: String, document: String)] {
        let answer: Statuses = try await ask("GET", "/inApps/v1/subscriptions/\(id)")
        return (answer.data ?? []).flatMap { $0.lastTransactions ?? [] }
            .compactMap { item in item.signedRenewalInfo.map { (item.originalTransactionId, $0) } }
    }

    /// Sends an answer about a purchase (*Send Consumption Information*), in one attempt.
    func send(_ answer: String, about transactionID: String) async throws {
        let path = "/inApps/v2/transactions/consumption/\(transactionID)"
        _ = try await content("PUT", path, answer)
    }

    // MARK: Requests

    private func ask<Answer: Decodable>(
        _ method: String,
        _ path: String,
        body: String? = nil
    ) async throws -> Answer {
        var attempt = 0
        while true {
            attempt += 1
            do {
                return try await askOnce(method, path, body)
            } catch {
                let isFinal = (error as? AppStoreServerError).map { !$0.isTransient } ?? false
                guard attempt < Self.attempts, !isFinal, !Task.isCancelled else { throw error }
                let backoff = Duration.seconds(1 << min(attempt - 1, 6))
                let requested = (error as? AppStoreServerError)?.pause(at: Milliseconds(now()))
                try await pause(max(backoff, requested ?? .zero))
            }
        }
    }

    private func askOnce<Answer: Decodable>(
        _ method: String,
        _ path: String,
        _ body: String?
    ) async throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: try await content(method, path, body))
    }

    private func content(_ method: String, _ path: String, _ body: String?) async throws -> Data {
        let token = try ServerAPIToken(
            bundleIdentifier: scope.app,
            signedWith: key,
            at: now()
        )
        var request = HTTPClientRequest(url: url + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(
            name: "authorization",
            value: "Bearer \(token.compactSerialization)"
        )
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await client.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: Self.longestBody)
        let data = Data(bytes.readableBytesView)
        guard (200..<300).contains(response.status.code) else {
            let problem = try? JSONDecoder().decode(AppStoreServerError.Body.self, from: data)
            throw AppStoreServerError(
                status: Int(response.status.code),
                body: problem,
                retryDate: response.headers.first(name: "retry-after").flatMap(Milliseconds.init)
            )
        }
        return data
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// The error for a request that the App Store refused.
package struct AppStoreServerError: LocalizedError, Hashable {
    package let status: Int
    let body: Body?
    /// The end of the pause in `Retry-After`, which Apple sends in milliseconds since 1970.
    let retryDate: Milliseconds?

    struct Body: Decodable, Hashable {
        let errorCode: Int?
        let errorMessage: String?
    }

    /// The pause until `retryDate`, an hour at most: no limit of the App Store is for longer.
    func pause(at now: Milliseconds) -> Duration {
        guard let retryDate else { return .zero }
        return .milliseconds(min(max(retryDate, now) - now, 3_600_000))
    }

    /// The error codes of status 404 after which Apple allows another attempt: of an account, an
    /// app and an original transaction.
    private static let transientCodes: Set = [4_040_002, 4_040_004, 4_040_006]

    /// Whether the App Store refuses any request for now.
    var isOutage: Bool { status == 429 || status >= 500 }

    /// Whether the same request may succeed later.
    var isTransient: Bool {
        isOutage || body?.errorCode.map(Self.transientCodes.contains) ?? false
    }

    /// The status, and the App Store's message.
    package var errorDescription: String? {
        let detail = [body?.errorCode.map(String.init), body?.errorMessage].compactMap { $0 }
        return "The App Store responded with \(status). \(detail.joined(separator: ": "))"
    }
}

private struct NotificationHistory: Decodable {
    let notificationHistory: [Item]
    let hasMore: Bool
    let paginationToken: String?

    struct Item: Decodable {
        let signedPayload: String
    }
}

private struct TransactionHistory: Decodable {
    let signedTransactions: [String]?
    let hasMore: Bool
    let revision: String?
}

private struct Statuses: Decodable {
    let data: [Group]?

    struct Group: Decodable {
        let lastTransactions: [Item]?
    }

    struct Item: Decodable {
        let originalTransactionId: String
        let signedRenewalInfo: String?
    }
}
