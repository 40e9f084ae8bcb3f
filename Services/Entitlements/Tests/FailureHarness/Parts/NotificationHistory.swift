import AppReceipt
import AsyncHTTPClient
import Foundation
import LocalAppStore
import LocalAppStoreServer
import NIOCore
import NIOHTTP1
import Synchronization

/// The notifications of a local store, by the App Store Server API.
final class NotificationHistory: Sendable {
    private let server: StoreServer
    private let running: Task<Void, any Error>
    /// The date up to which they were fetched.
    private let fetched = Mutex<Date?>(nil)

    init(_ store: Store) {
        let server = StoreServer(store)
        self.server = server
        running = Task { try await server.run() }
    }

    deinit { running.cancel() }

    private struct Page: Decodable {
        let notificationHistory: [Item]
        let hasMore: Bool
        let paginationToken: String?

        struct Item: Decodable {
            let signedPayload: String
        }
    }

    /// Fetches what was signed since the last time, and a little of before.
    func fetch(until date: Date) async throws -> [String] {
        let address = try await server.waitUntilListening()
        let start = fetched.withLock { $0 } ?? date - 170 * 86_400
        var texts: [String] = []
        var token: String?
        repeat {
            let page = try await page(address.description, start - 1, date + 1, after: token)
            texts += page.notificationHistory.map(\.signedPayload)
            token = page.hasMore ? page.paginationToken : nil
        } while token != nil
        fetched.withLock { $0 = date }
        return texts
    }

    private func page(
        _ address: String,
        _ start: Date,
        _ end: Date,
        after token: String?
    ) async throws -> Page {
        let query = token.map { "?paginationToken=\($0)" } ?? ""
        let path = "/inApps/v1/notifications/history\(query)"
        let authorization = try ServerAPIToken(
            bundleIdentifier: EntitlementQuery.app,
            signedWith: server.apiKey,
            at: Date()
        )
        var request = HTTPClientRequest(url: "http://\(address)\(path)")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        let bearer = "Bearer \(authorization.compactSerialization)"
        request.headers.add(name: "authorization", value: bearer)
        let dates = [start, end].map { Int64($0.timeIntervalSince1970 * 1000) }
        request.body = .bytes(
            ByteBuffer(string: "{\"startDate\":\(dates[0]),\"endDate\":\(dates[1])}")
        )
        let response = try await Driver.client.execute(request, timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1 << 24)
        guard response.status == .ok else {
            throw HarnessError("the store answers \(response.status): \(String(buffer: body))")
        }
        return try JSONDecoder().decode(Page.self, from: Data(body.readableBytesView))
    }
}
