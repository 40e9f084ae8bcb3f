import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

// The response of an entitlement service, beside the store.
extension ControlAPI {
    var entitlementRoutes: [Route] {
        let path = Self.prefix + "/transactions/{id}/entitlements"
        return [Route("GET", path, handler: .waiting(compare))]
    }

    private func compare(_ request: Request) async throws -> Response {
        let purchase = try await queue.run {
            try self.purchase(of: ControlRequest(request, parameters: [], body: .members([])))
        }
        let entitlements = try await purchase.service.entitlements(
            ofPurchase: purchase.originalID,
            app: purchase.store.app.bundleIdentifier,
            environment: purchase.environment
        )
        // The store is read last, because a newer response of the service would look wrong.
        return .json(try await queue.run { try comparison(of: purchase, with: entitlements) })
    }

    /// The purchase to ask the service about.
    private struct Purchase: Sendable {
        let originalID: LedgerEntry.ID
        let store: Store
        let environment: String
        let service: EntitlementServiceConnection
    }

    private func purchase(of request: ControlRequest) throws -> Purchase {
        guard let service else {
            let message = "The server was started without an entitlement service."
            throw ControlError(.notFound, "noEntitlementService", message)
        }
        let (entry, store) = try entry(of: request)
        return Purchase(
            originalID: entry.originalID,
            store: store,
            environment: try environment,
            service: service
        )
    }

    private func comparison(
        of purchase: Purchase,
        with entitlements: [ServiceEntitlement]
    ) throws -> JSONValue {
        let id = purchase.originalID
        let own = entitlements.filter { $0.originalTransactionIdentifier == "\(id)" }
        let expected = try expectation(of: purchase)
        let progress = try progress(of: purchase)
        let agreement = expected.map { expected in
            expected.isMet(by: own) ? "agrees" : progress.isUnderWay ? "waiting" : "differs"
        }
        return .members([
            "originalID": .number(id),
            "entitlements": .array(entitlements.map(\.json)),
            "expected": expected?.json,
            "agreement": agreement.map(JSONValue.string),
            "undeliveredNotification": progress.undelivered.map(JSONValue.identifier),
        ])
    }

    /// The store's state of a purchase; `nil` if it is used up, or ends by the app's rules.
    private func expectation(of purchase: Purchase) throws -> EntitlementExpectation? {
        if let status = try purchase.store.subscriptions.status(of: purchase.originalID) {
            return EntitlementExpectation(of: status.subscription)
        }
        guard let entry = try purchase.store.entry(purchase.originalID),
            entry.kind == .nonConsumable, entry.state == .purchased
        else { return nil }
        return EntitlementExpectation(ofLasting: entry)
    }

    /// The progress of the notifications about a purchase; without an address, none is sent.
    private func progress(of purchase: Purchase) throws -> NotificationProgress {
        guard try store.notifications.settings.url != nil else { return .init(of: []) }
        var query = NotificationHistoryQuery()
        query.entryID = purchase.originalID
        return NotificationProgress(of: try store.notifications.latest(query))
    }
}
