import FlyingSocks
import Foundation
import LocalAppStore
import StrictJSON

struct EntitlementClient: Sendable {
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
    ) async throws(ControlError) -> [ServiceEntitlement] {
        guard let url = url(ofPurchase: id, app: app, environment: environment) else {
            throw Self.unusable("it has no address for this purchase")
        }
        guard begin() else {
            let message = "Too many requests to the entitlement service; try again."
            throw ControlError(.serviceUnavailable, "busy", message)
        }
        defer { underWay.withLock { $0 -= 1 } }
        let limit = limits.entitlementServiceBytes
        // One more byte distinguishes a response that is too long from one that just fits.
        let request = OutgoingRequest.get(url, token: service.key, bodyLimit: limit + 1)
        let body = try body(of: await client.send(request))
        guard body.utf8.count <= limit else {
            throw Self.unusable("it has more than \(limit) bytes")
        }
        do throws(JSONMismatch) {
            return try ServiceEntitlement.list(body)
        } catch {
            throw Self.unusable("\(error.path.isEmpty ? "the body" : error.path): \(error.reason)")
        }
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

    private func url(ofPurchase id: LedgerEntry.ID, app: String, environment: String) -> URL? {
        var parts = URLComponents(url: service.url, resolvingAgainstBaseURL: true)
        var path = parts?.percentEncodedPath ?? ""
        while path.last == "/" { path.removeLast() }
        parts?.percentEncodedPath = path + "/v1/customers/\(id)/entitlements"
        parts?.percentEncodedQuery =
            "app=\(Self.escaped(app))&environment=\(Self.escaped(environment))"
        return parts?.url
    }

    /// A value of a query with its reserved characters escaped.
    private static func escaped(_ text: String) -> String {
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
        )
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

// Failures of the service.
extension EntitlementClient {
    private func body(of answer: HTTPClient.Answer?) throws(ControlError) -> String {
        guard let answer else {
            throw ControlError(.badGateway, "serviceNotAsked", "The server is stopping.")
        }
        switch (answer.result, answer.status) {
        case (.success, 200): return answer.body ?? ""
        case (.success, let status?), (.unsuccessfulStatus, let status?):
            throw Self.refusal(status)
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
