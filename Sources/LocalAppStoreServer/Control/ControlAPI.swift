import AppReceipt
import LocalAppStore
import StoreCommands
import StrictJSON

/// The control API: a tester's view of a store and actions on it, for the page of the server and
/// for programs.
///
/// It only translates; every rule is the store's.
struct ControlAPI: Sendable {
    let store: Store
    let keys: APIKeySource
    let events: EventHub
    /// The queue for blocking work of a handler that waits.
    let queue: BlockingQueue
    /// The entitlement service; `nil` without one.
    var service: EntitlementServiceConnection?
    /// The client of the developer's server.
    let retention: RetentionClient

    /// The segments of the path before those of the routes.
    static let path = ["control", "v1"]
    static let prefix = "/" + path.joined(separator: "/")

    var routes: [Route] {
        storeRoutes + customerRoutes + transactionRoutes + subscriptionRoutes + seatRoutes
            + entitlementRoutes + retentionRoutes + notificationRoutes + faultRoutes
    }

    /// Makes a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path after that of the API.
    ///   - parameters: The names in the query.
    ///   - body: The body of a request.
    ///   - status: The status of a response.
    ///   - respond: Returns the body of a response.
    /// - Returns: The route.
    func route(
        _ method: String,
        _ path: String,
        parameters: [String] = [],
        body: ControlRequest.Body = .members([]),
        status: Response.Status = .ok,
        _ respond: @escaping @Sendable (ControlRequest) throws -> JSONValue
    ) -> Route {
        Route(method, Self.prefix + path) { request in
            let request = try ControlRequest(request, parameters: parameters, body: body)
            return .json(try respond(request), status)
        }
    }
}

// The store of a customer.
extension ControlAPI {
    /// The store of a customer, with the server's fault plan.
    func store(of id: Customer.ID?) throws(StoreError) -> Store {
        guard let id else { return store }
        let other = try store.customers.acting(for: id)
        other.shareFaults(of: store)
        return other
    }

    /// The identifier in the path of a request, and the store of the customer who has the
    /// transaction; `nil` for an unknown transaction.
    func transaction(of request: ControlRequest) throws -> (id: LedgerEntry.ID, store: Store)? {
        guard let id = request.id, let customer = try store.customers.customer(ofEntry: id) else {
            return nil
        }
        return (id, try store(of: customer.id))
    }
}

extension JSONValue {
    /// A page of a list; `next` is the start of the following one, `nil` on the last page.
    static func page(_ name: String, _ elements: [JSONValue], next: Int64?) -> JSONValue {
        .members([
            name: .array(elements),
            "hasMore": .bool(next != nil),
            "next": next.map { .number($0) },
        ])
    }

    /// A signed document with its parts, for people.
    static func document(_ text: String, hasHeader: Bool = true) throws -> JSONValue {
        let parts = try JWSParts(unverified: text)
        return .members([
            "jws": .string(text),
            "header": hasHeader ? parts.header : nil,
            "payload": parts.payload,
        ])
    }
}
