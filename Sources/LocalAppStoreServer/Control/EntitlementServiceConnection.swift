import AppReceipt
import EntitlementClient
import FlyingSocks
import Foundation
import LocalAppStore
import StrictJSON

/// A client of the entitlement service that is compared with the store.
struct EntitlementServiceConnection: Sendable {
    private let service: StoreServer.EntitlementService
    private let client: HTTPClient
    private let limits: StoreServer.Limits
    /// The number of requests under way.
    private let underWay = Locked(0)

    init(
        _ service: StoreServer.EntitlementService,
        limits: StoreServer.Limits,
        pool: some AsyncSocketPool
    ) {
        self.service = service
        self.limits = limits
        client = HTTPClient(
            timeout: limits.entitlementServiceTime,
            connections: limits.entitlementServiceRequests,
            pool: pool
        )
    }

    /// The address of the service, for people.
    var address: String { service.description }

    /// Requests the entitlements of the customer of a purchase.
    ///
    /// - Throws: A ``ControlError`` if the service does not respond in time, or not as expected.
    func entitlements(
        ofPurchase id: LedgerEntry.ID,
        app: String,
        environment: String
    ) async throws -> [ServiceEntitlement] {
        guard begin() else {
            let message = "Too many requests to the entitlement service; try again."
            throw ControlError(.serviceUnavailable, "busy", message)
        }
        defer { underWay.withLock { $0 -= 1 } }
        let service = EntitlementClient(
            url: service.url,
            key: service.key,
            app: app,
            environment: JWSEnvironment(rawValue: environment),
            send: send
        )
        do {
            let entitlements = try await service.entitlements(of: "\(id)")
            return try entitlements.enumerated().map { try Self.known($1, at: $0) }
        } catch EntitlementClient.Error.refused(let status, _, _) {
            throw Self.refusal(status)
        } catch EntitlementClient.Error.unusable(let reason) {
            throw Self.unusable(reason)
        }
    }

    private func send(
        _ request: EntitlementClient.Request
    ) async throws -> EntitlementClient.Response {
        let limit = limits.entitlementServiceBytes
        // One more byte distinguishes a response that is too long from one that just fits.
        let outgoing = OutgoingRequest(
            method: request.method,
            url: request.url,
            fields: request.headers.map { ($0.key, $0.value) },
            body: request.body,
            bodyLimit: limit + 1
        )
        let response = try response(to: await client.send(outgoing))
        guard response.status != 200 || response.body.count <= limit else {
            throw Self.unusable("it has more than \(limit) bytes")
        }
        return response
    }

    /// Returns an entitlement in one of the states that a store has.
    private static func known(
        _ entitlement: ServiceEntitlement,
        at index: Int
    ) throws(ControlError) -> ServiceEntitlement {
        let states: [ServiceEntitlement.State] = [.active, .gracePeriod, .billingRetry]
        guard states.contains(entitlement.state) else {
            let found = entitlement.state.rawValue.quoted
            throw unusable("entitlements[\(index)].state: unknown state \(found)")
        }
        return entitlement
    }

    func invalidate() {
        client.invalidate()
    }

    private func begin() -> Bool {
        underWay.withLock { count in
            guard count < limits.entitlementServiceRequests else { return false }
            count += 1
            return true
        }
    }
}

// Failures of the service.
extension EntitlementServiceConnection {
    private func response(
        to answer: HTTPClient.Answer?
    ) throws(ControlError) -> EntitlementClient.Response {
        guard let answer else {
            throw ControlError(.badGateway, "serviceNotAsked", "The server is stopping.")
        }
        switch (answer.result, answer.status) {
        case (.success, let status?), (.unsuccessfulStatus, let status?):
            return .init(status: status, body: Data((answer.body ?? "").utf8))
        case (.timedOut, _):
            let seconds = limits.entitlementServiceTime
            let message = "The entitlement service did not respond within \(seconds) s."
            throw ControlError(.gatewayTimeout, "serviceTimedOut", message)
        case (.invalidResponse, _):
            throw Self.unusable("it is not HTTP")
        default:
            let message = "The entitlement service cannot be reached (\(answer.result.rawValue))."
            throw ControlError(.badGateway, "serviceNotReached", message)
        }
    }

    private static func refusal(_ status: Int) -> ControlError {
        let isKey = status == 401 || status == 403
        let advice = isKey ? " Use a reader's key." : ""
        let message = "The entitlement service responded with the status \(status).\(advice)"
        return ControlError(.badGateway, "serviceRefused", message)
    }

    private static func unusable(_ reason: String) -> ControlError {
        let message = "The entitlement service's response is unusable: \(reason)"
        return ControlError(.badGateway, "invalidServiceAnswer", message)
    }
}
