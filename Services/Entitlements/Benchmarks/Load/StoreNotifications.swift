import AppReceipt
import AsyncHTTPClient
import EntitlementModel
import EntitlementService
import Foundation

/// The notifications of a local store in their order, signed as the App Store Server API returns
/// them.
struct StoreNotifications {
    private let client: AppStoreServerClient
    private var start: Date
    /// The position behind which the next page begins.
    ///
    /// The store keeps a notification's position, so later queries need not begin at the first.
    private var position: String?

    init(url: String, key: ServerAPIKey, from start: Date) {
        let scope = PurchaseScope(app: NotificationSigner.app, environment: .sandbox)
        client = AppStoreServerClient(scope: scope, url: url, key: key, client: .shared)
        self.start = start
    }

    /// Reads the notifications since the last call whose events were before a date.
    mutating func read(
        until end: Date,
        _ body: (_ documents: [String]) async throws -> Void
    ) async throws {
        var next: String?
        repeat {
            let page = try await client.notifications(
                from: Milliseconds(start),
                to: Milliseconds(end),
                next: position
            )
            try await body(page.documents)
            next = page.next
            position = next ?? position
        } while next != nil
        start = end
    }
}
